/* SPDX-License-Identifier: MIT */
/* Code that is the same for every kind of target. */
#include "target/target.h"

#include <stdio.h>
#include <string.h>

enum target_leaving target_left(struct target *t)
{
	if (t->unused)
		t->ops->end(t->unused);
	t->unused = NULL;
	return t->leaving;
}

void target_close(struct target *t)
{
	if (!t)
		return;
	(void)target_left(t);
	t->ops->close(t);
}

bool target_load(struct target *t, const char *path, struct error *err)
{
	if (t->program)
		return true;
	if (!t->ops->load)
		return error_set(err, "%s takes no program; leave out %s",
				 t->facts.name, path);
	return t->ops->load(t, path, err);
}

struct target_run *target_open(struct target *t, unsigned number,
			       struct error *err)
{
	struct target_run *run = t->unused;

	if (run && run->number == number) {
		t->unused = NULL;
		return run;
	}
	if (run && !t->facts.many) {
		t->unused = NULL;
		t->ops->end(run);
	}
	run = t->ops->open(t, number, err);
	if (run) {
		run->target = t;
		run->number = number;
	}
	return run;
}

void target_end(struct target_run *run)
{
	if (run)
		run->target->ops->end(run);
}

void target_release(struct target *t)
{
	if (t->ops->release)
		t->ops->release(t);
}

void target_put_back(struct target_run *run)
{
	struct target *t = run->target;

	if (t->unused)
		t->ops->end(t->unused);
	t->unused = run;
}

bool target_needs(const struct target *t, unsigned faces, const char *who,
		  struct error *err)
{
	const struct {
		enum target_face face;
		bool there;
		const char *what;
	} row[] = {
		{ TARGET_REGISTERS, t->registers,
		  t->facts.never_halted
			  ? "reaches no registers; while a core runs, a "
			    "monitor is reached in memory alone: say where "
			    "it is there, MONITOR=ADDRESS"
			  : "reaches no registers" },
		{ TARGET_CONTROL, t->control, "cannot be let run or stopped" },
		{ TARGET_MEMORY, t->memory, "gives no access to its memory" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		if (faces & row[i].face && !row[i].there)
			return error_set(err, "%s needs what %s has not: it %s",
					 who, t->facts.name, row[i].what);
	return true;
}

int target_monitor(const struct target *t, const char *name)
{
	for (unsigned i = 0; i < t->facts.monitors; i++)
		if (strcmp(t->facts.monitor[i].name, name) == 0)
			return (int)i;
	return -1;
}

char *target_monitor_names(const struct target *t, char *to, size_t room)
{
	size_t used = 0;

	to[0] = '\0';
	for (unsigned i = 0; i < t->facts.monitors && used < room; i++)
		used += (size_t)snprintf(to + used, room - used, "%s%s",
					 i ? "," : "",
					 t->facts.monitor[i].name);
	return to;
}

static enum tally_status one_access(struct tally_bus *bus,
				    struct tally_access *a)
{
	if (a->write)
		tally_bus_write(bus, &a->reg, a->value);
	else
		a->value = tally_bus_read(bus, &a->reg);
	return tally_bus_recover(bus);
}

static void one_by_one(struct tally_bus *bus, struct tally_access *access,
		       unsigned count)
{
	enum tally_status broken = TALLY_OK;

	for (unsigned i = 0; i < count; i++) {
		access[i].status = broken;
		if (broken)
			continue;
		access[i].status = one_access(bus, &access[i]);
		if (access[i].status != TALLY_E_NOREG)
			broken = access[i].status;
	}
}

void target_batch(struct target_run *run, unsigned monitor,
		  struct tally_access *access, unsigned count)
{
	const struct target_registers *r = run->target->registers;

	if (r->batch)
		r->batch(run, monitor, access, count);
	else
		one_by_one(r->bus(run, monitor), access, count);
}

bool target_settle(struct target_run *run, struct error *err)
{
	const struct target_registers *r = run->target->registers;

	return !r->settle || r->settle(run, err);
}
