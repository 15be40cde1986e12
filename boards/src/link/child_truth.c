/* SPDX-License-Identifier: MIT */
/*
 * The child's side of the truth: what the board's ledger has of each monitor's
 * events, and of the causes of the core's cycles.
 */
#include <stdio.h>
#include <unistd.h>

#include "boards/src/link/child.h"

/* Of a tool that is gone nobody reads what follows. */
static void tell(const struct wire_message *out, int to)
{
	if (!wire_send(to, out))
		_exit(0);
}

static void tell_row(struct wire_message *out, int to, unsigned monitor,
		     const struct pmu_event *e, uint8_t class, uint64_t count)
{
	struct target_truth *row = &out->u.truth;

	wire_start(out, WIRE_TRUTH_ROW, 0);
	row->code = e->code;
	row->class = class;
	row->monitor = (uint8_t)monitor;
	row->count = count;
	snprintf(row->name, sizeof row->name, "%s", e->name);
	snprintf(row->basis, sizeof row->basis, "%s", e->basis);
	tell(out, to);
}

static uint64_t counted(const struct machine *m,
			const struct monitor_ledger *from,
			const struct pmu_event *e)
{
	if (e->class == PMU_NOT_MODELLED)
		return 0;
	if (from->counted)
		return from->counted(m, e->item);
	return e->item < LEDGER_ITEMS ? from->ledger->n[e->item] : 0;
}

static void tell_ledger(const struct machine *m, struct wire_message *out,
			int to, unsigned monitor,
			const struct monitor_ledger *from)
{
	const struct pmu_event clock = {
		.code = 0xFFFE,
		.name = "cycle counter",
		.class = PMU_MODELLED,
		.item = LEDGER_CYCLES,
		.basis = from->clock,
	};
	const struct pmu_event *e = from->event;

	for (unsigned i = 0; i < from->events; i++, e++)
		tell_row(out, to, monitor, e, monitor_class(from, e),
			 counted(m, from, e));
	if (from->clock)
		tell_row(out, to, monitor, &clock, monitor_class(from, &clock),
			 from->counted ? from->counted(m, from->cycles)
				       : from->ledger->n[LEDGER_CYCLES]);
}

/* Behind the events, for they are none. */
static void tell_causes(const struct ledger *ledger,
			const struct monitor_ledger *core,
			struct wire_message *out, int to)
{
	const struct pmu_event cycles = { .item = LEDGER_CYCLES,
					  .class = PMU_MODELLED };
	struct pmu_event row = {
		.code = 0xFFFD,
		.basis = "simulated cause of the core's cycles; no event of a "
			 "monitor",
	};

	for (unsigned i = 0; i < CAUSES; i++) {
		row.name = machine_cause_name(i);
		tell_row(out, to, 0, &row, monitor_class(core, &cycles),
			 ledger->cause[i]);
	}
}

void child_truth(const struct child_machine_ops *ops, struct machine *machine,
		 struct wire_message *out, int to)
{
	struct monitor_ledger ledger;

	for (unsigned i = 0; ops->monitor_ledger(machine, i, &ledger); i++)
		tell_ledger(machine, out, to, i, &ledger);
	if (ops->monitor_ledger(machine, 0, &ledger))
		tell_causes(ops->ledger(machine), &ledger, out, to);
	wire_start(out, WIRE_TRUTH, 0);
	out->u.result.ok = 1;
	tell(out, to);
}
