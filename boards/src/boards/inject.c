/* SPDX-License-Identifier: MIT */
/*
 * A core takes injected happenings for which its monitor has an event; their
 * names are the events'.  Only boards with a platform's clock take the options
 * of one.
 */
#include <stdio.h>

#include "boards/src/boards/boards.h"

static const enum ledger_item signal_items[BOARD_SIGNALS] = {
	[BOARD_ETMEXTOUT0] = LEDGER_ETMEXTOUT0,
	[BOARD_ETMEXTOUT1] = LEDGER_ETMEXTOUT1,
	[BOARD_PM_EVENT] = LEDGER_PM_EVENT,
};

static bool has(const struct board_info *info, enum ledger_item item)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);
	const struct pmu_event *e;
	unsigned count;

	if (!spec)
		return false;
	if (!board_core_monitor(spec))
		return false;
	e = pmu_events(board_pmu(spec, 0), &count);
	for (unsigned i = 0; i < count; i++)
		if (e[i].class == PMU_INJECTED && e[i].item == item)
			return true;
	return false;
}

static bool refuse(const struct board_info *info, const char *name,
		   enum ledger_item item, struct error *err)
{
	unsigned count;
	const struct board_info *other = board_list(&count);

	for (unsigned i = 0; i < count; i++)
		if (has(&other[i], item))
			return error_set(err,
					 "--inject %s: the %s of board %s has "
					 "no such event; board %s has",
					 name, info->monitor[0], info->name,
					 other[i].name);
	return error_set(err,
			 "--inject %s: the %s of board %s has no such event; "
			 "no board has, so far",
			 name, info->monitor[0], info->name);
}

/* Only a simulated bus has it; on other boards it is an error. */
static bool has_bus(const struct board_info *info, const char *what,
		    struct error *err)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);

	return (spec && spec->ahb) ||
	       error_set(err,
			 "%s: board %s has no simulated bus; board versatile "
			 "has",
			 what, info->name);
}

static bool can_disturb_bus(const struct board_info *info,
			    const struct board_inject *inject,
			    struct error *err)
{
	if (inject->dbgack_period && !has_bus(info, "--inject dbgack", err))
		return false;
	if (inject->fault[0] && !has_bus(info, "--inject", err))
		return false;
	for (unsigned i = 0; i < BOARD_TRAFFICS; i++)
		if (inject->traffic[i] && !has_bus(info, "--traffic", err))
			return false;
	return true;
}

bool board_can_inject(const struct board_info *info,
		      const struct board_inject *inject, struct error *err)
{
	for (unsigned i = 0; i < BOARD_SIGNALS; i++)
		if (inject->period[i] && !has(info, signal_items[i]))
			return refuse(info,
				      board_signal_name((enum board_signal)i),
				      signal_items[i], err);
	for (unsigned i = 0; i < BOARD_RAMS; i++) {
		enum ledger_item item = LEDGER_ICACHE_TAG_ERROR + i;

		if (inject->error[i] && !has(info, item))
			return refuse(info, board_ram_name((enum board_ram)i),
				      item, err);
	}
	return can_disturb_bus(info, inject, err);
}

/* " (mpc8540ads, mpc8548cds)", or that there are none. */
static const char *platforms(char *to, size_t room)
{
	unsigned count;
	const struct board_info *info = board_list(&count);
	size_t used = 0;

	snprintf(to, room, "; no board has, so far");
	for (unsigned i = 0; i < count; i++) {
		struct error ignored;
		const struct board_spec *spec =
			board_spec_find(info[i].name, &ignored);

		if (!spec || !spec->ratio_platform || used >= room)
			continue;
		used += (size_t)snprintf(to + used, room - used, "%s%s",
					 used ? " and " : "; those that have: ",
					 spec->info.name);
	}
	return to;
}

/* The parts of a board that can be had otherwise. */
static unsigned shapes_of(const struct board_spec *spec)
{
	return spec->core->shapes | (spec->l2 != L2_NONE ? SHAPES_OWN_L2 : 0u);
}

