# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Sourced by ./run and ./test: installs what is missing, configures and builds.

packages=(
  gcc libc6-dev meson ninja-build pkg-config
  libsimgrid-dev libglib2.0-dev libjson-glib-dev libzstd-dev liblzma-dev libsqlite3-dev check libmpfr-dev
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
# Configures build folder $1 (once) with the remaining arguments, and builds it quietly.
build_in() {
  local folder=$1
  shift
  if [ ! -f "$folder/build.ninja" ]; then
    meson setup "$folder" "$root" "$@" >"$folder.log" 2>&1 || {
      cat "$folder.log" >&2
      return 1
    }
  fi
  ninja -C "$folder" >"$folder.log" 2>&1 || {
    grep -v '^\[' "$folder.log" >&2
    return 1
  }
}
