/* SPDX-License-Identifier: MIT */
/* Which events a profile has, and what is known of it before the run. */
#include "gather/profile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"
#include "program/program.h"
#include "record/record.h"
#include "target/simulated/board.h"

/* More than any board has events. */
enum { TRUTH_ROOM = 1024 };

static const char *word_of_class(uint8_t class)
{
	switch ((enum pmu_class) class) {
	case PMU_MODELLED:
		return "modelled";
	case PMU_INJECTED:
		return "injected";
	case PMU_SKETCH:
		return "sketch";
	case PMU_EXACT:
	case PMU_NOT_MODELLED:
		break;
	}
	return "exact";
}

/* The board's ledger, as it tells it. */
struct ledger {
	struct target_truth row[TRUTH_ROOM];
	unsigned rows;
};

/* The row of an event, by the monitor's rows; false: the board does not model
 * it. */
static bool find_row(const struct ledger *l, int monitor, uint16_t code,
		     struct board_column *column, const char **class)
{
	uint32_t at = 0;

	for (unsigned i = 0; i < l->rows; i++) {
		const struct target_truth *t = &l->row[i];

		if (t->monitor != monitor)
			continue;
		if (t->code == code) {
			*column =
				(struct board_column){ (uint32_t)monitor, at };
			*class = word_of_class(t->class);
			return t->class != PMU_NOT_MODELLED;
		}
		at++;
	}
	return false;
}

static bool refuse(const char *event, struct error *err)
{
	return error_set(err,
			 "%s: the simulated board does not model it; tally "
			 "board NAME PROG.elf --truth has what it does",
			 event);
}

static bool plain(const struct catalog_event *e, struct error *err)
{
	if (!e->levels && (!e->refine || refine_plain(e->refine)))
		return true;
	return error_set(err,
			 "%s: a profile has an event as it comes; leave out "
			 "what is behind the colon",
			 e->name);
}

/* The events of a request in the order of a profile's columns. */
struct chosen {
	unsigned event[SAMPLE_COLUMNS];  /* of each column */
	uint32_t column[SAMPLE_COLUMNS]; /* of each event; SAMPLE_NONE */
	unsigned count;
};

/* The column of a profile that an operand of a formula is. */
static uint32_t operand_of(const struct chosen *c, uint16_t index)
{
	if (index == REQUEST_CLOCK)
		return SAMPLE_CLOCK;
	if (index == REQUEST_RATIO)
		return SAMPLE_RATIO;
	return index < SAMPLE_COLUMNS ? c->column[index] : SAMPLE_NONE;
}

static void choose_event(struct chosen *c, unsigned event)
{
	if (c->column[event] != SAMPLE_NONE)
		return;
	c->column[event] = c->count;
	c->event[c->count++] = event;
}

/* Chooses what was asked for first, as it was typed; then what metrics need.
 * Cycles and instructions that would only ride along are left out. */
static bool choose(struct chosen *c, const struct request *q, struct error *err)
{
	c->count = 0;
	if (q->events > SAMPLE_COLUMNS)
		return error_set(err,
				 "%u events; a profile has at most %u: name "
				 "fewer with -e",
				 q->events, SAMPLE_COLUMNS);
	for (unsigned i = 0; i < q->events; i++)
		c->column[i] = SAMPLE_NONE;
	for (unsigned i = 0; i < q->problem.wants; i++) {
		const struct plan_want *w = &q->problem.want[i];

		for (unsigned k = 0; k < w->events; k++)
			if (q->asked[w->event[k]] != ASKED_NOT)
				choose_event(c, w->event[k]);
	}
	for (unsigned i = 0; i < q->metrics; i++) {
		size_t names;

		(void)formula_names(q->metric[i].formula, &names);
		for (size_t k = 0; k < names; k++)
			if (q->metric[i].index[k] < REQUEST_NAMES)
				choose_event(c, q->metric[i].index[k]);
	}
	return c->count ||
	       error_set(err, "nothing to count; name events with -e");
}

