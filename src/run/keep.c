/* SPDX-License-Identifier: MIT */
#include "run/keeping.h"

#include <string.h>

#include "catalog/errata.h"
#include "catalog/words.h"
#include "program/program.h"
#include "request/inner.h"

static void keep_target(struct keeping *k)
{
	const struct target_facts *t = &k->options->target->facts;

	k->to->target = (struct record_target){
		.name = keep_text(k, t->name),
		.title = keep_text(k, t->title),
		.simulated = t->simulated,
		.varies = t->varies,
		.sketch = keep_text(k, t->sketch),
		.unguarded = keep_text(k, k->facts->unguarded),
		.way = keep_text(k, t->way),
		.clock_hz = k->samples->clock_hz,
		.clock_chosen = t->clock_chosen,
		.clock_ratio = record_real(k->samples->clock_ratio),
	};
	k->to->capture.arrived = k->facts->frames.arrived;
	k->to->capture.passed = k->facts->frames.passed;
}

static void keep_program(struct keeping *k)
{
	const struct program *p = k->options->target->program;
	const struct run_facts *f = k->facts;
	const struct region *region = &k->options->region;
	bool whole = region->kind == REGION_WHOLE;

	k->to->program = (struct record_program){
		.path = p ? keep_text(k, p->path) : NULL,
		.sha256 = p ? keep_text(k, p->sha256) : NULL,
		.exited = f->program_exited,
		.status = f->program_status,
		.instructions = f->instructions,
	};
	k->to->region = (struct record_region){
		.kind = region->kind,
		.text = whole ? NULL : keep_text(k, region->text),
		.entered = f->windows,
		.ended_inside = f->unfinished,
	};
}

const char *run_register(const struct catalog_monitor *m,
			 const struct run_writes *w, char *text, size_t room)
{
	const struct catalog_register *reg = catalog_register_at(m, w->reg);

	if (reg)
		snprintf(text, room, "%s", reg->name);
	else
		snprintf(text, room, "its register 0x%x",
			 (unsigned)w->reg.addr);
	return text;
}

/* The names of a monitor's layers whose bits are set; NULL: none. */
static const char *layers_of(const struct keeping *k, const char *list,
			     uint32_t layers)
{
	char text[128] = "", layer[16];
	size_t used = 0;

	for (; list && layers && catalog_word(&list, layer, sizeof layer);
	     layers >>= 1)
		if (layers & 1 && used + strlen(layer) + 2 < sizeof text)
			used += (size_t)snprintf(text + used,
						 sizeof text - used, "%s%s",
						 used ? " " : "", layer);
	return used ? keep_text(k, text) : NULL;
}

static struct record_monitor monitor_row(const struct keeping *k,
					 unsigned member)
{
	const struct catalog_monitor *m = k->request->member[member].monitor;
	const struct run_writes *w = &k->facts->writes[member];
	struct record_monitor row = {
		.name = keep_text(k, m->name),
		.layers = keep_text(k, m->layers),
		.broken = layers_of(k, m->layers, k->facts->layers),
		.map = keep_text(k, m->own_map),
		.main_id = k->facts->main_id[member],
		.writes = w->count,
	};
	char name[32];

	if (!w->count)
		return row;
	row.wrote = keep_text(k, run_register(m, w, name, sizeof name));
	row.where = keep_text(k, w->where);
	return row;
}

static void keep_monitors(struct keeping *k)
{
	const struct request *q = k->request;
	uint8_t *order = record_room(k->to, REQUEST_MEMBERS, 1);

	k->to->monitor = record_room(k->to, q->members, sizeof *k->to->monitor);
	if (!order || !k->to->monitor)
		return;
	request_order(q, order);
	k->to->order = order;
	k->to->monitors = q->members;
	for (unsigned i = 0; i < q->members; i++) {
		k->to->identity_table |= q->member[i].monitor->identities > 0;
		k->to->monitor[i] = monitor_row(k, i);
	}
}

static void keep_pass(struct keeping *k, const struct plan_pass *from,
		      struct record_pass *to)
{
	struct record_assignment *assign =
		record_room(k->to, from->assigns, sizeof *assign);
	char name[96];

	if (!assign)
		return;
	for (unsigned i = 0; i < from->assigns; i++)
		assign[i] = (struct record_assignment){
			.counter = keep_text(
				k,
				request_counter(k->request,
						from->assign[i].counter, name)),
			.event = from->assign[i].event,
		};
	*to = (struct record_pass){ assign, from->assigns };
}

static const uint16_t *indices(struct keeping *k, const uint16_t *from,
			       size_t count)
{
	uint16_t *to = record_room(k->to, count, sizeof *to);

	if (to && count)
		memcpy(to, from, count * sizeof *to);
	return to;
}

