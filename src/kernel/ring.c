/* SPDX-License-Identifier: MIT */
/* Records of the kernel's ring [perf_event_open(2), "MMAP layout"]. */
#include "kernel/ring.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { TAKEN, MAPPED, FORKED, CHAIN, NAMED };

/* A record, copied out of the ring: what is left of it. */
struct reader {
	const uint8_t *at, *end;
	bool short_of; /* it has less than was asked for */
};

static uint64_t get(struct reader *r, size_t size)
{
	uint32_t half;
	uint64_t whole;

	if ((size_t)(r->end - r->at) < size) {
		r->short_of = true;
		return 0;
	}
	r->at += size;
	if (size == sizeof whole) {
		memcpy(&whole, r->at - size, sizeof whole);
		return whole;
	}
	memcpy(&half, r->at - size, sizeof half);
	return half;
}

static bool skip(struct reader *r, uint64_t size)
{
	if ((uint64_t)(r->end - r->at) < size)
		r->short_of = true;
	else
		r->at += size;
	return !r->short_of;
}

static uint32_t get32(struct reader *r)
{
	return (uint32_t)get(r, 4);
}

static uint64_t get64(struct reader *r)
{
	return get(r, 8);
}

/* Room for one more; false: no memory. */
static bool grow(struct perf_taking *t, unsigned which, void *array,
		 size_t count, size_t each)
{
	t->full = t->full || !array_grow(array, count, &t->room[which], each);
	return !t->full;
}

/* ---- kinds of records -------------------------------------------------------
 */

static void take_chain(struct reader *r, struct perf_taken *s,
		       struct perf_taking *to)
{
	uint64_t count = get64(r);
	bool user = !s->kernel;

	s->chain = (uint32_t)to->chains;
	for (; count > 0 && !r->short_of; count--) {
		const uint64_t ip = get64(r);

		if (ip >= PERF_CONTEXT_MAX) { /* what follows is of that */
			user = ip == PERF_CONTEXT_USER;
			continue;
		}
		if (r->short_of || !user || s->chained == PERF_CHAIN)
			continue;
		if (!grow(to, CHAIN, &to->chain, to->chains, sizeof *to->chain))
			return;
		to->chain[to->chains++] = ip;
		s->chained++;
	}
	/* The first is where it is itself. */
	if (s->chained && !s->kernel) {
		s->chain++;
		s->chained--;
	}
}

/* Of all samples; those after that are told by frame pointers alone. */
enum { MOST_WORDS = 1 << 26 };

static void keep_words(struct perf_taking *to, const uint8_t *from,
		       size_t count)
{
	for (size_t i = 0; i < count && !to->full; i++) {
		to->full = !array_grow(&to->word, to->words, &to->word_room,
				       sizeof *to->word);
		if (!to->full)
			memcpy(&to->word[to->words++],
			       from + i * sizeof *to->word, sizeof *to->word);
	}
}

/* The registers, by their mask, and the top of the stack, of which so much was
 * there. */
static void take_stack(struct reader *r, struct perf_taken *s,
		       struct perf_taking *to)
{
	const uint64_t abi = r->at < r->end ? get64(r) : 0;
	const uint8_t *reg = r->at, *stack;
	uint64_t size, there;

	if (abi)
		(void)skip(r, REGISTERS * sizeof(uint64_t));
	size = r->at < r->end ? get64(r) : 0;
	stack = r->at;
	(void)skip(r, size);
	there = size && !r->short_of ? get64(r) : 0;
	if (r->short_of || abi != PERF_SAMPLE_REGS_ABI_64 || there > size ||
	    to->words > MOST_WORDS)
		return;
	s->word = to->words;
	keep_words(to, reg, REGISTERS);
	keep_words(to, stack, (size_t)there / sizeof(uint64_t));
	s->words = (uint32_t)(to->words - s->word);
}