/* "icache, dcache and l2" */
static const char *shapes_told(unsigned shapes, char *to, size_t room)
{
	size_t used = 0;

	to[0] = '\0';
	for (unsigned i = 0; i < BOARD_SHAPES && used < room; i++)
		if (shapes >> i & 1)
			used += (size_t)snprintf(
				to + used, room - used, "%s%s",
				!used              ? ""
				: shapes >> i == 1 ? " and "
						   : ", ",
				machine_shape_name((enum board_shape)i));
	return to;
}

/* How a cache chooses is told by the guest, or fits what it is. */
static bool policy_fits(const struct board_spec *spec,
			const struct board_options *o, unsigned which,
			struct error *err)
{
	enum { TREE_WAYS = 8 };
	const bool tree = spec->core->tree && which != BOARD_L2;

	if (o->shape[which].policy && spec->core->told_policy)
		return error_set(err,
				 "--machine %s: on board %s the program says "
				 "how a cache chooses (SCTLR.RR); leave that "
				 "out",
				 machine_shape_name(which), spec->info.name);
	if (o->shape[which].policy && which == BOARD_L2 &&
	    !(spec->core->shapes & SHAPE(LINE)))
		return error_set(err,
				 "--machine l2: how the second level of board "
				 "%s chooses cannot be had otherwise, only its "
				 "size and ways",
				 spec->info.name);
	if (tree && !o->shape[which].policy && o->shape[which].ways > TREE_WAYS)
		return error_set(err,
				 "--machine %s: the core of board %s chooses "
				 "by a tree, of at most 8 ways; say "
				 "round-robin or random for more",
				 machine_shape_name(which), spec->info.name);
	return true;
}

static bool shapes_fit(const struct board_spec *spec,
		       const struct board_options *o, struct error *err)
{
	const unsigned shapes = shapes_of(spec);
	char told[160];

	for (unsigned i = 0; i < BOARD_SHAPES; i++) {
		if (!o->shape[i].size)
			continue;
		if (!(shapes >> i & 1))
			return error_set(
				err,
				"--machine %s: board %s has none that can be "
				"had otherwise; it has: %s",
				machine_shape_name((enum board_shape)i),
				spec->info.name,
				shapes_told(shapes, told, sizeof(told)));
		if (o->flat && machine_shape_is_time((enum board_shape)i))
			return error_set(
				err,
				"--machine %s: nothing takes time with "
				"--timing flat; leave one of them out",
				machine_shape_name((enum board_shape)i));
		if (!policy_fits(spec, o, i, err))
			return false;
	}
	return true;
}

bool board_can_receive(const struct board_info *info,
		       const struct board_options *options, struct error *err)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);
	char others[160];

	if (options->pcap_speed_milli && !options->pcap)
		return error_set(err, "--pcap-speed: it paces the frames of "
				      "--pcap FILE, which is not there");
	if (options->ill & 1u << BOARD_ILL_LOST_OVERFLOW &&
	    board_monitor(info, "cortex-a9") < 0)
		return error_set(err,
				 "--ill lost-overflow: board %s has no "
				 "Cortex-A9, whose erratum that is",
				 info->name);
	if (spec && !shapes_fit(spec, options, err))
		return false;
	if (!spec || spec->ratio_platform)
		return true;
	if (options->pcap)
		return error_set(err,
				 "--pcap: board %s has no Ethernet "
				 "controller%s",
				 info->name, platforms(others, sizeof(others)));
	if (options->ratio_core)
		return error_set(err,
				 "--platform-ratio: board %s has one clock%s",
				 info->name, platforms(others, sizeof(others)));
	if (options->pmc0_upper_first)
		return error_set(err,
				 "--pmc0-upper-first: board %s has no counter "
				 "in two words%s",
				 info->name, platforms(others, sizeof(others)));
	if (options->pmc0_runs_on)
		return error_set(err,
				 "--pmc0-runs-on: board %s has no device "
				 "monitor%s",
				 info->name, platforms(others, sizeof(others)));
	return true;
}

double board_clock_ratio(const struct board_info *info,
			 const struct board_options *options)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);

	if (!spec || !spec->ratio_platform)
		return 0;
	if (options->ratio_core)
		return (double)options->ratio_core / options->ratio_platform;
	return (double)spec->ratio_core / spec->ratio_platform;
}
