# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Sourced by ./run and ./test: installs what is missing, configures and builds.

packages=(
  gcc libc6-dev meson ninja-build pkg-config
  libsimgrid-dev libglib2.0-dev libjson-glib-dev libzstd-dev liblzma-dev check libmpfr-dev
  clang-14
)

# Installs the packages that are missing, and says which. $1: "yes" to install.
install_missing() {
  local missing=() package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$1" != yes ]; then
    echo "missing packages (--no-install was given): ${missing[*]}" >&2
    return 1
  fi
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  echo "installing: ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq >&2 &&
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
      --no-install-recommends "${missing[@]}" >&2
}

# shellcheck disable=SC2154 # root is set by the script that sources this one
# Configures build folder $1, once, with the remaining arguments.
configure() {
  local folder=$1
  shift
  [ -f "$folder/build.ninja" ] ||
    meson setup "$folder" "$root" "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log" >&2
    return 1
  }
}

# Builds targets $2... (none: all) in folder $1, quietly.
build_targets() {
  local folder=$1
  shift
  ninja -C "$folder" "$@" >"$folder.log" 2>&1 || {
    grep -v '^\[' "$folder.log" >&2
    return 1
  }
}

# Both, with everything that a build makes.
build_in() {
  configure "$@" && build_targets "$1"
}

# Both, but only what the C compiler makes: object files.
compile_in() {
  local objects
  configure "$@" &&
    mapfile -t objects < <(ninja -C "$1" -t targets all | sed -n 's/: c_COMPILER$//p') &&
    build_targets "$1" "${objects[@]}"
}
