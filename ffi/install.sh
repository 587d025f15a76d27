#!/bin/sh
# Installs the C library: headers, libraries, pkg-config and CMake files. The folder can be moved afterwards.
#
#   ffi/install.sh FOLDER                builds the library (cargo build --release) and installs it
#   ffi/install.sh FOLDER --from BUILT   installs the libraries that are in the folder BUILT
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ $# -eq 1 ] || { [ $# -eq 3 ] && [ "$2" = --from ]; } || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tree=$1
if [ $# -eq 3 ]; then
  built=$3
else
  cargo build --release --quiet --manifest-path "$here/Cargo.toml"
  built=${CARGO_TARGET_DIR:-$here/../target}/release
fi

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml" | head -n 1)
abi=$(sed -n 's/^#define HNAV_ABI_VERSION //p' "$here/include/hnav/hnav.h")
lib=$tree/lib
mkdir -p "$tree/include/hnav" "$lib/pkgconfig" "$lib/cmake/hnav"
install -m 644 "$here"/include/hnav/* "$tree/include/hnav/"
install -m 644 "$built/libhnav.a" "$lib/"
case $(uname) in
Darwin)
  shared=libhnav.$abi.dylib plain=libhnav.dylib
  install -m 755 "$built/libhnav.dylib" "$lib/$shared"
  ;;
*)
  shared=libhnav.so.$abi plain=libhnav.so
  install -m 755 "$built/libhnav.so" "$lib/libhnav.so.$version"
  ln -sf "libhnav.so.$version" "$lib/$shared"
  ;;
esac
ln -sf "$shared" "$lib/$plain"

# fill TEMPLATE: it, with what is known here.
fill() { sed -e "s/@VERSION@/$version/g" -e "s/@SHARED@/$shared/g" "$here/packaging/$1"; }
fill hnav.pc >"$lib/pkgconfig/hnav.pc"
fill hnav-static.pc >"$lib/pkgconfig/hnav-static.pc"
fill hnavConfig.cmake >"$lib/cmake/hnav/hnavConfig.cmake"
fill hnavConfigVersion.cmake >"$lib/cmake/hnav/hnavConfigVersion.cmake"
