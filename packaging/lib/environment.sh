# shellcheck shell=sh
# Makes .venv from the lock files, once, and knows when it has to be made again. Sourced by packaging/run and
# packaging/test after system.sh. Callers set: root.
#
# .venv/.voxnotch-stamp-run and -test   what the environment was made from; written last
# .venv/.voxnotch-making                there while it is made: a set-up that was killed is thrown away
# .tools/setup.lock                     held by the one set-up that works

: "${root:?}"
venv=$root/.venv

# "yes" while a complete environment is only brought up to date.
updating=

# Prints what an environment of a kind (run or test) depends on. The folder counts: an environment cannot be moved.
stamp_of() (
    printf '%s\n' "$root"
    set -- "$1" "$root/requirements.lock" "$root/pyproject.toml" "$root"/packaging/lib/*.*
    kind=$1
    shift
    if [ "$kind" = test ]; then
        set -- "$@" "$root/packaging/requirements-test.lock" "$root/tests/node/package-lock.json"
    fi
    cat "$@" | cksum
)

# Is the environment of this kind complete, and of these lock files? Starts no Python.
is_ready() {
    [ -x "$venv/bin/python" ] && [ ! -e "$venv/.voxnotch-making" ] && [ -f "$venv/.voxnotch-stamp-$1" ] &&
        [ "$(cat "$venv/.voxnotch-stamp-$1")" = "$(stamp_of "$1")" ]
}

# Waits for another set-up in this folder. The lock ends with the processes that hold file 9, however they end.
take_setup_lock() {
    mkdir -p "$root/.tools"
    exec 9>"$root/.tools/setup.lock"
    "$1" -I -c 'import fcntl, sys
try: fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("    waiting for another set-up of this folder", flush=True)
    fcntl.flock(9, fcntl.LOCK_EX)'
}

# Can what is there be brought up to date, or must it be made anew?
is_usable() {
    [ -x "$venv/bin/python" ] && [ ! -e "$venv/.voxnotch-making" ] && python_fits "$venv/bin/python" &&
        grep -qF "$venv/bin" "$venv/bin/pip" 2>/dev/null
}

# Runs a long command with its output in a log; says how far pip is where a person looks on: quietly LOG COMMAND...
quietly() {
    log=$1
    shift
    "$@" >"$log" 2>&1 &
    worker=$!
    trap 'kill "$worker" 2>/dev/null; exit 130' INT TERM
    if [ -t 1 ]; then
        while kill -0 "$worker" 2>/dev/null; do
            printf '\r    %s packages so far ' "$(grep -c '^Collecting ' "$log")"
            sleep 1
        done
        printf '\r                              \r'
    fi
    status=0
    wait "$worker" || status=$?
    trap - INT TERM
    if [ "$status" -ne 0 ]; then
        # What was complete before is so still: pip takes a failed change back.
        if [ -n "$updating" ]; then
            rm -f "$venv/.voxnotch-making"
        fi
        tail -n 15 "$log" >&2
        complain ""
        complain "That did not work (the last lines are above, all of it is in $log)."
        complain "Is there a connection to the package index, and room on the disk? Then run the same command again."
        exit 1
    fi
}

# Makes or updates the environment: make_environment PYTHON KIND
make_environment() {
    python=$1
    kind=$2
    if is_usable; then
        updating=yes
    else
        rm -rf "$venv"
        mkdir "$venv"
    fi
    : >"$venv/.voxnotch-making"
    if [ -z "$updating" ]; then
        quietly "$root/.tools/venv.log" "$python" -I -m venv "$venv"
    fi
    rm -f "$venv/.voxnotch-stamp-run" "$venv/.voxnotch-stamp-test"
    # Wheels only: nothing is compiled, and no set-up script of somebody else runs.
    pip_install "$root/.tools/pip.log" --only-binary :all: --requirement "$root/requirements.lock"
    if [ "$kind" = test ]; then
        # forbiddenfruit, which blockbuster needs, is pure Python and published as source alone.
        pip_install "$root/.tools/pip-test.log" --only-binary :all: --no-binary forbiddenfruit \
            --requirement "$root/packaging/requirements-test.lock"
    fi
    quietly "$root/.tools/project.log" "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input \
        --no-index --no-deps --no-build-isolation --editable "$root"
}

# Installs locked packages: pip_install LOG ARGUMENTS...
pip_install() {
    log=$1
    shift
    quietly "$log" "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input \
        --progress-bar off --require-hashes --no-deps --no-build-isolation "$@"
}

# The whole set-up of a kind (run or test); quick when there is nothing to do.
set_up() {
    kind=$1
    if is_ready "$kind"; then
        return 0
    fi
    if [ ! -w "$root" ]; then
        complain "Voxnotch makes its environment inside its own folder, and this account may not write to $root."
        complain "Copy the folder to a place of yours and run the same command there."
        exit 1
    fi
    case $kind in
        run) groups=run steps=4 size="about 250 MB" ;;
        test) groups="run voice demo test" steps=5 size="about 300 MB" ;;
    esac
    python=$(need_python) || exit
    say "1/$steps Python: $("$python" -I -V) at $python"
    take_setup_lock "$python"
    say "2/$steps System libraries and tools"
    # shellcheck disable=SC2086 # a list of groups
    need_system "$python" $groups
    offer_system "$python" voice "voice for spoken answers"
    if ! is_ready "$kind"; then
        say "3/$steps Python packages ($size, some minutes the first time)"
        make_environment "$python" "$kind"
        say "4/$steps Speech model"
        "$venv/bin/python" "$root/packaging/check_model.py" || exit 1
        stamp_of run >"$venv/.voxnotch-stamp-run"
        rm -f "$venv/.voxnotch-making"
        if [ "$kind" = test ]; then
            say "5/$steps Type checker"
            make_node_tools
            stamp_of test >"$venv/.voxnotch-stamp-test"
        fi
    fi
    exec 9>&-
    say "Ready: $venv/bin/voxnotch"
}

# Installs the programs for Node that the tests use, by the hashes of the lock file; nothing of them runs on install.
make_node_tools() {
    if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)'; then
        complain "The tests need Node 18 or newer; here is $(node --version 2>&1)."
        exit "$NEEDS_ADMIN"
    fi
    quietly "$root/.tools/npm.log" npm ci --prefix "$root/tests/node" --ignore-scripts --no-audit --no-fund --loglevel=error
}