/* Events that `all` has and the board has not are left out; what was named is
 * refused. */
static bool take_columns(struct sample *s, const struct board_info *info,
			 const struct request *q, struct chosen *c,
			 const struct ledger *l, struct board_column *column,
			 struct error *err)
{
	s->column = sample_room(s, c->count + TARGET_CAUSES + 1u,
				sizeof *s->column);
	if (!s->column)
		return error_no_memory(err);
	for (unsigned i = 0; i < c->count; i++) {
		const unsigned event = c->event[i];
		const struct catalog_event *e = q->event[event];
		const char *monitor = request_event_monitor(q, event);
		struct sample_column *to = &s->column[s->columns];

		if (!plain(e, err))
			return false;
		if (find_row(l, board_monitor(info, monitor), e->code,
			     &column[s->columns], &to->class)) {
			to->name = sample_text(s, e->name);
			to->monitor = sample_text(s, monitor);
			to->code = e->code;
			to->asked = q->asked[event] != ASKED_NOT;
			c->column[event] = s->columns++;
		} else if (q->asked[event] == ASKED_BY_NAME) {
			return refuse(e->name, err);
		} else {
			c->column[event] = SAMPLE_NONE;
		}
	}
	return s->columns || error_set(err, "the simulated board models none "
					    "of these events; name others");
}

static bool refuse_many(const struct sample *s, struct error *err)
{
	return error_set(err,
			 "%u events, and causes; a profile has at most %u "
			 "columns: name fewer with -e",
			 s->columns, SAMPLE_COLUMNS);
}

/* A column of a cause: "cause: data, memory" is cause_data_memory there, one
 * word for all that a profile is exported to. */
static const char *cause_word(struct sample *s, const char *name)
{
	char word[sizeof((struct target_truth *)NULL)->name];
	size_t used = 0;

	for (; *name && used + 1 < sizeof word; name++) {
		if (isalnum((unsigned char)*name))
			word[used++] = (char)tolower((unsigned char)*name);
		else if (used && word[used - 1] != '_')
			word[used++] = '_';
	}
	word[used] = '\0';
	return sample_text(s, word);
}

/* Whom others wait for, before the causes; the board has it behind them. */
static void take_waited(struct sample *s, const struct ledger *l,
			struct board_column *column)
{
	uint32_t causes = 0;

	for (unsigned i = 0; i < l->rows; i++)
		causes += l->row[i].code == TARGET_CAUSE;
	column[s->columns] =
		(struct board_column){ BOARD_COLUMN_CAUSE, causes };
	s->column[s->columns++] = (struct sample_column){
		.name = "waited_for",
		.monitor = "simulated wait",
		.class = "exact",
		.code = TARGET_WAITED,
	};
}

/* The causes of the core's cycles, in the order of the ledger. */
static bool take_causes(struct sample *s, const struct ledger *l,
			struct board_column *column, struct error *err)
{
	uint32_t cause = 0;

	if (s->columns == SAMPLE_COLUMNS)
		return refuse_many(s, err);
	take_waited(s, l, column);
	for (unsigned i = 0; i < l->rows; i++) {
		if (l->row[i].code != TARGET_CAUSE)
			continue;
		if (cause == TARGET_CAUSES || s->columns == SAMPLE_COLUMNS)
			return refuse_many(s, err);
		column[s->columns] =
			(struct board_column){ BOARD_COLUMN_CAUSE, cause++ };
		s->column[s->columns++] = (struct sample_column){
			.name = cause_word(s, l->row[i].name),
			.monitor = "simulated cause",
			.class = word_of_class(l->row[i].class),
			.code = TARGET_CAUSE,
		};
	}
	return !s->failed || error_no_memory(err);
}