/* Anchors, then what rides along with them. */
static void keep_anchors(struct keeping *k)
{
	const struct plan_problem *p = &k->request->problem;
	/* Events beside another one say nothing of drift. */
	size_t count = (size_t)p->anchors + p->riders - k->request->besides;
	uint16_t *anchor = record_room(k->to, count, sizeof *anchor);

	if (!anchor)
		return;
	for (size_t i = 0; i < count; i++)
		anchor[i] = i < p->anchors ? p->anchor[i]
					   : p->rider[i - p->anchors];
	k->to->anchor = anchor;
	k->to->anchors = (unsigned)count;
}

static void keep_plan(struct keeping *k)
{
	const struct plan_problem *p = &k->request->problem;
	const struct plan *plan = k->request->plan;
	struct record *r = k->to;

	r->passes = plan->passes;
	r->at_least = plan->at_least;
	r->pass = record_room(r, plan->passes, sizeof *r->pass);
	r->want = record_room(r, p->wants, sizeof *r->want);
	if (!r->pass || !r->want)
		return;
	for (unsigned i = 0; i < plan->passes; i++)
		keep_pass(k, &plan->pass[i], &r->pass[i]);
	r->wants = p->wants;
	for (unsigned i = 0; i < p->wants; i++)
		r->want[i] = (struct record_want){
			.name = keep_text(k, p->want[i].name),
			.pass = plan->want_pass[i],
			.event =
				indices(k, p->want[i].event, p->want[i].events),
			.events = p->want[i].events,
		};
	keep_anchors(k);
}

/* The code of what an event counts, whichever counter does. */
static unsigned counted(const struct request *q, unsigned event)
{
	const struct catalog_monitor *m =
		q->member[q->origin[event].member].monitor;
	const struct catalog_event *twin;
	struct error ignored;

	if (q->event[event]->code != TALLY_EVENT_CYCLES || !m->cycles)
		return q->event[event]->code;
	twin = catalog_event(m, m->cycles, &ignored);
	return twin ? twin->code : TALLY_EVENT_CYCLES;
}

static bool same_refine(const struct tally_refine *a,
			const struct tally_refine *b)
{
	return a && b ? refine_same(a, b) : refine_plain(a ? a : b);
}

/* Is it one thing, counted in one way? */
static bool twins(const struct request *q, unsigned a, unsigned b)
{
	return q->origin[a].member == q->origin[b].member &&
	       counted(q, a) == counted(q, b) &&
	       q->event[a]->levels == q->event[b]->levels &&
	       same_refine(q->event[a]->refine, q->event[b]->refine);
}

static unsigned first_twin(const struct request *q, unsigned event)
{
	unsigned i = 0;

	while (!twins(q, i, event))
		i++;
	return i;
}

/*
 * The ledger has events as they come; those of fixed counters with thresholds
 * of their own it has as they were set in its run, the first.
 */
/* The ledger is read at the edges of each window. */
static uint8_t ledger_of(const struct keeping *k, unsigned event)
{
	const struct request *q = k->request;
	const struct catalog_event *e = q->event[event];
	const struct tally_monitor *m =
		q->member[q->origin[event].member].monitor->monitor;

	if (e->kind == EVENT_CLOCK && k->options->region.kind != REGION_WHOLE)
		return LEDGER_NO;
	if (!e->refine)
		return e->levels ? LEDGER_NO : LEDGER_YES;
	for (unsigned i = 0; i < m->counters; i++)
		if (m->counter[i].fixed && m->counter[i].event == e->code)
			return LEDGER_FIRST_PASS;
	return !e->levels && refine_plain(e->refine) ? LEDGER_YES : LEDGER_NO;
}

/* Does it count all instructions, as the machine does? */
static bool all_instructions(const struct request *q, unsigned event)
{
	const struct catalog_event *e = q->event[event];
	const struct catalog_event *row = q->origin[event].row;
	const char *name =
		q->member[q->origin[event].member].monitor->instructions;

	return row && name && strcmp(row->name, name) == 0 && !e->levels &&
	       !e->refine;
}

static uint8_t evidence_of(const struct keeping *k, unsigned event)
{
	const struct request *q = k->request;
	const struct request_origin *from = &q->origin[event];

	return from->row ? (uint8_t)catalog_evidence(
				   q->member[from->member].monitor, from->row)
			 : q->event[event]->evidence;
}

