#!/bin/sh
# Installs the C library: headers, libraries, pkg-config and CMake files. The folder can be moved afterwards.
#
#   ffi/install.sh FOLDER                   builds the library for this machine and installs it
#   ffi/install.sh FOLDER --target TRIPLE   for another one: x86_64-pc-windows-gnu, aarch64-unknown-linux-gnu, ...
#   ffi/install.sh FOLDER --from BUILT      installs the libraries that are in the folder BUILT (with --target: of TRIPLE)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
usage() { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }
case ${1:-} in '' | -*) usage ;; esac
tree=$1 target='' built=''
shift
while [ $# -ge 2 ]; do
  case $1 in
  --target) target=$2 ;;
  --from) built=$2 ;;
  *) usage ;;
  esac
  shift 2
done
[ $# -eq 0 ] || usage

# What the tools of the target are called: gcc and strip of this machine, or others with a prefix.
prefix=''
host=$(rustc -vV 2>/dev/null | sed -n 's/^host: //p')
if [ -n "$target" ] && [ "$target" != "$host" ]; then
  case $target in
  *-pc-windows-gnu) prefix=${target%%-*}-w64-mingw32- ;;
  *-unknown-linux-gnu*) prefix=${target%%-*}-linux-${target##*-}- ;;
  esac
fi

build() {
  [ -n "$host" ] || fail "rustc is missing: install Rust with rustup"
  if [ -n "$target" ]; then
    standard=$(rustc --print target-libdir --target "$target" 2>/dev/null) ||
      fail "Rust knows no target $target: 'rustc --print target-list' lists them"
    [ -d "$standard" ] || fail "Rust's standard library for $target is missing: rustup target add $target"
  fi
  if [ -n "$prefix" ]; then
    command -v "${prefix}gcc" >/dev/null ||
      fail "${prefix}gcc is missing, which links for $target: on Debian it is in gcc-mingw-w64-x86-64 or gcc-aarch64-linux-gnu"
    linker=CARGO_TARGET_$(printf %s "$target" | tr 'a-z-' 'A-Z_')_LINKER
    eval "export $linker=\${$linker:-${prefix}gcc}"
  fi
  echo "building for ${target:-$host}, which takes some minutes"
  # Without the Rust library, which could not be optimised as a whole; and messages of faults name no folders of this machine.
  home=$(CDPATH='' cd -- "$here/.." && pwd)
  paths="'--remap-path-prefix=$home=hybridnav', '--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo'"
  paths="$paths, '--remap-path-prefix=$(rustc --print sysroot)/lib/rustlib/src/rust=rust'"
  cargo rustc --locked --manifest-path "$here/Cargo.toml" --profile dist --lib --crate-type cdylib,staticlib ${target:+--target "$target"} \
    --config "build.rustflags = [$paths]"
  built=${CARGO_TARGET_DIR:-$here/../target}/${target:+$target/}dist
}
made=''
[ -n "$built" ] || { build && made=yes; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml" | head -n 1)
abi=$(sed -n 's/^#define HNAV_ABI_VERSION //p' "$here/include/hnav/hnav.h")
lib=$tree/lib
mkdir -p "$tree/include/hnav" "$lib/pkgconfig" "$lib/cmake/hnav"
install -m 644 "$here"/include/hnav/* "$tree/include/hnav/"

# Which libraries there are says for what system they are. What they need of it, `rustc --print native-static-libs` tells.
static=libhnav.a import='' system='-lgcc_s -lpthread -ldl -lm'
if [ -f "$built/hnav.dll" ]; then
  mkdir -p "$tree/bin"
  shared=hnav.dll file=$tree/bin/hnav.dll system='-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp'
  install -m 755 "$built/hnav.dll" "$file"
  if [ -f "$built/hnav.dll.lib" ]; then
    # Of Microsoft's tools, with which none of this was tried.
    static=hnav_static.lib import=hnav.lib
    install -m 644 "$built/hnav.dll.lib" "$lib/hnav.lib"
    install -m 644 "$built/hnav.lib" "$lib/$static"
  else
    import=libhnav.dll.a
    install -m 644 "$built/libhnav.dll.a" "$lib/"
  fi
  # For import libraries of other tools.
  { printf 'LIBRARY hnav.dll\nEXPORTS\n' && sed -n 's/^[a-z][A-Za-z0-9_ *]*[ *]\(hnav[A-Za-z0-9_]*\)(.*/  \1/p' "$here/include/hnav/hnav.h"; } >"$lib/hnav.def"
elif [ -f "$built/libhnav.dylib" ]; then
  shared=libhnav.$abi.dylib file=$lib/libhnav.$abi.dylib system=-lm
  install -m 755 "$built/libhnav.dylib" "$file"
  ln -sf "$shared" "$lib/libhnav.dylib"
else
  [ -f "$built/libhnav.so" ] || fail "there is no library in $built: neither libhnav.so nor hnav.dll nor libhnav.dylib"
  shared=libhnav.so.$abi file=$lib/libhnav.so.$version
  install -m 755 "$built/libhnav.so" "$file"
  ln -sf "libhnav.so.$version" "$lib/$shared"
  ln -sf "$shared" "$lib/libhnav.so"
fi
[ -f "$lib/$static" ] || install -m 644 "$built/$static" "$lib/"
# What debuggers want is left out, as far as the linker has not done so. That of MinGW does not know all that Rust's archives hold:
# what it leaves is a fifth larger.
if [ -n "$made" ] && [ "$(uname)" != Darwin ] && command -v "${prefix}strip" >/dev/null; then
  "${prefix}strip" --strip-unneeded "$file"
  "${prefix}strip" --strip-debug "$lib/$static" 2>/dev/null || true
fi

# fill TEMPLATE: it, with what is known here.
fill() {
  sed -e "s/@VERSION@/$version/g" -e "s/@SHARED@/$shared/g" -e "s/@STATIC@/$static/g" -e "s/@IMPORT@/$import/g" \
    -e "s/@SYSTEM@/$system/g" "$here/packaging/$1"
}
fill hnav.pc >"$lib/pkgconfig/hnav.pc"
fill hnav-static.pc >"$lib/pkgconfig/hnav-static.pc"
fill hnavConfig.cmake >"$lib/cmake/hnav/hnavConfig.cmake"
fill hnavConfigVersion.cmake >"$lib/cmake/hnav/hnavConfigVersion.cmake"
for each in "$file" "$lib/$static"; do
  echo "$each has $(wc -c <"$each" | tr -d ' ') bytes"
done