/* Are all events of the metrics there that were asked for by name? */
static bool check_metrics(const struct request *q, const struct chosen *c,
			  struct error *err)
{
	for (unsigned i = 0; i < q->metrics; i++) {
		const struct request_metric *m = &q->metric[i];
		size_t names;

		(void)formula_names(m->formula, &names);
		for (size_t k = 0; m->named && k < names; k++)
			if (operand_of(c, m->index[k]) == SAMPLE_NONE)
				return refuse(q->event[m->index[k]]->name, err);
	}
	return true;
}

/* A formula that is its own name tells itself what it is. */
static bool is_users(const struct request_metric *m)
{
	return m->metric ? m->metric->users : strcmp(m->name, m->text) != 0;
}

static void take_metrics(struct sample *s, const struct request *q,
			 const struct chosen *c)
{
	s->metric = sample_room(s, q->metrics, sizeof *s->metric);
	for (unsigned i = 0; !s->failed && i < q->metrics; i++) {
		const struct request_metric *m = &q->metric[i];
		uint32_t *operand;
		size_t names;

		(void)formula_names(m->formula, &names);
		operand = sample_room(s, names, sizeof *operand);
		for (size_t k = 0; operand && k < names; k++)
			operand[k] = operand_of(c, m->index[k]);
		s->metric[i] = (struct sample_metric){
			.name = sample_text(s, m->name),
			.formula = sample_text(s, m->text),
			.unit = sample_text(s,
					    m->metric ? m->metric->unit : ""),
			.asked = m->named,
			.users = is_users(m),
			.scale = m->metric ? m->metric->scale : 1,
			.operand = operand,
			.operands = (unsigned)names,
		};
	}
	s->metrics = q->metrics;
}

static void take_facts(struct sample *s, const struct target *t,
		       const struct request *q)
{
	const struct board_info *info = target_board_info(t);
	const struct board_options *o = target_board_options(t);
	char *title = o ? machine_title(o, info->title) : NULL;
	char names[160];

	s->target = sample_text(s, t->facts.name);
	s->title = sample_text(s, title ? title : info->title);
	free(title);
	s->monitors = sample_text(s, request_monitors(q, names, sizeof names));
	s->program = sample_text(s, t->program->path);
	s->sha256 = sample_text(s, t->program->sha256);
	s->superset = info->simulated_superset ? sample_text(s, info->superset)
					       : NULL;
	s->sketch = sample_text(s, t->facts.sketch);
	s->clock_hz = record_real(t->facts.clock_hz);
	s->clock_ratio = record_real(t->facts.clock_ratio);
}

static void ask_timeline(struct sample *s, uint32_t spans)
{
	struct sample_timeline *t = sample_room(s, 1, sizeof *t);

	if (t)
		t->most = spans;
	s->timeline = t;
}

struct sample *profile_begin(const struct profile_wish *wish, struct board *b,
			     struct error *err)
{
	const struct request *q = wish->request;
	struct target *t = wish->target;
	static struct ledger ledger;
	struct board_column column[SAMPLE_COLUMNS];
	struct sample *s = sample_new();
	struct chosen chosen;

	_Static_assert(SAMPLE_COLUMNS <= BOARD_COLUMNS, "a board has them");
	if (!s) {
		error_no_memory(err);
		return NULL;
	}
	if (choose(&chosen, q, err) &&
	    board_truth_read(b, ledger.row, TRUTH_ROOM, &ledger.rows, err) &&
	    take_columns(s, target_board_info(t), q, &chosen, &ledger, column,
			 err) &&
	    check_metrics(q, &chosen, err) &&
	    (!wish->causes || take_causes(s, &ledger, column, err)) &&
	    board_profile(b, column, s->columns, wish->spans, err)) {
		take_metrics(s, q, &chosen);
		take_facts(s, t, q);
		if (wish->spans)
			ask_timeline(s, wish->spans);
		if (!s->failed)
			return s;
		error_no_memory(err);
	}
	sample_free(s);
	return NULL;
}
