/* SPDX-License-Identifier: MIT */
/*
 * Writes down what is asked of a target and what it answers.  See dialogue.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"
#include "target/dialogue/dialogue.h"
#include "target/dialogue/words.h"

struct recorder {
	struct target target;
	struct target *inner;
	FILE *to;
};

struct recorded_run;

struct recorded_bus {
	struct tally_bus bus;
	struct recorded_run *run;
	unsigned monitor;
};

struct recorded_run {
	struct target_run run;
	struct target_run *inner;
	FILE *to;
	struct recorded_bus bus[TARGET_MONITORS];
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *console_ctx;
};

enum { PIECE = 128, ESCAPED = 4 * 512 + 8 };

static struct recorded_run *recorded(const struct target_run *run)
{
	return (struct recorded_run *)run;
}

static struct target_run *inner_of(const struct target_run *run)
{
	return recorded(run)->inner;
}

static void put_text(FILE *to, const char *word, const char *text)
{
	char line[ESCAPED];

	words_escape(line, sizeof line, text, strlen(text));
	fprintf(to, "< %s %s\n", word, line);
}

/* The answer of a function that works or gives an error. */
static bool answered(FILE *to, bool good, const struct error *err)
{
	if (good)
		fputs("< ok\n", to);
	else
		put_text(to, "error", err->text);
	return good;
}

/* ---- registers ----------------------------------------------------------- */

/* `value`: of a read; or NULL. */
static enum tally_status tell_access(FILE *to, enum tally_status status,
				     const uint64_t *value)
{
	if (status)
		fprintf(to, "< failed %s\n", tally_status_text(status));
	else if (value)
		fprintf(to, "< ok 0x%llx\n", (unsigned long long)*value);
	else
		fputs("< ok\n", to);
	return status;
}

static struct tally_bus *inner_bus(const struct recorded_bus *b)
{
	struct target_run *run = b->run->inner;

	return run->target->registers->bus(run, b->monitor);
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	struct recorded_bus *b = (struct recorded_bus *)bus;
	struct tally_bus *inner = inner_bus(b);
	char text[48];

	words_reg(text, sizeof text, reg);
	fprintf(b->run->to, "> read %u %s\n", b->monitor, text);
	*value = tally_bus_read(inner, reg);
	return tell_access(b->run->to, tally_bus_recover(inner), value);
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	struct recorded_bus *b = (struct recorded_bus *)bus;
	struct tally_bus *inner = inner_bus(b);
	char text[48];

	words_reg(text, sizeof text, reg);
	fprintf(b->run->to, "> write %u %s 0x%llx\n", b->monitor, text,
		(unsigned long long)value);
	tally_bus_write(inner, reg, value);
	return tell_access(b->run->to, tally_bus_recover(inner), NULL);
}

/* How writes are waited for is no part of what is said. */
static enum tally_status sync_bus(struct tally_bus *bus)
{
	struct tally_bus *inner = inner_bus((struct recorded_bus *)bus);

	tally_bus_sync(inner);
	return tally_bus_recover(inner);
}

static const struct tally_bus_ops bus_ops = { .read = read_reg,
					      .write = write_reg,
					      .sync = sync_bus };

static struct tally_bus *bus_of(struct target_run *run, unsigned monitor)
{
	return &recorded(run)->bus[monitor].bus;
}

static const struct target_registers registers = { .bus = bus_of };

/* ---- control ------------------------------------------------------------- */

static const struct target_control *control_of(const struct target_run *run)
{
	return inner_of(run)->target->control;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	FILE *to = recorded(run)->to;

	fprintf(to, "> go %llu\n", (unsigned long long)cycles);
	return answered(to, control_of(run)->go(inner_of(run), cycles, err),
			err);
}

static void tell_stop(FILE *to, const struct target_stop *s)
{
	for (unsigned i = 0; i < TARGET_MONITORS; i++) {
		const struct target_writes *w = &s->writes[i];
		char reg[48];

		if (!w->count)
			continue;
		words_reg(reg, sizeof reg, &w->reg);
		fprintf(to, "< wrote %u %llu %s %s\n", i,
			(unsigned long long)w->count, reg, w->where);
	}
	if (s->text[0])
		put_text(to, "text", s->text);
	fprintf(to,
		"< stop %s pc=0x%llx status=%d instructions=%llu cycles=%llu "
		"broken=",
		words_reason(s->reason), (unsigned long long)s->pc, s->status,
		(unsigned long long)s->instructions,
		(unsigned long long)s->cycles);
	for (unsigned i = 0; i < TARGET_LAYERS; i++)
		fprintf(to, "%s%" PRIu32, i ? "," : "", s->bursts.broken[i]);
	fprintf(to, " frames=%llu/%llu\n", (unsigned long long)s->frames.passed,
		(unsigned long long)s->frames.arrived);
}

/*
 * An answer that the target still runs is not written down, since the number of
 * such questions differs from time to time.  What the program printed is.
 */
static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	FILE *to = recorded(run)->to;

	if (!control_of(run)->wait(inner_of(run), block, stop))
		return false;
	run->target->asked = inner_of(run)->target->asked;
	fputs("> wait\n", to);
	tell_stop(to, stop);
	return true;
}

static int fd(const struct target_run *run)
{
	return control_of(run)->fd(inner_of(run));
}

