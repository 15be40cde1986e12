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
	if (spec && !spec->core->reshapes && machine_shape_print(NULL, options))
		return error_set(err,
				 "--machine: the caches of board %s cannot be "
				 "had otherwise; those of ARM11 cores and the "
				 "PXA250 can: pb1176, imx31, arm1156, lubbock",
				 info->name);
	for (unsigned i = 0; spec && i < BOARD_SHAPES; i++)
		if (options->shape[i].bytes / 1024 > spec->core->reshapes)
			return error_set(
				err,
				"--machine: a cache of board %s has at "
				"most %uK, which its cache type "
				"register can tell",
				info->name, spec->core->reshapes);
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