static void keep_event(struct keeping *k, unsigned i)
{
	const struct request *q = k->request;
	const struct catalog_event *e = q->event[i];
	const struct request_member *p = &q->member[q->origin[i].member];
	bool divided = k->options->divide &&
		       p->monitor->monitor->options & TALLY_DIVIDE &&
		       e->code == TALLY_EVENT_CYCLES;
	char text[20];
	const char *word;
	uint16_t code;

	word = catalog_word_said(p->monitor, e, text, &code);
	k->to->event[i] = (struct record_event){
		.name = keep_text(k, e->name),
		.row = q->origin[i].row ? keep_text(k, q->origin[i].row->name)
					: NULL,
		.monitor = q->origin[i].member,
		.code = code,
		.word = word ? keep_text(k, word) : NULL,
		.asked = q->asked[i],
		.kind = e->kind,
		.evidence = evidence_of(k, i),
		.ledger = ledger_of(k, i),
		.machine = all_instructions(q, i),
		.filtered = e->levels != 0,
		.step = divided ? 64 : 1,
		.same = first_twin(q, i),
		.source = keep_text(k, e->source),
		.class = k->samples->modelled[i]
				 ? keep_class(k->samples->class[i])
				 : (uint8_t)CLASS_NOT_MODELLED,
	};
}

static void keep_metric(struct keeping *k, unsigned i)
{
	const struct request_metric *q = &k->request->metric[i];
	const struct catalog_metric *m = q->metric;
	size_t names;

	(void)formula_names(q->formula, &names);
	k->to->metric[i] = (struct record_metric){
		.name = keep_text(k, q->name),
		.row = m ? keep_text(k, m->name) : NULL,
		.monitor = q->member,
		.others = keep_text(k, q->others),
		.formula = keep_text(k, q->text),
		.operand = indices(k, q->index, names),
		.operands = (unsigned)names,
		.pass = k->request->plan->want_pass[q->want],
		.asked = q->named ? ASKED_BY_NAME : ASKED_AMONG,
		.scale = m ? m->scale : 1,
		.unit = keep_text(k, m ? m->unit : ""),
		.title = m ? keep_text(k, m->title) : NULL,
		.definition = m ? keep_text(k, m->definition) : NULL,
		.source = m ? keep_text(k, m->source) : NULL,
		.direction = m ? m->direction : (uint8_t)DIRECTION_NONE,
	};
	if (m)
		record_keep_users(k->to, &k->to->metric[i], m,
				  k->request->member[q->member].monitor);
}

static void keep_identity(struct keeping *k, unsigned i)
{
	const struct request_identity *q = &k->request->identity[i];
	size_t names;

	(void)formula_names(q->formula, &names);
	k->to->identity[i] = (struct record_identity){
		.id = keep_text(k, q->identity->id),
		.monitor = q->member,
		.formula = keep_text(k, q->identity->formula),
		.text = keep_text(k, q->identity->text),
		.source = keep_text(k, q->identity->source),
		.operand = indices(k, q->index, names),
		.operands = (unsigned)names,
	};
}

static void keep_request(struct keeping *k)
{
	const struct request *q = k->request;
	struct record *r = k->to;

	r->event = record_room(r, q->events, sizeof *r->event);
	r->metric = record_room(r, q->metrics, sizeof *r->metric);
	r->identity = record_room(r, q->identities, sizeof *r->identity);
	if (r->failed)
		return;
	for (r->events = 0; r->events < q->events; r->events++)
		keep_event(k, r->events);
	for (r->metrics = 0; r->metrics < q->metrics; r->metrics++)
		keep_metric(k, r->metrics);
	for (r->identities = 0; r->identities < q->identities; r->identities++)
		keep_identity(k, r->identities);
}

struct record *run_keep(const struct samples *s, const struct run_facts *f)
{
	struct keeping k = {
		.to = record_new(),
		.samples = s,
		.facts = f,
		.request = s->request,
		.options = s->options,
	};

	if (!k.to)
		return NULL;
	k.to->repeats = s->options->repeats;
	k.to->warmup = s->options->warmup;
	k.to->board_runs = f->runs;
	k.to->together = f->together;
	k.to->multiplexed = s->options->target->counts &&
			    s->options->target->counts->shared;
	k.to->divided = s->options->divide;
	k.to->calibrated =
		!s->options->no_calibrate && !s->options->target->counts;
	k.to->drift_limit = s->options->drift_limit;
	k.to->conditions = f->conditions;
	k.to->host_seconds = record_real(f->seconds);
	keep_target(&k);
	keep_program(&k);
	keep_monitors(&k);
	keep_plan(&k);
	keep_request(&k);
	keep_counts(&k);
	keep_truths(&k);
	keep_parts(&k);
	keep_series(&k);
	if (!k.to->failed)
		return k.to;
	record_free(k.to);
	return NULL;
}
