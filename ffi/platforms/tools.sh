# What `matrix` and `../dist` share: the platforms, their compilers, and what runs their programs here. To be sourced; the
# machine is x86-64 Linux. Sets root and scratch.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=${CARGO_TARGET_DIR:-$root/target}/platforms
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)

native=x86_64-unknown-linux-gnu
arm=aarch64-unknown-linux-gnu
windows=x86_64-pc-windows-gnu
web=wasm32-unknown-unknown

fail() { printf 'failed: %s\n' "$*" >&2; exit 1; }

# need COMMAND PACKAGE...: a tool that apt has, and what else belongs to it.
need() {
  local tool=$1
  shift
  command -v "$tool" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null || true
  fi
  command -v "$tool" >/dev/null || fail "$tool is missing; install the packages $*"
}

wine=/usr/lib/wine/wine64

# prepare TARGET: sets cc and cxx, and installs what is needed to compile for it and to run what was compiled.
prepare() {
  [ "$(uname -sm)" = "Linux x86_64" ] || fail "this needs a machine with x86-64 Linux"
  command -v rustc >/dev/null || fail "rustc is missing; install Rust with rustup"
  case $1 in
  "$native")
    cc=cc cxx=c++
    need cc gcc
    need c++ g++
    ;;
  "$arm")
    cc=aarch64-linux-gnu-gcc cxx=aarch64-linux-gnu-g++
    need $cxx gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross
    need qemu-aarch64 qemu-user
    ;;
  "$windows")
    # Those with threads of C++; others have one kind only, with them.
    cc=x86_64-w64-mingw32-gcc-posix cxx=x86_64-w64-mingw32-g++-posix
    need x86_64-w64-mingw32-g++ gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64
    command -v $cxx >/dev/null || cc=${cc%-posix} cxx=${cxx%-posix}
    [ -x $wine ] || wine=$(command -v wine64 || command -v wine || echo $wine)
    need "$wine" wine64
    if [ ! -f "$scratch/wine/shim/bcryptprimitives.dll" ]; then
      mkdir -p "$scratch/wine/shim"
      $cc -shared -O1 "$root/ffi/platforms/random.c" -ladvapi32 -o "$scratch/wine/shim/bcryptprimitives.dll"
    fi
    ;;
  *) fail "there is no platform $1: $native, $arm, $windows or $web" ;;
  esac
  if ! [ -d "$(rustc --print target-libdir --target "$1")" ]; then
    command -v rustup >/dev/null && rustup target add "$1" || fail "Rust's standard library for $1 is missing: rustup target add $1"
  fi
}

# A folder as Windows names it.
named() { printf 'Z:%s' "${1//\//\\}"; }

# start TARGET TREE PROGRAM [ARGUMENT...]: runs a program with the libraries of an installed tree; its lines end as here.
start() {
  local target=$1 tree=$2
  shift 2
  case $target in
  "$native") LD_LIBRARY_PATH=$tree/lib timeout 300 "$@" ;;
  "$arm") timeout 300 qemu-aarch64 -L /usr/aarch64-linux-gnu -E "LD_LIBRARY_PATH=$tree/lib" "$@" ;;
  "$windows")
    local path library
    path="$(named "$tree/bin");$(named "$scratch/wine/shim")"
    for library in libstdc++-6.dll libwinpthread-1.dll; do
      path="$path;$(named "$(dirname "$($cxx -print-file-name=$library)")")"
    done
    WINEPREFIX=$scratch/wine/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" WINEPATH=$path \
      timeout 300 "$wine" "$@" 2> >(grep -v '^wine: ' >&2) | tr -d '\r'
    ;;
  esac
}
