/* SPDX-License-Identifier: MIT */
/* Functions that the verbs share: messages, options, numbers. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "cli/command.h"
#include "cli/habits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/text.h"

int cli_error(int status, const char *verb, const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	fflush(stdout);
	fprintf(stderr, "tally%s%s: %s\n", verb ? " " : "", verb ? verb : "",
		text ? text_clean(text) : "out of memory");
	free(text);
	return status;
}

int cli_no_memory(const char *verb)
{
	return cli_error(CLI_FAILED, verb, "out of memory");
}

int cli_error_set(int status, const char *verb, const struct error *err)
{
	return cli_error(status, verb, "%s", err->text);
}

/* "-x": what the verb has for what another tool means by it. */
static int known_elsewhere(const char *verb, const char *typed,
			   const struct habit *habit)
{
	return cli_error(CLI_USAGE, verb,
			 "no option %s; for what %s means by it there is %s",
			 typed, habit->whose, habit->instead);
}

enum { VERBS_SAID = 3 };

/* Which verbs have the option, "diff" or "stat, why, profile and 2 more", by
 * their help; false: none has. */
static bool verbs_with(const char *option, char *to, size_t room)
{
	json_t *rows = command_rows(COMMAND_OPTIONS), *row;
	size_t i, k, used = 0, count = 0;

	json_array_foreach(rows, i, row)
	{
		const json_t *verbs = json_object_get(row, "verbs");
		const char *name =
			json_string_value(json_object_get(row, "name"));

		if (!name || strcmp(name, option) != 0)
			continue;
		count = json_array_size(verbs);
		for (k = 0; k < count && k < VERBS_SAID; k++)
			used += (size_t)snprintf(
				to + used, room - used, "%s%s", k ? ", " : "",
				json_string_value(json_array_get(verbs, k)));
	}
	if (count > VERBS_SAID)
		snprintf(to + used, room - used, " and %zu more",
			 count - VERBS_SAID);
	json_decref(rows);
	return count;
}

/* `typed` is the option without its dashes, perhaps with "=value" behind it. */
static int unknown_long(const char *verb, const char *typed,
			const struct option *known)
{
	struct nearest near = { 0 };
	char name[64], option[sizeof name + 2], verbs[120];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(typed, "="), typed);
	snprintf(option, sizeof option, "--%s", name);
	if (habit_of(verb, name))
		return known_elsewhere(verb, option, habit_of(verb, name));
	if (!strcmp(name, "core"))
		return cli_error(CLI_USAGE, verb,
				 "--core comes before the verb: tally --core "
				 "FILE %s",
				 verb);
	for (; known->name; known++)
		nearest_offer(&near, name, known->name);
	if (verbs_with(option, verbs, sizeof verbs))
		return cli_error(CLI_USAGE, verb,
				 "no option %s, which belongs to %s; `tally "
				 "%s --help` has those of %s",
				 option, verbs, verb, verb);
	if (near.best)
		return cli_error(CLI_USAGE, verb,
				 "no option %s; did you mean --%s?", option,
				 near.best);
	return cli_error(CLI_USAGE, verb,
			 "no option --%s; `tally %s --help` has them", name,
			 verb);
}

int cli_bad_option(const char *verb, int got, char **argv,
		   const struct option *known)
{
	const char *typed = argv[optind - 1];
	const char letter[] = { '-', (char)optopt, '\0' };

	if (got == ':')
		return cli_error(CLI_USAGE, verb,
				 "%s needs an argument; `tally %s --help` "
				 "tells which",
				 typed, verb);
	if (optopt == 0 && !strncmp(typed, "--", 2))
		return unknown_long(verb, typed + 2, known);
	if (!strncmp(typed, "--", 2))
		return cli_error(CLI_USAGE, verb,
				 "%s takes no argument; leave out the '=' and "
				 "what follows",
				 typed);
	if (habit_of(verb, letter + 1))
		return known_elsewhere(verb, letter,
				       habit_of(verb, letter + 1));
	return cli_error(CLI_USAGE, verb,
			 "no option %s; `tally %s --help` has them", letter,
			 verb);
}

static const char about_registers[] =
	"script encode decode amalgam doctor find profile";

const struct catalog_monitor *cli_monitor(const char *verb, const char *name)
{
	const struct catalog_monitor *const *all, *m;
	struct error err;
	char names[256] = "";
	unsigned i, count;
	size_t used = 0;

	if (name) {
		m = catalog_monitor(name, &err);
		if (m && !m->regs && catalog_has_word(about_registers, verb)) {
			error_set(&err,
				  "the kernel keeps the registers for itself: "
				  "-m %s is for list, explain, plan, compute, "
				  "`stat -t linux` and `record -t linux`",
				  m->name);
			m = NULL;
		}
		if (!m)
			cli_error_set(CLI_USAGE, verb, &err);
		return m;
	}
	all = catalog_monitors(&count);
	for (i = 0; i < count && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used,
					 " %s", all[i]->name);
	cli_error(CLI_USAGE, verb, "say which monitor with -m, one of:%s",
		  names);
	return NULL;
}

bool cli_colour(FILE *stream)
{
	const char *no = getenv("NO_COLOR");

	return !(no && *no) && isatty(fileno(stream));
}
