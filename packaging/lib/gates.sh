# shellcheck shell=sh
# The checks that are no tests: one line each, with its time. Sourced by packaging/test after environment.sh.
#
# .tools/checks.log   what the checks beside the tests said

: "${root:?}" "${venv:?}"

failed_gates=

# Leads the process group of the checks that run beside the tests.
checks=

# Runs one check; its output is shown only when it fails: gate NAME COMMAND...
gate() {
    name=$1
    shift
    started=$(date +%s)
    if output=$("$@" 2>&1); then
        verdict=ok
    else
        verdict=FAILED
        failed_gates="$failed_gates${failed_gates:+, }$name"
        printf '%s\n' "$output"
    fi
    printf '%-18s %s  (%s s)\n' "$name" "$verdict" "$(($(date +%s) - started))"
}

# Prints the QML files, one a line.
qml_files() {
    find "$root/qml" "$root/tests/qml" -name '*.qml' -type f | LC_ALL=C sort
}

# Warnings are failures; which categories are warnings stands in qml/.qmllint.ini.
lint_qml() {
    qml_files | tr '\n' '\0' | xargs -0 -r "$venv/bin/pyside6-qmllint" -I "$root/qml" -W 0
}

# qmlformat has no mode that only checks, so its output is compared; two at a time, for each start is slow.
check_qml_format() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    qml_files | tr '\n' '\0' | xargs -0 -r -n 1 -P 2 sh -c '"$1" -s "$2" "$3" | diff -u "$3" -' \
        qmlformat "$venv/bin/pyside6-qmlformat" "$root/qml/.qmlformat.ini"
}

# Lint and types of everything, in the order of how fast they answer.
run_gates() {
    gate "ruff check" "$venv/bin/ruff" check --quiet .
    gate "ruff format" "$venv/bin/ruff" format --check --quiet .
    gate "import contract" "$venv/bin/lint-imports" --no-cache
    gate "shellcheck" shellcheck -x -P SCRIPTDIR packaging/run packaging/test packaging/lib/system.sh \
        packaging/lib/environment.sh packaging/lib/gates.sh .ci/run
    gate "qmllint" lint_qml
    gate "qmlformat" check_qml_format
    gate "pyright" tests/node/node_modules/.bin/pyright --pythonpath "$venv/bin/python" --warnings
}

# Names the checks that failed; the exit status says whether there are any.
report_gates() {
    [ -z "$failed_gates" ] || { say "Failed checks: $failed_gates" && return 1; }
}

# Begins the checks in a process group of their own, behind the tests in priority: many tests have time limits.
start_gates() {
    mkdir -p "$root/.tools"
    trap 'stop_gates; exit 130' INT
    trap 'stop_gates; exit 143' TERM HUP
    setsid nice -n 10 sh "$root/packaging/test" checks >"$root/.tools/checks.log" 2>&1 &
    checks=$!
}

# Ends the checks with all that they started: a program in the background does not hear Ctrl-C.
stop_gates() {
    kill -- "-$checks" 2>/dev/null || kill "$checks" 2>/dev/null || :
}

# Waits for the checks and shows all that they said; the exit status is theirs.
finish_gates() {
    verdict=0
    wait "$checks" || verdict=$?
    trap - INT TERM HUP
    cat "$root/.tools/checks.log"
    return "$verdict"
}
