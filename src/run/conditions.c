/* SPDX-License-Identifier: MIT */
/*
 * In which state the target is, as far as notes depend on it.  Which register
 * tells what is a table of the monitor's: nothing here knows an architecture.
 */
#include "run/conditions.h"

/* One look at the target. */
struct look {
	bool holds[CONDITIONS];
	bool dark[CONDITIONS];       /* some register of it cannot be reached */
	const struct tally_reg *reg; /* read last; or NULL */
	uint64_t word;
	bool reached;
};

/*
 * False: a failure, in `err`.  Rows of one register follow each other, and on a
 * debug link an access takes its time: it is read once for them.
 */
static bool read_register(struct job *job, const struct tally_reg *reg,
			  struct look *look, struct error *err)
{
	struct tally_bus *bus = board_bus(job->board);

	if (look->reg && tally_reg_same(*look->reg, *reg))
		return true;
	look->reg = reg;
	look->word = tally_bus_read(bus, reg);
	look->reached = bus->status == TALLY_OK;
	if (bus->status == TALLY_E_NOREG)
		(void)tally_bus_recover(bus);
	return !bus->status || job_bus_failed(job, "reading a control register",
					      bus->status, err);
}

static bool look_at(struct job *job, const struct catalog_condition *row,
		    struct look *look, struct error *err)
{
	bool within = row->within == WHEN_ALWAYS || look->holds[row->within];

	if (!read_register(job, &row->reg, look, err))
		return false;
	if (!look->reached || look->dark[row->within])
		look->dark[row->when] = true;
	else if (within &&
		 ((look->word & row->mask) == row->value) != row->differs)
		look->holds[row->when] = true;
	return true;
}

static bool read_rows(struct job *job, const struct catalog_monitor *m,
		      struct error *err)
{
	struct look look = { 0 };

	for (unsigned i = 0; i < m->conditions; i++)
		if (!look_at(job, &m->condition[i], &look, err))
			return false;
	for (unsigned i = 0; i < m->conditions; i++) {
		unsigned when = m->condition[i].when;

		job->conditions[when] |= look.holds[when];
		job->conditions_known[when] |=
			job->conditions[when] || !look.dark[when];
	}
	return true;
}

/* What no register tells, but the map, and the board's account of its bus. */
static void read_map(struct job *job, const struct catalog_monitor *m)
{
	if (!m->own_map)
		return;
	job->conditions[WHEN_DEBUG_TRACKED] |= m->tracks_debug;
	job->conditions[WHEN_BURST_BROKEN] |= job->broken > job->whole;
	job->conditions_known[WHEN_DEBUG_TRACKED] = true;
	job->conditions_known[WHEN_BURST_BROKEN] = true;
}

bool conditions_read(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		read_map(job, job->request->member[i].monitor);
		if (!read_rows(job, job->request->member[i].monitor, err))
			return false;
	}
	return true;
}
