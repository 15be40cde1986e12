/* SPDX-License-Identifier: MIT */
/*
 * Plays a recorded dialogue in place of its target.  See dialogue.h.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"
#include "target/dialogue/dialogue.h"
#include "target/dialogue/lines.h"
#include "target/dialogue/words.h"

struct replay_run;

struct replay {
	struct target target;
	char *name; /* of the file */
	struct lines lines;
	struct error failed;
	bool left; /* the dialogue, by `failed`: nothing works any more */
	struct program *program;
	struct replay_run *run; /* the open one; or NULL */
	int readable;           /* a file that always is */
};

struct replay_bus {
	struct tally_bus bus;
	struct replay *replay;
	unsigned monitor;
};

struct replay_run {
	struct target_run run;
	struct replay_bus bus[TARGET_MONITORS];
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *console_ctx;
};

enum { QUESTION = 256 };

static struct replay *replay_of(const struct target_run *run)
{
	return (struct replay *)run->target;
}

/* ---- the lines ----------------------------------------------------------- */

static bool leave(struct replay *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool leave(struct replay *r, const char *format, ...)
{
	char why[sizeof r->failed.text];
	va_list args;

	if (r->left)
		return false;
	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	r->left = true;
	return error_set(&r->failed, "%s:%zu: %s", r->name, r->lines.at + 1,
			 why);
}

/* The program's words come wherever they came then. */
static void say(const struct replay_run *run, char *text)
{
	size_t count = words_unescape(text);

	if (run && run->console)
		run->console(run->console_ctx, text, count, 1);
}

/* The line that is next; NULL: there is none. */
static char *next_line(struct replay *r)
{
	while (r->lines.at < r->lines.count &&
	       strncmp(r->lines.line[r->lines.at], "! ", 2) == 0)
		say(r->run, r->lines.line[r->lines.at++] + 2);
	return r->lines.at < r->lines.count ? r->lines.line[r->lines.at] : NULL;
}

/* The next question of the recorded dialogue must be this one. */
static bool ask(struct replay *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool ask(struct replay *r, const char *format, ...)
{
	char question[QUESTION] = "> ";
	const char *line = next_line(r);
	va_list args;

	if (r->left)
		return false;
	va_start(args, format);
	vsnprintf(question + 2, sizeof question - 2, format, args);
	va_end(args);
	if (!line)
		return leave(r, "the dialogue ends, and is asked '%s'",
			     question + 2);
	if (strcmp(line, question) != 0)
		return leave(r, "asked '%s', and then it was '%s'",
			     question + 2, line);
	r->lines.at++;
	return true;
}

/* The answer behind "< " and the word; NULL: the next line is another. */
static char *answer(struct replay *r, const char *word)
{
	char *line = r->left ? NULL : next_line(r);
	const size_t n = strlen(word);

	if (!line || strncmp(line, "< ", 2) != 0 ||
	    strncmp(line + 2, word, n) != 0 ||
	    (line[n + 2] != ' ' && line[n + 2] != '\0'))
		return NULL;
	r->lines.at++;
	return line[n + 2] ? line + n + 3 : line + n + 2;
}

static bool no_answer(struct replay *r)
{
	return leave(r, "no answer that can be read");
}

/* Of a function that works or gives an error; what follows "ok", or NULL. */
static char *answered(struct replay *r, struct error *err)
{
	char *text = answer(r, "ok");

	if (text)
		return text;
	text = answer(r, "error");
	if (text) {
		(void)words_unescape(text);
		error_set(err, "%s", text);
		return NULL;
	}
	(void)no_answer(r);
	error_set(err, "%s", r->failed.text);
	return NULL;
}

/* ---- registers ----------------------------------------------------------- */

static enum tally_status accessed(struct replay *r, uint64_t *value)
{
	enum tally_status status;
	char *text = answer(r, "failed");

	if (text && words_to_status(text, &status))
		return status;
	text = text ? NULL : answer(r, "ok");
	if (text && (!value || words_take(text, "", 16, value)))
		return TALLY_OK;
	(void)no_answer(r);
	return TALLY_E_BUS;
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	const struct replay_bus *b = (const struct replay_bus *)bus;
	char text[48];

	words_reg(text, sizeof text, reg);
	if (!ask(b->replay, "read %u %s", b->monitor, text))
		return TALLY_E_BUS;
	return accessed(b->replay, value);
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	const struct replay_bus *b = (const struct replay_bus *)bus;
	char text[48];

	words_reg(text, sizeof text, reg);
	if (!ask(b->replay, "write %u %s 0x%" PRIx64, b->monitor, text, value))
		return TALLY_E_BUS;
	return accessed(b->replay, NULL);
}

static const struct tally_bus_ops bus_ops = { .read = read_reg,
					      .write = write_reg };

static struct tally_bus *bus_of(struct target_run *run, unsigned monitor)
{
	return &((struct replay_run *)run)->bus[monitor].bus;
}

static const struct target_registers registers = { .bus = bus_of };

/* ---- control ------------------------------------------------------------- */

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	(void)ask(replay_of(run), "go %" PRIu64, cycles);
	return answered(replay_of(run), err);
}

static bool take_wrote(const char *text, struct target_stop *s)
{
	uint64_t monitor, count;
	char reg[48];
	const char *blank;
	struct target_writes *w;

	text = words_take(text, "", 10, &monitor);
	text = words_take(text, " ", 10, &count);
	blank = text && *text ? strchr(text + 1, ' ') : NULL;
	if (!blank || monitor >= TARGET_MONITORS)
		return false;
	snprintf(reg, sizeof reg, "%.*s", (int)(blank - text) - 1, text + 1);
	w = &s->writes[monitor];
	w->count = count;
	snprintf(w->where, sizeof w->where, "%s", blank + 1);
	return words_to_reg(reg, &w->reg);
}

static bool take_stop(const char *text, struct target_stop *s)
{
	char reason[16];
	uint64_t status = 0;
	size_t n = strcspn(text, " ");

	snprintf(reason, sizeof reason, "%.*s", (int)n, text);
	text = words_take(text + n, " pc=", 16, &s->pc);
	text = words_take(text, " status=", 10, &status);
	text = words_take(text, " instructions=", 10, &s->instructions);
	text = words_take(text, " cycles=", 10, &s->cycles);
	text = words_take_bursts(text, s->bursts.broken);
	text = words_take(text, " frames=", 10, &s->frames.passed);
	text = words_take(text, "/", 10, &s->frames.arrived);
	s->status = (int)(int64_t)status;
	return text && !*text && words_to_reason(reason, &s->reason);
}

static bool take_answer(struct replay *r, struct target_stop *s)
{
	char *text;

	while ((text = answer(r, "wrote")))
		if (!take_wrote(text, s))
			return no_answer(r);
	text = answer(r, "text");
	if (text) {
		(void)words_unescape(text);
		snprintf(s->text, sizeof s->text, "%s", text);
	}
	text = answer(r, "stop");
	return (text && take_stop(text, s)) || no_answer(r);
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct replay *r = replay_of(run);

	(void)block;
	*stop = (struct target_stop){ 0 };
	if (ask(r, "wait") && take_answer(r, stop))
		return true;
	*stop = (struct target_stop){ .reason = TARGET_STOP_LOST };
	snprintf(stop->text, sizeof stop->text, "%.500s", r->failed.text);
	return true;
}

static int fd(const struct target_run *run)
{
	return replay_of(run)->readable;
}

static void halt(struct target_run *run)
{
	(void)ask(replay_of(run), "halt");
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	(void)ask(replay_of(run), "stop_at 0x%" PRIx64 " %s", addr,
		  set ? "on" : "off");
	return answered(replay_of(run), err);
}

static bool where(struct target_run *run, struct target_where *at,
		  struct error *err)
{
	struct replay *r = replay_of(run);
	const char *text;

	(void)ask(r, "where");
	text = answered(r, err);
	if (!text)
		return false;
	text = words_take(text, "pc=", 16, &at->pc);
	text = words_take(text, " sp=", 16, &at->sp);
	text = words_take(text, " link=", 16, &at->link);
	if (text)
		return true;
	(void)no_answer(r);
	return error_set(err, "%s", r->failed.text);
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	struct replay_run *r = (struct replay_run *)run;

	r->console = fn;
	r->console_ctx = ctx;
}

static const struct target_control control = {
	.go = go,
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
	.console = console,
};

/* ---- the target ---------------------------------------------------------- */

static bool load(struct target *t, const char *path, struct error *err)
{
	struct replay *r = (struct replay *)t;
	const char *sha256;

	(void)ask(r, "load");
	sha256 = answered(r, err);
	if (!sha256)
		return false;
	r->program = program_open(path, 0, 0, false, err);
	if (!r->program)
		return false;
	if (strcmp(r->program->sha256, sha256) != 0)
		return error_set(err,
				 "%s is another program than the recorded one, "
				 "whose SHA-256 is %s",
				 path, sha256);
	t->program = r->program;
	return true;
}

static struct target_run *open_run(struct target *t, unsigned number,
				   struct error *err)
{
	struct replay *r = (struct replay *)t;
	struct replay_run *run;

	(void)ask(r, "open %u", number);
	if (!answered(r, err))
		return NULL;
	run = calloc(1, sizeof *run);
	if (!run) {
		error_no_memory(err);
		return NULL;
	}
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		run->bus[i] =
			(struct replay_bus){ { &bus_ops, TALLY_OK, 0 }, r, i };
	r->run = run;
	return &run->run;
}

static void end_run(struct target_run *run)
{
	(void)ask(replay_of(run), "end");
	replay_of(run)->run = NULL;
	free(run);
}

static void close_target(struct target *t)
{
	struct replay *r = (struct replay *)t;

	lines_free(&r->lines);
	program_close(r->program);
	if (r->readable >= 0)
		close(r->readable);
	free(r->name);
	free(r);
}

static bool take_row(const char *text, struct target_truth *row)
{
	uint64_t monitor, code, class, count;
	const char *bar;

	text = words_take(text, "", 10, &monitor);
	text = words_take(text, " ", 16, &code);
	text = words_take(text, " ", 10, &class);
	text = words_take(text, " ", 10, &count);
	bar = text && *text == ' ' ? strchr(text, '|') : NULL;
	if (!bar || monitor >= TARGET_MONITORS || code > UINT16_MAX ||
	    class > TARGET_SKETCH)
		return false;
	*row = (struct target_truth){ .code = (uint16_t)code,
				      .class = (uint8_t) class,
				      .monitor = (uint8_t)monitor,
				      .count = count };
	snprintf(row->name, sizeof row->name, "%.*s", (int)(bar - text) - 1,
		 text + 1);
	snprintf(row->basis, sizeof row->basis, "%s", bar + 1);
	return true;
}

static bool truth(struct target_run *run, struct target_truth *row,
		  unsigned room, unsigned *rows, struct error *err)
{
	struct replay *r = replay_of(run);
	const char *text;

	*rows = 0;
	(void)ask(r, "truth");
	while ((text = answer(r, "row")))
		if (*rows == room || !take_row(text, &row[(*rows)++]))
			(void)no_answer(r);
	return answered(r, err);
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

bool dialogue_done(const struct target *t, struct error *err)
{
	const struct replay *r = (const struct replay *)t;

	if (r->left)
		return error_set(err, "%s", r->failed.text);
	if (r->lines.at < r->lines.count)
		return error_set(err, "%s:%zu: '%s' was not asked", r->name,
				 r->lines.at + 1, r->lines.line[r->lines.at]);
	return true;
}

/* ---- the file ------------------------------------------------------------ */

static bool take_head(struct replay *r)
{
	const char *has = lines_facts(&r->lines, &r->target.facts);

	if (!has)
		return false;
	r->target.registers = lines_word(has, "registers") ? &registers : NULL;
	r->target.control = lines_word(has, "control") ? &control : NULL;
	r->target.ops = lines_word(has, "ledger") ? &ops : &ops_without_ledger;
	return true;
}

struct target *dialogue_replay(FILE *from, const char *name, struct error *err)
{
	struct replay *r = calloc(1, sizeof *r);

	if (!r || !(r->name = strdup(name))) {
		error_no_memory(err);
		free(r);
		return NULL;
	}
	r->readable = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (!lines_read(&r->lines, from))
		error_set(err, "%s: cannot be read", name);
	else if (!take_head(r))
		error_set(err, "%s:%zu: this is no dialogue with a target",
			  name, r->lines.at + 1);
	else
		return &r->target;
	close_target(&r->target);
	return NULL;
}
