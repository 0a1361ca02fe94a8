# shellcheck shell=bash
# What the scripts of this repository share; to be sourced. Sets `package`, the folder of Package.swift.

package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What building needs besides Swift and the C++ library.
build_packages=(libtomlplusplus-dev libexpat1-dev libgpiod-dev pkg-config)

# One line on standard error for each step; standard output is for data.
say() { printf '%s\n' "$*" >&2; }

# One line on what is wrong and what to do about it.
die() {
  say "${0##*/}: $*"
  exit 1
}

# Runs a command as root; see need_root.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Makes sure that as_root works, and lets sudo ask for its password while it can be seen.
# need_root WHAT FOR
need_root() {
  [ "$(id -u)" != 0 ] || return 0
  command -v sudo >/dev/null || die "root is needed $1; run this as root, or install sudo"
  sudo -n true 2>/dev/null || sudo true || die "root is needed $1, and sudo refuses"
}

# Runs a command and keeps what it says in a file; shows the end of it only if the command fails.
# quietly LOG COMMAND...
quietly() {
  local log=$1
  shift
  if "$@" >"$log" 2>&1; then return 0; fi
  tail -n 30 "$log" >&2
  return 1
}

# Updates the lists of apt. Another apt may be at work: its lock on the lists is waited for here, because
# DPkg::Lock::Timeout covers only the lock on the packages.
update_lists() {
  local log=$1 waited=0
  until as_root apt-get -o DPkg::Lock::Timeout=300 -q update >"$log" 2>&1; do
    grep -q 'Could not get lock' "$log" && [ "$waited" -lt 300 ] || return 1
    sleep 5
    waited=$((waited + 5))
  done
}

# Installs the Debian packages that are missing. Does nothing, without a network too, where all are there.
# need_packages PACKAGE...
need_packages() {
  local missing=() name log
  for name in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -q '^installed' || missing+=("$name")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "these Debian packages are missing: ${missing[*]}; install what matches them here"
  need_root "to install ${missing[*]}"
  say "installing ${missing[*]}"
  log=$(mktemp)
  # An old list may still do, so that a failed update is no reason to give up.
  update_lists "$log" || say "the lists of apt could not be updated; trying with the old ones"
  if ! quietly "$log" as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 -q -y --no-install-recommends install "${missing[@]}" </dev/null; then
    rm -f "$log"
    die "apt could not install ${missing[*]}; see above"
  fi
  rm -f "$log"
}

# Finds Swift 6.2 or later, where its installers put it too.
need_swift() {
  local folder version major minor
  if ! command -v swift >/dev/null; then
    for folder in /opt/swift/usr/bin /usr/share/swift/usr/bin /usr/libexec/swift/bin \
      "${HOME:-/}/.local/share/swiftly/bin"; do
      if [ -x "$folder/swift" ]; then PATH=$folder:$PATH; fi
    done
  fi
  command -v swift >/dev/null ||
    die "swift is not on the PATH; install Swift 6.2 or later from https://swift.org/install"
  version=$(swift --version 2>/dev/null |
    sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1)
  read -r major minor <<<"${version:-0 0}"
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    die "Swift 6.2 or later is needed, and $(command -v swift) is ${version/ /.}; see https://swift.org/install"
  fi
}

# Everything that building needs.
prepare_build() {
  need_swift
  mkdir -p "$package/.build" 2>/dev/null || true
  [ -w "$package/.build" ] || die "$package/.build cannot be written; remove it, or run this as who made it"
  if compgen -G '/usr/include/c++/*' >/dev/null; then
    need_packages "${build_packages[@]}"
  else
    need_packages "${build_packages[@]}" g++
  fi
  # The compiler keeps caches below HOME; a service or a container may have one that cannot be written.
  local probe
  if probe=$({ mkdir -p "${HOME:-/nonexistent}/.cache" && mktemp "$HOME/.cache/waymark.XXXXXX"; } 2>/dev/null); then
    rm -f "$probe"
  else
    mkdir -p "$package/.build/home"
    export HOME=$package/.build/home
  fi
  # git must not stumble over a folder that belongs to somebody else.
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
}

# Puts into `flags` what every build and test gets. CI adds its own through WAYMARK_SWIFT_FLAGS, so that nothing is
# built twice with different ones.
swift_flags() {
  read -r -a flags <<<"${WAYMARK_SWIFT_FLAGS:-}"
  flags=(--package-path "$package" "${flags[@]}")
}

# Builds the release program and prints its path.
#
# It is linked with -static-executable: one file that runs without Swift's libraries and takes the least memory. A
# program with only the configuration (toml++) and expat in it, measured on Debian 12, x86-64, Swift 6.3.1:
#   -static-executable     5.7 MB resident, 0.2 MB of it anonymous
#   --static-swift-stdlib  8.3 MB, 0.6 MB
#   dynamic               10.3 MB, 0.7 MB
build_release() {
  local flags log=$package/.build/release.log
  swift_flags
  say "building waymark (the first time takes some minutes)"
  if ! swift build "${flags[@]}" -c release --product waymark -Xswiftc -static-executable >"$log" 2>&1; then
    if grep -qE 'cannot find -l|undefined reference|unable to find library|undefined symbol' "$log"; then
      say "a static program cannot be linked here; building one that needs Swift's libraries"
      quietly "$log" swift build "${flags[@]}" -c release --product waymark ||
        die "the build failed; all of it is in $log"
    else
      grep -aE '^([^ |]*: )?error: ' "$log" | sort -u >&2 || tail -n 30 "$log" >&2
      die "the build failed; all of it is in $log"
    fi
  fi
  printf '%s\n' "$package/.build/release/waymark"
}
