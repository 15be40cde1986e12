/* SPDX-License-Identifier: MIT */
/* Which boards there are, and what a run on one can begin with. */
#include "boards/src/boards/boards.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "boards/src/boards/rows.h"
#include "boards/src/machine/arch.h"

/* In the order in which they are listed. */
static const struct board_spec *const specs[] = {
#define BOARD(name) &name##_board,
#include "boards/src/boards.def"
#undef BOARD
};

const struct board_info *board_list(unsigned *count)
{
	static struct board_info infos[COUNT(specs)];

	for (unsigned i = 0; i < COUNT(specs); i++)
		infos[i] = specs[i]->info;
	*count = COUNT(specs);
	return infos;
}

const char *board_cc(const struct board_info *info)
{
	static const struct {
		const char *board, *line;
	} row[] = {
#define LINE(board, line) { board, line },
#include "boards/src/compile_lines.def"
#undef LINE
	};
	unsigned i = 0;

	while (strcmp(row[i].board, info->name) != 0)
		i++; /* each board has one */
	return row[i].line;
}

static bool any(const struct board_spec *spec)
{
	(void)spec;
	return true;
}

static bool has_l2(const struct board_spec *spec)
{
	return spec->l2 != L2_NONE;
}

/* The names of such boards, as in "imx31, pb1176 and lubbock". */
static const char *names_of(bool (*such)(const struct board_spec *spec),
			    char *to, size_t room)
{
	size_t used = 0;
	unsigned left = 0, all;

	for (unsigned i = 0; i < COUNT(specs); i++)
		left += such(specs[i]);
	all = left;
	for (unsigned i = 0; i < COUNT(specs); i++) {
		const char *before = left == all ? ""
				     : left > 1  ? ", "
						 : " and ";

		if (!such(specs[i]))
			continue;
		if (used < room)
			used += (size_t)snprintf(to + used, room - used, "%s%s",
						 before, specs[i]->info.name);
		left--;
	}
	return to;
}

const struct board_spec *board_spec_find(const char *name, struct error *err)
{
	struct nearest near = { 0 };
	char names[120];

	for (unsigned i = 0; i < COUNT(specs); i++)
		if (!strcmp(specs[i]->info.name, name))
			return specs[i];
	for (unsigned i = 0; i < COUNT(specs); i++)
		nearest_offer(&near, name, specs[i]->info.name);
	error_set(err, "no board is called \"%s\"; %s%s%sthere are %s", name,
		  near.best ? "did you mean " : "", near.best ? near.best : "",
		  near.best ? "? " : "", names_of(any, names, sizeof(names)));
	return NULL;
}

const struct board_info *board_find(const char *name, struct error *err)
{
	const struct board_spec *spec = board_spec_find(name, err);

	return spec ? &spec->info : NULL;
}

bool board_can_start(const struct board_info *info,
		     const struct board_options *options, struct error *err)
{
	const struct board_spec *spec = board_spec_find(info->name, err);
	char names[120];

	if (!spec)
		return false;
	if (spec->core->arch->boot_arguments && options->cold &&
	    options->command_line)
		return error_set(
			err, "--cold: after reset there is nobody who could "
			     "pass the program's arguments; leave out one "
			     "of the two");
	if (!options->l2)
		return true;
	if (spec->l2 == L2_NONE)
		return error_set(err,
				 "--l2 on: board %s has no controller of a "
				 "second-level cache; %s have",
				 info->name,
				 names_of(has_l2, names, sizeof(names)));
	return !options->cold ||
	       error_set(err, "--l2 on: after reset the second-level cache is "
			      "off; leave out --cold, or let the program "
			      "switch it on");
}

unsigned board_areas(const struct board_info *info, struct board_area *to)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);
	unsigned areas = 0;

	for (unsigned i = 0; spec && i < spec->places && areas < BOARD_AREAS;
	     i++) {
		const struct place *p = &spec->place[i];

		if (p->kind != PLACE_NONE)
			to[areas++] =
				(struct board_area){ p->base, p->size,
						     p->kind == PLACE_FLASH };
	}
	return areas;
}

int board_monitor(const struct board_info *info, const char *monitor)
{
	for (unsigned i = 0; i < board_monitors(info); i++)
		if (strcmp(info->monitor[i], monitor) == 0)
			return (int)i;
	return -1;
}

char *board_monitor_names(const struct board_info *info, char *to, size_t room)
{
	size_t used = 0;

	for (unsigned i = 0; i < board_monitors(info) && used < room; i++)
		used += (size_t)snprintf(to + used, room - used, "%s%s",
					 i ? "," : "", info->monitor[i]);
	return to;
}
