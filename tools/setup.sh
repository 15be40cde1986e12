#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: tools/setup.sh build|test|all
#
# Installs the Debian packages that a step needs, and changes nothing else:
# build for ./demo and the library, test for ./test, all for ./test --all.
# Where nothing is missing it looks and returns.  Where it may not install, it
# prints the one command that does, and fails.
set -eu

# doc/dependencies.md says what each is for.
build='gcc libc6-dev meson ninja-build pkgconf python3 libunicorn-dev
	libcapstone-dev libpcap-dev libseccomp-dev libelf-dev libdw-dev
	libmd-dev libiberty-dev libpfm4-dev libncurses-dev
	libprotobuf-c-dev protobuf-c-compiler zlib1g-dev libexpat1-dev libjansson-dev libyaml-dev libsqlite3-dev gcc-arm-none-eabi libnewlib-arm-none-eabi
	gcc-aarch64-linux-gnu picolibc-aarch64-linux-gnu gcc-powerpc-linux-gnu
	newlib-source glibc-source make xz-utils'
test="$build git ccache clang lld llvm libclang-rt-14-dev libcmocka-dev cppcheck clang-tidy
	clang-format locales python3-jsonschema g++ groff-base mandoc nodejs tcl"
all="$test valgrind qemu-system-arm qemu-system-ppc qemu-user gdb-multiarch openocd zsh
	python3-scapy python3-tk golang-go golang-src protobuf-compiler chromium cmake
	prometheus libdevel-nytprof-perl mmdebstrap slurmctld slurmd slurm-client parallel
	openssh-server
	debhelper dh-python dpkg-dev fakeroot lintian python3-all"

case "${1-}" in
build) want=$build ;;
test) want=$test ;;
all) want=$all ;;
*)
	sed -n 's/^# usage: /usage: /p' "$0" >&2
	exit 2
	;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
	echo "setup: not a Debian system; taking it that what" \
		"doc/dependencies.md names is here" >&2
	exit 0
fi

# shellcheck disable=SC2086 # the lists are lists of words
present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $want \
	2>/dev/null | sed -n 's/^installed //p' || true)
missing=
for package in $want; do
	case "
$present
" in
	*"
$package
"*) ;;
	*) missing="$missing $package" ;;
	esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
	root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
	root='sudo -n'
elif command -v sudo >/dev/null 2>&1 && [ -t 0 ]; then
	root=sudo
else
	echo "setup: packages are missing, and only root can install them. Run:" >&2
	echo "  apt-get install --no-install-recommends$missing" >&2
	exit 1
fi

echo "setup: installing$missing"
# env, because sudo drops the environment.
apt="env DEBIAN_FRONTEND=noninteractive apt-get -q"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # $root and $apt are commands with arguments
if ! { $root $apt update && $root $apt install -y --no-install-recommends \
	$missing; } >"$log" 2>&1 </dev/null; then
	cat "$log" >&2
	echo "setup: apt-get failed; see above. By hand:" >&2
	echo "  apt-get update && apt-get install --no-install-recommends$missing" >&2
	exit 1
fi
