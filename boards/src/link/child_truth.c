/* SPDX-License-Identifier: MIT */
/*
 * The child's side of the truth: what the board's ledger has of each monitor's
 * events, and of the causes of the core's cycles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "boards/src/link/child.h"

/* Of a tool that is gone nobody reads what follows. */
static void tell(const struct wire_message *out, int to)
{
	if (!wire_send(to, out))
		_exit(0);
}

/* The book that is told: of the machine since it began, or of one window. */
struct book {
	struct wire_message *out;
	int to;
	const uint64_t *event; /* of all monitors, row by row; NULL: not told */
	const uint64_t *cause;
	struct target_told told; /* of the window */
};

static void tell_row(struct book *b, unsigned monitor,
		     const struct pmu_event *e, uint8_t class, uint64_t count)
{
	struct target_truth *row = &b->out->u.truth;

	wire_start(b->out, WIRE_TRUTH_ROW, 0);
	row->code = e->code;
	row->class = class;
	row->monitor = (uint8_t)monitor;
	row->count = count;
	snprintf(row->name, sizeof row->name, "%s", e->name);
	snprintf(row->basis, sizeof row->basis, "%s", e->basis);
	tell(b->out, b->to);
}

static void tell_ledger(struct book *b, unsigned monitor,
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
		tell_row(b, monitor, e, monitor_class(from, e), *b->event++);
	if (from->clock)
		tell_row(b, monitor, &clock, monitor_class(from, &clock),
			 *b->event++);
}

/* Behind the events, for they are none. */
static void tell_causes(struct book *b, const struct monitor_ledger *core)
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
		tell_row(b, 0, &row, monitor_class(core, &cycles), b->cause[i]);
	}
}

static void tell_book(struct book *b, const struct child_machine_ops *ops,
		      const struct machine *m)
{
	struct monitor_ledger ledger;

	for (unsigned i = 0; b->event && ops->monitor_ledger(m, i, &ledger);
	     i++)
		tell_ledger(b, i, &ledger);
	if (ops->monitor_ledger(m, 0, &ledger))
		tell_causes(b, &ledger);
}

static bool tell_machine(const struct child_machine_ops *ops,
			 const struct machine *m, struct book *b)
{
	uint64_t *count = calloc(ops->truths(m, NULL), sizeof *count);

	if (!count)
		return false;
	(void)ops->truths(m, count);
	b->event = count;
	b->cause = ops->ledger(m)->cause;
	tell_book(b, ops, m);
	free(count);
	return true;
}

static bool tell_window(const struct child_machine_ops *ops,
			const struct machine *m, unsigned number,
			struct book *b)
{
	if (!ops->window_told(m, number, &b->told))
		return false;
	b->event = ops->window_truths(m, number);
	b->cause = b->told.cause;
	tell_book(b, ops, m);
	return true;
}

void child_truth(const struct child_machine_ops *ops,
		 const struct machine *machine, uint32_t of,
		 struct wire_message *out, int to)
{
	struct book b = { .out = out, .to = to };
	const bool ok = of ? tell_window(ops, machine, of - 1, &b)
			   : tell_machine(ops, machine, &b);

	wire_start(out, WIRE_TRUTH, 0);
	out->u.result.ok = ok;
	if (!ok)
		snprintf(out->u.result.text, sizeof out->u.result.text, "%s",
			 of ? "there is no such window" : "out of memory");
	tell(out, to);
}
