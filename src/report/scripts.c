/* SPDX-License-Identifier: MIT */
/*
 * What would be written to the monitor: the scripts of every pass, with the
 * names of registers and fields.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/part.h"

static const struct catalog_register *
register_of(const struct catalog_monitor *m, struct tally_reg reg)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, reg))
			return &m->reg[i];
	return NULL;
}

/* Fields that are not 0; an event field says its event. */
static void print_fields(FILE *to, const struct catalog_monitor *m,
			 const char *reg, uint64_t value)
{
	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		uint64_t part = tally_field_get(value, f->field);
		const struct catalog_event *e;

		if (strcmp(f->reg, reg) != 0 || (part == 0 && !f->event))
			continue;
		fprintf(to, " %s=", f->name);
		if (f->field.width == 1)
			fprintf(to, "%" PRIu64, part);
		else
			fprintf(to, "0x%02" PRIx64, part);
		e = f->event ? catalog_event_by_code(m, (uint16_t)part) : NULL;
		if (e)
			fprintf(to, "(%s)", e->name);
	}
}

static void print_step(FILE *to, const struct catalog_monitor *m,
		       const struct tally_step *step)
{
	const struct catalog_register *r = register_of(m, step->reg);
	char address[32];

	if (!r) {
		snprintf(address, sizeof address, "space %u, 0x%x",
			 step->reg.space, (unsigned)step->reg.addr);
		fprintf(to, "    %s = 0x%08" PRIx64 "\n", address, step->value);
		return;
	}
	fprintf(to, "    %-5s = 0x%0*" PRIx64 " ", r->name, r->reg.bits / 4,
		step->value);
	print_fields(to, m, r->name, step->value);
	fputc('\n', to);
}

static bool print_part(FILE *to, const struct request *q,
		       const struct tally_setup *setup, enum tally_part part,
		       struct error *err)
{
	static const char *const title[] = {
		[TALLY_CONFIGURE] = "configure",
		[TALLY_START] = "start",
		[TALLY_STOP] = "stop",
		[TALLY_RELEASE] = "release, then what was found is put back",
	};
	const struct tally_monitor *m = q->monitor->monitor;
	struct tally_step *step = calloc(m->steps, sizeof *step);
	struct tally_script script;
	enum tally_status status;

	if (!step)
		return error_set(err, "out of memory");
	tally_script_init(&script, step, m->steps);
	status = tally_encode(m, setup, part, &script);
	if (!status) {
		fprintf(to, "  %s\n", title[part]);
		for (unsigned i = 0; i < script.count; i++)
			print_step(to, q->monitor, &step[i]);
	}
	free(step);
	return status ? error_set(err, "%s", tally_status_text(status)) : true;
}

bool report_scripts(FILE *to, const struct request *q, uint8_t options,
		    struct error *err)
{
	struct tally_slot slot[32];
	struct tally_setup setup;

	for (unsigned p = 0; p < q->plan->passes; p++) {
		const struct plan_pass *pass = &q->plan->pass[p];

		fprintf(to, "%spass %u:", p ? "\n" : "", p + 1);
		for (unsigned i = 0; i < pass->assigns; i++)
			fprintf(to, "%s %s on %s", i ? "," : "",
				q->event[pass->assign[i].event]->name,
				q->monitor->counter[pass->assign[i].counter]
					.name);
		fputc('\n', to);
		request_setup(q, p, options, slot, &setup);
		for (int part = TALLY_CONFIGURE; part <= TALLY_RELEASE; part++)
			if (!print_part(to, q, &setup, (enum tally_part)part,
					err))
				return false;
	}
	return true;
}
