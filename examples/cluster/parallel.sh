#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: parallel.sh SUITE.yaml FOLDER [HOSTS]
#
# A suite by GNU parallel, on this computer or on the hosts of a file (a line
# each, as for ssh; ":" is this one).  They have tally and see this folder.  A
# job whose host went away runs on another one; whoever starts it again measures
# what is missing, and nothing twice.
set -eu

suite=${1:?usage: parallel.sh SUITE.yaml FOLDER [HOSTS]}
folder=${2:?usage: parallel.sh SUITE.yaml FOLDER [HOSTS]}
mkdir -p "$folder"
"${TALLY:-tally}" bench --list -o "$folder" "$suite" |
	parallel --will-cite ${3:+--sshloginfile "$3"} --workdir "$PWD" \
		--retries 3 --env PATH '{} >/dev/null'