static void take_sample(struct reader *r, unsigned misc,
			const struct perf_ring *of, struct perf_taking *to)
{
	struct perf_taken s = { .event = of->event, .weight = of->period };

	s.kernel =
		(misc & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER;
	s.ip = get64(r);
	s.pid = get32(r);
	s.tid = get32(r);
	s.time = get64(r);
	s.cpu = get32(r);
	(void)get32(r);
	if (!of->period)
		s.weight = get64(r);
	take_chain(r, &s, to);
	take_stack(r, &s, to);
	if (r->short_of)
		to->damaged++;
	else if (grow(to, TAKEN, &to->taken, to->takens, sizeof *to->taken))
		to->taken[to->takens++] = s;
}

/* TID, TIME and CPU stand behind all other records; 0: there is no room. */
static uint64_t time_behind(const struct reader *r)
{
	uint64_t time = 0;

	if (r->end - r->at >= 24)
		memcpy(&time, r->end - 16, sizeof time);
	return time;
}

void perf_taking_map(struct perf_taking *to, const struct perf_mapped *m,
		     const char *path)
{
	char *copy;

	if (!grow(to, MAPPED, &to->mapped, to->mappeds, sizeof *to->mapped))
		return;
	copy = strdup(path);
	to->full = to->full || !copy;
	if (!copy)
		return;
	to->mapped[to->mappeds] = *m;
	to->mapped[to->mappeds++].path = copy;
}

static void take_mapped(struct reader *r, struct perf_taking *to)
{
	struct perf_mapped m = { .time = time_behind(r) };
	const char *path;
	size_t length;

	m.pid = get32(r);
	(void)get32(r);
	m.addr = get64(r);
	m.size = get64(r);
	m.offset = get64(r);
	for (unsigned i = 0; i < 4; i++) /* the device, the inode, protection */
		(void)get64(r);
	path = (const char *)r->at;
	length = r->short_of ? 0 : strnlen(path, (size_t)(r->end - r->at));
	if (r->short_of || length == (size_t)(r->end - r->at)) {
		to->damaged++;
		return;
	}
	perf_taking_map(to, &m, path);
}

void perf_taking_name(struct perf_taking *to, const struct perf_named *n,
		      const char *name)
{
	char *copy = name ? strdup(name) : NULL;

	to->full = to->full || (name && !copy);
	if ((name && !copy) ||
	    !grow(to, NAMED, &to->named, to->nameds, sizeof *to->named)) {
		free(copy);
		return;
	}
	to->named[to->nameds] = *n;
	to->named[to->nameds++].name = copy;
}

static void take_forking(struct perf_taking *to, const struct perf_forked *f)
{
	if (grow(to, FORKED, &to->forked, to->forkeds, sizeof *to->forked))
		to->forked[to->forkeds++] = *f;
}

static void take_named(struct reader *r, unsigned misc, struct perf_taking *to)
{
	struct perf_named n = { .time = time_behind(r) };
	struct perf_forked f = { .time = n.time, .anew = true };
	const char *name;

	f.pid = get32(r);
	n.tid = get32(r);
	name = (const char *)r->at;
	if (r->short_of || !memchr(name, '\0', (size_t)(r->end - r->at))) {
		to->damaged++;
		return;
	}
	perf_taking_name(to, &n, name);
	if (misc & PERF_RECORD_MISC_COMM_EXEC)
		take_forking(to, &f);
}

/* A thread begins, maybe as a process of its own. */
static void take_forked(struct reader *r, struct perf_taking *to)
{
	struct perf_forked f = { 0 };
	struct perf_named n = { 0 };

	f.pid = get32(r);
	f.parent = get32(r);
	n.tid = get32(r);
	n.parent = get32(r);
	f.time = n.time = get64(r);
	if (r->short_of) {
		to->damaged++;
		return;
	}
	if (n.tid != n.parent)
		perf_taking_name(to, &n, NULL);
	if (f.pid != f.parent)
		take_forking(to, &f);
}

static void take(const uint8_t *record, size_t size, const struct perf_ring *of,
		 struct perf_taking *to)
{
	struct perf_event_header h;
	struct reader r = { record + sizeof h, record + size, false };

	memcpy(&h, record, sizeof h);
	switch (h.type) {
	case PERF_RECORD_SAMPLE:
		take_sample(&r, h.misc, of, to);
		break;
	case PERF_RECORD_MMAP2:
		take_mapped(&r, to);
		break;
	case PERF_RECORD_COMM:
		take_named(&r, h.misc, to);
		break;
	case PERF_RECORD_FORK:
		take_forked(&r, to);
		break;
	case PERF_RECORD_LOST:
		(void)get64(&r);
		to->lost += get64(&r);
		break;
	case PERF_RECORD_THROTTLE:
		to->held++;
		break;
	default: /* of others nothing is wanted */
		break;
	}
}

/* ---- the ring ---------------------------------------------------------------
 */

static void copy(const struct perf_ring *r, uint64_t at, void *to, size_t size)
{
	const size_t from = (size_t)(at & (r->size - 1));
	const size_t first =
		r->size - from < size ? (size_t)(r->size - from) : size;

	memcpy(to, r->data + from, first);
	memcpy((uint8_t *)to + first, r->data, size - first);
}

void perf_ring_drain(const struct perf_ring *r, struct perf_taking *to)
{
	const uint64_t head =
		__atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->page->data_tail;
	uint8_t record[UINT16_MAX + 1];
	struct perf_event_header h;

	if (head - tail > r->size) { /* what no kernel does */
		to->damaged++;
		tail = head;
	}
	while (head - tail >= sizeof h && !to->full) {
		copy(r, tail, &h, sizeof h);
		if (h.size < sizeof h || h.size > head - tail) {
			/* Nobody knows where the next one begins. */
			to->damaged++;
			break;
		}
		copy(r, tail, record, h.size);
		take(record, h.size, r, to);
		tail += h.size;
	}
	__atomic_store_n(&r->page->data_tail, head, __ATOMIC_RELEASE);
}

/* ---- all of it --------------------------------------------------------------
 */

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_taken(const void *x, const void *y)
{
	const struct perf_taken *a = x, *b = y;

	return order(a->time, b->time);
}

static int by_mapped(const void *x, const void *y)
{
	const struct perf_mapped *a = x, *b = y;

	return a->pid != b->pid ? order(a->pid, b->pid)
				: order(a->time, b->time);
}

static int by_named(const void *x, const void *y)
{
	const struct perf_named *a = x, *b = y;

	return order(a->time, b->time);
}

void perf_taking_sort(struct perf_taking *t)
{
	if (t->takens)
		qsort(t->taken, t->takens, sizeof *t->taken, by_taken);
	if (t->mappeds)
		qsort(t->mapped, t->mappeds, sizeof *t->mapped, by_mapped);
	if (t->nameds)
		qsort(t->named, t->nameds, sizeof *t->named, by_named);
	if (t->forkeds)
		qsort(t->forked, t->forkeds, sizeof *t->forked, perf_by_forked);
}

void perf_taking_free(struct perf_taking *t)
{
	for (size_t i = 0; i < t->mappeds; i++)
		free(t->mapped[i].path);
	for (size_t i = 0; i < t->nameds; i++)
		free(t->named[i].name);
	free(t->named);
	perf_jit_free(&t->jit);
	perf_symbols_free(&t->kernel);
	free(t->mapped);
	free(t->taken);
	free(t->forked);
	free(t->chain);
	free(t->word);
	*t = (struct perf_taking){ 0 };
}

bool perf_registers(const struct perf_taking *t, const struct perf_taken *s,
		    uint64_t reg[REGISTERS_MOST])
{
	if (!s->words)
		return false;
	memset(reg, 0, REGISTERS_MOST * sizeof *reg);
	registers_by_number(t->word + s->word, reg);
	return true;
}

bool perf_stack_word(const struct perf_taking *t, const struct perf_taken *s,
		     uint64_t addr, uint64_t *value)
{
	uint64_t reg[REGISTERS_MOST], at;

	if (!perf_registers(t, s, reg))
		return false;
	at = (addr - reg[REGISTERS_SP]) / sizeof *value;
	if (addr < reg[REGISTERS_SP] || addr % sizeof *value ||
	    at >= s->words - REGISTERS)
		return false;
	*value = t->word[s->word + REGISTERS + at];
	return true;
}