static void halt(struct target_run *run)
{
	fputs("> halt\n", recorded(run)->to);
	control_of(run)->halt(inner_of(run));
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	FILE *to = recorded(run)->to;

	fprintf(to, "> stop_at 0x%llx %s\n", (unsigned long long)addr,
		set ? "on" : "off");
	return answered(to,
			control_of(run)->stop_at(inner_of(run), addr, set, err),
			err);
}

static bool where(struct target_run *run, struct target_where *at,
		  struct error *err)
{
	FILE *to = recorded(run)->to;

	fputs("> where\n", to);
	if (!control_of(run)->where(inner_of(run), at, err))
		return answered(to, false, err);
	fprintf(to, "< ok pc=0x%llx sp=0x%llx link=0x%llx\n",
		(unsigned long long)at->pc, (unsigned long long)at->sp,
		(unsigned long long)at->link);
	return true;
}

static void heard(void *ctx, const void *bytes, size_t count, double patience)
{
	struct recorded_run *r = ctx;

	for (size_t done = 0; done < count; done += PIECE) {
		char line[4 * PIECE + 8];
		size_t n = count - done < PIECE ? count - done : PIECE;

		words_escape(line, sizeof line, (const char *)bytes + done, n);
		fprintf(r->to, "! %s\n", line);
	}
	r->console(r->console_ctx, bytes, count, patience);
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	struct recorded_run *r = recorded(run);

	r->console = fn;
	r->console_ctx = ctx;
	if (control_of(run)->console)
		control_of(run)->console(r->inner, heard, r);
}

static uint64_t progress(const struct target_run *run)
{
	const struct target_control *c = control_of(run);

	return c->progress ? c->progress(inner_of(run)) : 0;
}

static const struct target_control control = {
	.go = go,
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
	.console = console,
	.progress = progress,
};

/* ---- the target ---------------------------------------------------------- */

static bool load(struct target *t, const char *path, struct error *err)
{
	struct recorder *r = (struct recorder *)t;

	fputs("> load\n", r->to);
	if (!target_load(r->inner, path, err))
		return answered(r->to, false, err);
	t->program = r->inner->program;
	fprintf(r->to, "< ok %s\n", t->program ? t->program->sha256 : "");
	return true;
}

static struct target_run *open_run(struct target *t, unsigned number,
				   struct error *err)
{
	struct recorder *o = (struct recorder *)t;
	struct recorded_run *r = calloc(1, sizeof *r);

	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	fprintf(o->to, "> open %u\n", number);
	r->inner = target_open(o->inner, number, err);
	if (!answered(o->to, r->inner, err)) {
		free(r);
		return NULL;
	}
	r->to = o->to;
	r->run.unguarded = r->inner->unguarded;
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		r->bus[i] = (struct recorded_bus){ { &bus_ops, TALLY_OK, 0 },
						   r,
						   i };
	return &r->run;
}

static void end_run(struct target_run *run)
{
	struct recorded_run *r = recorded(run);

	struct target *t = run->target, *inner = r->inner->target;

	fputs("> end\n", r->to);
	target_end(r->inner);
	t->leaving = inner->leaving;
	t->left = inner->left;
	free(r);
}

static void close_target(struct target *t)
{
	struct recorder *r = (struct recorder *)t;

	target_close(r->inner);
	free(r);
}

static bool truth(struct target_run *run, struct target_truth *row,
		  unsigned room, unsigned *rows, struct error *err)
{
	struct target_run *inner = inner_of(run);
	FILE *to = recorded(run)->to;

	fputs("> truth\n", to);
	if (!inner->target->ops->truth(inner, row, room, rows, err))
		return answered(to, false, err);
	for (unsigned i = 0; i < *rows; i++)
		fprintf(to, "< row %u 0x%x %u %llu %s|%s\n", row[i].monitor,
			(unsigned)row[i].code, row[i].class,
			(unsigned long long)row[i].count, row[i].name,
			row[i].basis);
	return answered(to, true, err);
}

static const struct target_ops ops = {
	.load = load,
	.open = open_run,
	.end = end_run,
	.close = close_target,
	.truth = truth,
};

static const struct target_ops ops_without_ledger = {
	.load = load,
	.open = open_run,
	.end = end_run,
	.close = close_target,
};

static void tell_facts(FILE *to, const struct target *t)
{
	struct target_facts f = t->facts;

	fprintf(to, "tally dialogue 1\nname %s\ntitle %s\n", f.name, f.title);
	for (unsigned i = 0; i < f.monitors; i++)
		fprintf(to, "monitor %s %s\n", f.monitor[i].name,
			words_reach(f.monitor[i].reach));
	fprintf(to, "clock %.17g %.17g\nis", f.clock_hz, f.clock_ratio);
	for (unsigned i = 0; words_fact(i); i++)
		if (*words_fact_of(&f, i))
			fprintf(to, " %s", words_fact(i));
	fprintf(to, "\nhas%s%s%s\n", t->registers ? " registers" : "",
		t->control ? " control" : "", t->ops->truth ? " ledger" : "");
}

struct target *dialogue_record(struct target *inner, FILE *to,
			       struct error *err)
{
	struct recorder *r = calloc(1, sizeof *r);

	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	r->inner = inner;
	r->to = to;
	r->target.facts = inner->facts;
	r->target.facts.many = false;
	r->target.facts.instances = 1; /* a dialogue names no instance */
	r->target.ops = inner->ops->truth ? &ops : &ops_without_ledger;
	r->target.registers = inner->registers ? &registers : NULL;
	r->target.control = inner->control ? &control : NULL;
	r->target.program = inner->program;
	tell_facts(to, &r->target);
	return &r->target;
}
