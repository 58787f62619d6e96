# shellcheck shell=sh
# What the system must bring: Python, libraries and tools. Sourced by packaging/run and packaging/test.
# Callers set: root.

: "${root:?}"

# Exit status when something is missing that only an administrator can install.
readonly NEEDS_ADMIN=3

# Seconds to wait for another apt, as one option: an unattended upgrade may take minutes.
readonly APT_WAIT=-oDPkg::Lock::Timeout=600

say() {
    printf '%s\n' "$*"
}

complain() {
    printf '%s\n' "$*" >&2
}

# Prints the package family of this system: apt, dnf, pacman, zypper or nothing.
package_family() {
    for tool in apt-get dnf pacman zypper; do
        if command -v "$tool" >/dev/null 2>&1; then
            printf '%s\n' "${tool%-get}"
            return
        fi
    done
}

# Prints the command that installs packages: install_line FAMILY PACKAGES
install_line() {
    case $1 in
        apt) printf 'apt-get install -y --no-install-recommends %s\n' "$2" ;;
        dnf) printf 'dnf install -y %s\n' "$2" ;;
        pacman) printf 'pacman -S --needed %s\n' "$2" ;;
        zypper) printf 'zypper install %s\n' "$2" ;;
    esac
}

may_administer() {
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }
}

as_administrator() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# Installs with apt; the lists are fetched only where the packages are not known yet.
apt_install() {
    mkdir -p "$root/.tools"
    log=$root/.tools/apt.log
    # shellcheck disable=SC2086 # a list of package names
    if as_administrator apt-get $APT_WAIT install -y --no-install-recommends $1 >"$log" 2>&1; then
        return 0
    fi
    # shellcheck disable=SC2086
    if as_administrator apt-get $APT_WAIT update >>"$log" 2>&1 &&
        as_administrator apt-get $APT_WAIT install -y --no-install-recommends $1 >>"$log" 2>&1; then
        return 0
    fi
    tail -n 5 "$log" >&2
    return 1
}

# Says what an administrator has to run, and ends: ask_administrator FAMILY PACKAGES_OF_FAMILY
ask_administrator() {
    complain ""
    complain "These system packages are missing and this account may not install them. Please run:"
    complain ""
    complain "    sudo $(install_line "$1" "$2")"
    complain ""
    complain "and then the same command again."
    exit "$NEEDS_ADMIN"
}

# Makes sure of the groups of system-packages.txt: need_system PYTHON GROUP...
need_system() {
    python=$1
    shift
    family=$(package_family)
    probe=$root/packaging/lib/probe.py
    lacking=$("$python" -I "$probe" probes "$@")
    [ -n "$lacking" ] || return 0
    if [ -z "$family" ]; then
        complain "Missing: $(printf '%s' "$lacking" | tr '\n' ' ')"
        complain "Install them, for example with one of:"
        for family in apt dnf pacman zypper; do
            complain "    sudo $(install_line "$family" "$("$python" -I "$probe" "$family" "$@")")"
        done
        exit "$NEEDS_ADMIN"
    fi
    packages=$("$python" -I "$probe" "$family" "$@")
    if [ "$family" = apt ] && may_administer; then
        say "    installing: $packages"
        apt_install "$packages" || ask_administrator "$family" "$packages"
        lacking=$("$python" -I "$probe" probes "$@")
        if [ -n "$lacking" ]; then
            complain "Still not found after installing: $(printf '%s' "$lacking" | tr '\n' ' ')"
            exit "$NEEDS_ADMIN"
        fi
    else
        ask_administrator "$family" "$packages"
    fi
}

# Makes sure of a group where this account may; else says what is missing without it, and goes on:
# offer_system PYTHON GROUP WHAT
offer_system() {
    family=$(package_family)
    probe=$root/packaging/lib/probe.py
    [ -n "$("$1" -I "$probe" probes "$2")" ] || return 0
    if [ -z "$family" ]; then
        say "    not installed, so no $3: $("$1" -I "$probe" probes "$2" | tr '\n' ' ')"
        return 0
    fi
    packages=$("$1" -I "$probe" "$family" "$2")
    if [ "$family" = apt ] && may_administer; then
        say "    installing: $packages"
        if apt_install "$packages"; then
            return 0
        fi
    fi
    say "    not installed, so no $3. To have it: sudo $(install_line "$family" "$packages")"
}

# Does this interpreter run, is it one of ours, and can it make environments? (A pyenv shim may exist and not run.)
python_fits() {
    "$1" -I -c 'import sys
if not (3, 11) <= sys.version_info[:2] <= (3, 13): sys.exit(1)
import ctypes, ensurepip, fcntl, sqlite3, ssl, venv' >/dev/null 2>&1
}

# Prints the path of a fitting interpreter, or nothing: on PATH first, then where systems keep theirs. VOXNOTCH_PYTHON
# overrules the search.
find_python() {
    names="python3.11 python3.12 python3.13 python3 python"
    for candidate in ${VOXNOTCH_PYTHON:+"$VOXNOTCH_PYTHON"} $names; do
        candidate=$(command -v "$candidate" 2>/dev/null) || continue
        if python_fits "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    for folder in /usr/bin /usr/local/bin; do
        for name in $names; do
            if [ -x "$folder/$name" ] && python_fits "$folder/$name"; then
                printf '%s\n' "$folder/$name"
                return
            fi
        done
    done
}

# Prints the path of a fitting interpreter; installs Python where that is allowed, else says how and ends.
need_python() {
    found=$(find_python)
    if [ -z "$found" ]; then
        family=$(package_family)
        case $family in
            apt) packages="python3 python3-venv" ;;
            pacman) packages=python ;;
            dnf) packages=python3.13 ;;
            *) packages=python313 ;;
        esac
        if [ "$family" = apt ] && may_administer && apt_install "$packages"; then
            found=$(find_python)
        fi
        if [ -z "$found" ]; then
            complain "Voxnotch needs Python 3.11, 3.12 or 3.13 with its venv module."
            ask_administrator "${family:-apt}" "$packages"
        fi
    fi
    printf '%s\n' "$found"
}
