# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Sourced by ./run and ./test: installs what is missing, configures and builds.

packages=(
  gcc libc6-dev make meson ninja-build pkg-config xz-utils
  libsimgrid-dev libglib2.0-dev libjson-glib-dev libzstd-dev liblzma-dev libsqlite3-dev libmetis-dev liblapacke-dev nettle-dev libxxhash-dev
  librsvg2-bin fonts-dejavu-core check libmpfr-dev
  clang-14 libclang-rt-14-dev
)

# Tests that need these are skipped without them: a Slurm to submit studies to, a browser for reports, zsh for its completion,
# pandas and matplotlib for a page, a clang for GPUs above 8.6, Thrust, CUB and libcu++, OpenMP.
optional_packages=(slurm-wlm munge chromium zsh python3-pandas python3-matplotlib clang-19 libthrust-dev libcub-dev libcu++-dev libomp-14-dev)

# Prints which of the packages in the arguments are missing.
missing_of() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

# Installs packages from Debian's archive; says which.
install_packages() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  echo "installing: $*" >&2
  "${as_root[@]}" apt-get update -qq >&2 &&
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
      --no-install-recommends "$@" >&2
}

# Installs the packages that are missing. $1: "yes" to install.
install_missing() {
  local missing
  mapfile -t missing < <(missing_of "${packages[@]}")
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$1" != yes ]; then
    echo "missing packages (--no-install was given): ${missing[*]}" >&2
    return 1
  fi
  install_packages "${missing[@]}"
}

# Installs what only some tests need; it is no failure if that cannot be had. $1: "yes" to install.
install_optional() {
  local missing
  mapfile -t missing < <(missing_of "${optional_packages[@]}")
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$1" != yes ] || ! install_packages "${missing[@]}"; then
    echo "without ${missing[*]}: the tests that need them are skipped" >&2
  fi
}

# How ./run and ./test set up the folder that they share.
# shellcheck disable=SC2034 # used by them
as_users_build=(-Db_pch=true)

# Meson's option for where hundreds of programs are linked with the sanitizers' library: gold, which is part of Debian's
# binutils, takes half of the default linker's time. Nothing without it.
quick_linker=()
[ -z "$(command -v ld.gold)" ] || quick_linker=(-Dc_link_args=-fuse-ld=gold)

# shellcheck disable=SC2154 # root is set by the script that sources this one
# Configures build folder $1 with the remaining arguments: once, and again when an optional package has come or gone,
# since some tests are left out without it. Paths in the folder are absolute, so it is made anew when the clone has
# been moved.
configure() {
  local folder=$1 source missing again=()
  shift
  missing=$(missing_of "${optional_packages[@]}")
  source=$(sed -n 's/.*"directories": {"source": "\([^"]*\)".*/\1/p' "$folder/meson-info/meson-info.json" 2>/dev/null || true)
  if [ -f "$folder/build.ninja" ] && [ -n "$source" ] && [ "$source" != "$(readlink -f "$root")" ]; then
    echo "the clone was moved from $source: making $folder anew" >&2
    rm -rf "$folder"
  fi
  if [ -f "$folder/build.ninja" ]; then
    [ "$missing" != "$(cat "$folder/missing-packages" 2>/dev/null || echo unknown)" ] || return 0
    again=(--reconfigure)
  fi
  echo "configuring $folder" >&2
  meson setup "${again[@]}" "$folder" "$root" "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log" >&2
    return 1
  }
  echo "$missing" >"$folder/missing-packages"
}

# Tells from ninja's lines on standard input how far it is: on a terminal in one line, else ten times.
show_progress() {
  local line finished all told=0 begun=$SECONDS
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    if [ -t 2 ]; then
      printf '\rbuilding: %d of %d, %d s\033[K' "$finished" "$all" $((SECONDS - begun)) >&2
    elif [ $((10 * finished / all)) -gt "$told" ]; then
      told=$((10 * finished / all))
      echo "building: $finished of $all, $((SECONDS - begun)) s" >&2
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# Builds targets $2... (none: all) in folder $1; says how far it is.
build_targets() {
  local folder=$1
  shift
  ninja -C "$folder" "$@" 2>&1 | tee "$folder.log" | show_progress || {
    grep -v '^\[' "$folder.log" >&2
    return 1
  }
}

# Both, with everything that a build makes.
build_in() {
  configure "$@" && build_targets "$1"
}
