/* SPDX-License-Identifier: MIT */
/*
 * Which target is meant, and which of its monitors.
 */
#include "cli/options/on_target.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

int on_target_arguments(const char *verb, char **words, int count, char **line)
{
	for (int i = 0; i < count; i++) {
		struct error err;
		char *word = board_argument(words[i], &err);
		bool good;

		if (!word)
			return cli_error_set(CLI_USAGE, verb, &err);
		good = text_append(line, word, ' ');
		free(word);
		if (!good)
			return cli_no_memory(verb);
	}
	return CLI_GOOD;
}

/* A board with the monitor, or NULL. */
static const struct board_info *board_with(const char *monitor)
{
	unsigned count;
	const struct board_info *board = board_list(&count);

	for (unsigned i = 0; i < count; i++)
		if (board_monitor(&board[i], monitor) >= 0)
			return &board[i];
	return NULL;
}

/* The monitor asked for is not on the board, or no board was named. */
static int refuse_monitor(const char *verb, const struct target *t,
			  const struct catalog_monitor *m)
{
	const struct board_info *other = board_with(m->name);
	struct error err;
	char names[160];

	if (!other)
		error_set(
			&err,
			"no simulated board has %s, so it cannot be measured "
			"here; list, explain, plan, compute and decode know it",
			m->name);
	else if (!t)
		error_set(&err, "say where to run it: -t board:%s has %s",
			  other->name, m->name);
	else
		error_set(&err, "%s has %s, not %s; -t board:%s has it",
			  t->facts.title,
			  target_monitor_names(t, names, sizeof(names)),
			  m->name, other->name);
	return cli_error_set(CLI_USAGE, verb, &err);
}

static int choose_monitors(const char *verb, const struct request_wish *wish,
			   const struct target *t, struct members *members)
{
	char names[160];

	/* A kernel's events are at hand in any case. */
	if (!t->counts && !cli_members(verb, t->facts.monitor[0].name, members))
		return CLI_USAGE;
	if (!t->counts && t->facts.monitors == 1)
		return CLI_GOOD;
	if (!t->counts && request_known(members->member, members->count, wish))
		return CLI_GOOD;
	target_monitor_names(t, names, sizeof(names));
	return cli_members(verb, names, members) ? CLI_GOOD : CLI_USAGE;
}

static int check_monitors(const char *verb, const struct target *t,
			  const struct members *members)
{
	for (unsigned i = 0; i < members->count; i++) {
		const struct catalog_monitor *m = members->member[i].monitor;

		if (!t || target_monitor(t, m->name) < 0)
			return refuse_monitor(verb, t, m);
	}
	return CLI_GOOD;
}

int on_target(const char *verb, const struct on_target *o,
	      const struct board_options *machine, struct target **target,
	      struct members *members)
{
	struct error err;

	if (o->monitors && !cli_members(verb, o->monitors, members))
		return CLI_USAGE;
	if (!o->target && members->count)
		return check_monitors(verb, NULL, members);
	if (!o->target)
		return cli_error(CLI_USAGE, verb,
				 "say where to run it: -t board:NAME, one of "
				 "tally list boards%s",
				 strcmp(verb, "stat") != 0 &&
						 strcmp(verb, "record") != 0
					 ? ""
					 : "; a command of this computer comes "
					   "after --");
	*target = target_find(o->target, machine, &err);
	if (!*target)
		return cli_error_set(CLI_USAGE, verb, &err);
	return members->count
		       ? check_monitors(verb, *target, members)
		       : choose_monitors(verb, &o->wish, *target, members);
}
