/* SPDX-License-Identifier: MIT */
/*
 * Finds out in which state the target is, as far as notes depend on it.  A
 * table of the monitor says which register tells what, so nothing here knows an
 * architecture.
 */
#include "run/conditions.h"

#include <stdlib.h>

#include "catalog/errata.h"

/* A look: what the rows so far came to. */
struct look {
	bool holds[CONDITIONS];
	bool dark[CONDITIONS]; /* some register of it cannot be reached */
};

static void look_at(const struct catalog_condition *row,
		    const struct tally_access *a, struct look *look)
{
	bool within = row->within == WHEN_ALWAYS || look->holds[row->within];

	if (a->status || look->dark[row->within])
		look->dark[row->when] = true;
	else if (within &&
		 ((a->value & row->mask) == row->value) != row->differs)
		look->holds[row->when] = true;
}

static bool next_register(const struct catalog_monitor *m, unsigned row)
{
	return row == 0 || !tally_reg_same(m->condition[row].reg,
					   m->condition[row - 1].reg);
}

/* Rows of one register follow each other: it is read once for them. */
static unsigned list_registers(const struct catalog_monitor *m,
			       struct tally_access *access)
{
	unsigned count = 0;

	for (unsigned i = 0; i < m->conditions; i++)
		if (next_register(m, i))
			access[count++] = (struct tally_access){
				.reg = m->condition[i].reg
			};
	if (catalog_asks_main_id(m) && catalog_main_id(m, &access[count].reg))
		count++;
	return count;
}

/* On a debug link a message takes its time: there is one for all of them. */
static bool read_registers(struct job *job, unsigned member,
			   struct tally_access *access, struct error *err)
{
	const struct catalog_monitor *m = job->request->member[member].monitor;
	const unsigned count = list_registers(m, access);
	const struct tally_access *last = &access[count ? count - 1 : 0];

	target_batch(job->on, job->monitor[member], access, count);
	for (unsigned i = 0; i < count; i++)
		if (access[i].status && access[i].status != TALLY_E_NOREG)
			return job_bus_failed(job, "reading a control register",
					      access[i].status, err);
	if (count && catalog_asks_main_id(m) && !last->status)
		job->main_id[member] = (uint32_t)last->value;
	return true;
}

static void take_rows(struct job *job, const struct catalog_monitor *m,
		      const struct tally_access *access)
{
	struct look look = { 0 };

	for (unsigned i = 0; i < m->conditions; i++) {
		if (i && next_register(m, i))
			access++;
		look_at(&m->condition[i], access, &look);
	}
	for (unsigned i = 0; i < m->conditions; i++) {
		unsigned when = m->condition[i].when;

		job->conditions[when] |= look.holds[when];
		job->conditions_known[when] |=
			job->conditions[when] || !look.dark[when];
	}
}

static bool read_rows(struct job *job, unsigned member, struct error *err)
{
	const struct catalog_monitor *m = job->request->member[member].monitor;
	struct tally_access *access =
		calloc(m->conditions + 2u, sizeof *access);
	bool good;

	if (!access)
		return error_no_memory(err);
	good = read_registers(job, member, access, err);
	if (good)
		take_rows(job, m, access);
	free(access);
	return good;
}

/* Takes what no register tells, but the map, and who watches the bus. */
static void read_map(struct job *job, const struct catalog_monitor *m)
{
	if (!m->own_map)
		return;
	job->conditions[WHEN_DEBUG_TRACKED] |= m->tracks_debug;
	job->conditions_known[WHEN_DEBUG_TRACKED] = true;
	job->conditions_known[WHEN_BURST_BROKEN] =
		job->on->target->facts.knows_bursts;
}

bool conditions_read(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		read_map(job, job->request->member[i].monitor);
		if (!read_rows(job, i, err))
			return false;
	}
	return true;
}
