# SPDX-License-Identifier: MIT
_tally() {
	local found
	local -a typed
	typed=("${(@Q)words[1,CURRENT]}")
	found=$(emulate sh; _tally_words "${typed[@]}")
	if [[ -z $found ]]; then
		_files
		return
	fi
	typed=("${(@f)found}")
	compadd -- "${(@)typed:#*=}"
	compadd -S '' -- "${(@M)typed:#*=}"
}
_tally "$@"
