# SPDX-License-Identifier: MIT
# What may come next on a command line of tally, for bash and zsh alike: all of
# it is asked of the command itself, so that it knows no more and no less.

# The names of a kind of things, perhaps of one monitor only.
_tally_names() { # KIND COLUMN MONITOR
	if [ "$3" ]; then
		"$_tally_command" list "$1" -m "$3" --csv 2>/dev/null
	else
		"$_tally_command" list "$1" --csv 2>/dev/null
	fi | tail -n +2 | cut -d, -f"$2" | sort -u
}

# The same for the last item of a list, "cpi,ipc" or "{a,b".
_tally_items() { # KIND MONITOR CURRENT
	_tally_names "$1" 2 "$2" | while IFS= read -r _tally_name; do
		printf '%s%s\n' "${3%"${3##*[,\{]}"}" "$_tally_name"
	done
}

# The last of a list of monitors, which has no commas in it.
_tally_monitors() { # CURRENT
	_tally_names monitors 1 '' | while IFS= read -r _tally_name; do
		printf '%s%s\n' "${1%"${1##*,}"}" "$_tally_name"
	done
}

_tally_verbs() {
	"$_tally_command" --help | sed -n 's/^  \([a-z, ]*[a-z]\)   *[^ ].*/\1/p' |
		tr -d ' ' | tr , '\n'
}

_tally_options() { # VERB
	"$_tally_command" "$1" --help 2>/dev/null |
		grep -o -e '--[a-z][a-z0-9-]*' -e '[[ ]-[a-zA-Z]\>' |
		tr -d '[ ' | sort -u
	echo --help
}

# What the usage says in a row: [a|b|c] after the words given.
_tally_choices() { # VERB WORDS
	"$_tally_command" "$1" --help 2>/dev/null |
		sed -n "s/.*$2\[*\([a-z]*|[a-z|]*\)\].*/\1/p" | head -n 1 |
		tr '|' '\n'
}

# The formats of export, which its help has one below the other.
_tally_formats() {
	"$_tally_command" export --help 2>/dev/null |
		sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

# The words that an option takes, "--l2 on|off", by the verb's help, or by that
# of boards, to which a verb sends for the options of a machine.
_tally_values() { # VERB OPTION
	{
		"$_tally_command" "$1" --help
		"$_tally_command" "$1" --help | grep -Eq 'board (--help|-h)' &&
			"$_tally_command" board --help
	} 2>/dev/null | sed -n "s/.*$2 \([a-z0-9-]*|[a-z0-9|-]*\).*/\1/p" | head -n 1 |
		tr '|' '\n'
}

# All that can be explained, perhaps of one monitor only.
_tally_subjects() { # MONITOR
	for _tally_kind in events metrics groups registers; do
		_tally_names "$_tally_kind" 2 "$1"
	done | sort -u
}

_tally_fields() { # MONITOR REGISTER CURRENT
	case $3 in
	*=*)
		_tally_names events 2 "$1" | sed "s/^/${3%%=*}=/"
		;;
	*)
		"$_tally_command" decode -m "$1" "$2" 0 --csv 2>/dev/null |
			tail -n +2 | cut -d, -f4 | sed 's/$/=/'
		_tally_names registers 2 "$1"
		;;
	esac
}

# The functions of the program that was typed.
_tally_functions() { # CURRENT
	nm --defined-only "$_tally_program" 2>/dev/null |
		sed -n 's/^[0-9a-f]* [tTwW] \([^$.].*\)$/\1/p' | sort -u
}

# Where the words before are enough to tell: monitor, register, how many.
_tally_look() { # the words after the verb
	_tally_monitor= _tally_register= _tally_plain=0 _tally_before=
	_tally_program=
	for _tally_word; do
		case $_tally_before in
		-m | --monitor) _tally_monitor=$_tally_word ;;
		-t | --target)
			_tally_monitor=$("$_tally_command" list boards --csv \
				2>/dev/null |
				sed -n -e "s/^${_tally_word#board:},\"\([^\"]*\).*/\1/p" \
				-e "s/^${_tally_word#board:},\([^,\"]*\),.*/\1/p")
			;;
		-[Megrjo] | --region | --annotate | --callers | --callees | --as | --via | --by | --format | --svg | --html | --map | --only | --cycles) ;;
		*)
			case $_tally_word in
			-* | *=*) ;;
			*)
				[ -f "$_tally_word" ] && _tally_program=$_tally_word
				_tally_plain=$((_tally_plain + 1))
				_tally_register=$_tally_word
				;;
			esac
			;;
		esac
		_tally_before=$_tally_word
	done
}

# One per line; nothing: a file.
_tally_next() { # VERB CURRENT, after _tally_look
	case $_tally_before in
	-m | --monitor) _tally_monitors "$2" && return ;;
	--only) _tally_monitors '' && return ;;
	-M | --metrics) _tally_items metrics "$_tally_monitor" "$2" && return ;;
	-e | --events) _tally_items events "$_tally_monitor" "$2" && return ;;
	-g | --groups) _tally_items groups "$_tally_monitor" "$2" && return ;;
	-t | --target) _tally_names boards 1 '' | sed 's/^/board:/' && return ;;
	--region | --annotate | --callers | --callees)
		_tally_functions && return
		;;
	-o | --output | --map | --html) return ;;
	--as | --via) _tally_choices "$1" "$_tally_before " && return ;;
	--format) _tally_formats && return ;;
	--svg) printf '%s\n' kiviat gantt bars && return ;;
	--*) _tally_values "$1" "$_tally_before" | grep . && return ;;
	esac
	case $1:$2:$_tally_plain in
	*:-*) _tally_options "$1" ;;
	explain:*:0)
		[ "$_tally_monitor" ] || _tally_names monitors 1 ''
		_tally_subjects "$_tally_monitor"
		;;
	explain:*:1)
		[ "$_tally_monitor" ] || _tally_subjects "$_tally_register"
		;;
	export:*:0) _tally_formats ;;
	find:*) _tally_subjects "$_tally_monitor" ;;
	list:*:0) _tally_choices list 'list ' ;;
	board:*:0) _tally_names boards 1 '' ;;
	compute:*)
		_tally_names events 2 "$_tally_monitor" | sed 's/$/=/'
		;;
	encode:*:0 | decode:*:[02468])
		_tally_names registers 2 "$_tally_monitor"
		;;
	encode:*) _tally_fields "$_tally_monitor" "$_tally_register" "$2" ;;
	esac
}

# The words up to the cursor, the last one perhaps empty or in part.
_tally_words() {
	_tally_command=$1
	if [ $# -eq 2 ]; then
		_tally_verbs
		printf '%s\n' --help --version
		return
	fi
	_tally_verb=$2
	shift 2
	if [ "$_tally_verb" = help ]; then
		_tally_verbs
		return
	fi
	for _tally_current; do :; done
	# Without the last: as often as there are words, the first goes behind.
	_tally_count=$#
	while [ $_tally_count -gt 1 ]; do
		set -- "$@" "$1"
		shift
		_tally_count=$((_tally_count - 1))
	done
	shift
	_tally_look "$@"
	_tally_next "$_tally_verb" "$_tally_current"
}
