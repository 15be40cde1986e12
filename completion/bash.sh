# SPDX-License-Identifier: MIT
# Readline takes ':' and '=' for ends of words; what is before them is not
# given back then.
_tally_broken() { # CURRENT
	local at
	for at in : =; do
		[[ $COMP_WORDBREAKS == *"$at"* && $1 == *"$at"* ]] || continue
		printf '%s' "${1%"${1##*[:=]}"}"
		return
	done
}

_tally() {
	local line=${COMP_LINE:0:COMP_POINT} current broken word
	local -a words
	read -ra words <<<"$line"
	[[ $line == *[[:space:]] ]] && words+=('')
	current=${words[-1]}
	broken=$(_tally_broken "$current")
	COMPREPLY=()
	while IFS= read -r word; do
		[[ $word == "$current"* ]] && COMPREPLY+=("${word#"$broken"}")
	done < <(_tally_words "${words[@]}")
	[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] &&
		compopt -o nospace 2>/dev/null
	return 0
}
complete -o default -F _tally tally
