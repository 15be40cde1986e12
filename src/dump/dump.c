/* SPDX-License-Identifier: MIT */
/* Logs out of memory.  See dump.h; doc/log.md has the bytes. */
#include "dump/dump.h"

#include <stdlib.h>
#include <string.h>

/* Words of the header and of a record, by doc/log.md. */
enum {
	MAGIC,
	INVERSE,
	VERSION,
	SIZE,
	HEADER_SIZE,
	RECORD_SIZE,
	RECORDS,
	SEAL,
	HEAD,
	TAIL,
	LOST,
	NESTED,
	STARTS,
	KEPT = 14,
	HEADER_WORDS = 16,
};
enum { SEQUENCE, WHAT, TASK, CHECK, VALUE, RECORD_WORDS = 8 };

/* A log where it was found. */
struct found {
	const uint8_t *bytes;
	size_t size; /* from there to the end of the memory */
	bool big;
	uint32_t header[HEADER_WORDS];
};

static uint32_t word(const uint8_t *b, bool big)
{
	return big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
			       (uint32_t)b[2] << 8 | b[3]
		   : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 |
			       (uint32_t)b[1] << 8 | b[0];
}

static uint32_t check(const uint32_t *words, unsigned count)
{
	uint32_t sum = 0x7A11;

	for (unsigned i = 0; i < count; i++)
		sum = tally_log_add(sum, words[i]);
	return sum;
}

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

/* Does a log of this byte order begin there?  Its header adds up. */
static bool begins(struct found *f)
{
	if (f->size < TALLY_LOG_HEADER ||
	    word(f->bytes, f->big) != TALLY_LOG_MAGIC)
		return false;
	for (unsigned i = 0; i < HEADER_WORDS; i++)
		f->header[i] = word(f->bytes + (size_t)i * 4, f->big);
	return f->header[INVERSE] == ~TALLY_LOG_MAGIC &&
	       f->header[SEAL] == check(f->header, SEAL);
}

static bool begins_at(struct found *f, const uint8_t *bytes, size_t size)
{
	for (unsigned big = 0; big < 2; big++) {
		*f = (struct found){ bytes, size, big != 0, { 0 } };
		if (begins(f))
			return true;
	}
	return false;
}

static bool overwrites(const struct found *f)
{
	return f->header[VERSION] == TALLY_LOG_OVERWRITES;
}

/* Can this version read it: the sizes fit each other. */
static bool sound(const struct found *f, struct error *err)
{
	const uint32_t *h = f->header;

	if (h[VERSION] != TALLY_LOG_VERSION && !overwrites(f))
		return error_set(err,
				 "the log has version %u, and this Tally reads "
				 "versions %u and %u; a newer one may read it",
				 (unsigned)h[VERSION],
				 (unsigned)TALLY_LOG_VERSION,
				 (unsigned)TALLY_LOG_OVERWRITES);
	if (h[HEADER_SIZE] != TALLY_LOG_HEADER ||
	    h[RECORD_SIZE] != TALLY_LOG_RECORD || !power_of_two(h[RECORDS]) ||
	    h[RECORDS] > (UINT32_C(1) << 30) / TALLY_LOG_RECORD ||
	    h[SIZE] != TALLY_LOG_HEADER + h[RECORDS] * TALLY_LOG_RECORD)
		return error_set(err, "the log's header contradicts itself: it "
				      "is damaged");
	return true;
}

static void take_text(struct dump_row *r)
{
	const uint64_t value[2] = { r->a, r->b };

	if (r->kind != TALLY_LOG_MONITOR && r->kind != TALLY_LOG_TASK &&
	    r->kind != TALLY_LOG_NAME)
		return;
	for (unsigned i = 0; i < TALLY_LOG_TEXT; i++)
		r->text[i] = (char)(value[i / 8] >> i % 8 * 8 & 0xFF);
	r->a = r->b = 0;
}

/* The record in that place of the ring, if it is one: whole, and where it has
 * to be. */
static bool take_row(const struct found *f, uint32_t place, struct dump_row *r)
{
	const uint8_t *at =
		f->bytes + TALLY_LOG_HEADER + (size_t)place * TALLY_LOG_RECORD;
	uint32_t w[RECORD_WORDS], sum[RECORD_WORDS - 1];

	for (unsigned i = 0; i < RECORD_WORDS; i++)
		w[i] = word(at + (size_t)i * 4, f->big);
	memcpy(sum, w, CHECK * sizeof *w);
	memcpy(sum + CHECK, w + VALUE, 4 * sizeof *w);
	if (!w[WHAT] || w[CHECK] != check(sum, RECORD_WORDS - 1) ||
	    ((w[SEQUENCE] - 1) & (f->header[RECORDS] - 1)) != place)
		return false;
	*r = (struct dump_row){
		.number = w[SEQUENCE] - 1,
		.kind = (uint16_t)(w[WHAT] & 0xFFFF),
		.source = (uint16_t)(w[WHAT] >> 16),
		.task = w[TASK],
		.a = w[VALUE] | (uint64_t)w[VALUE + 1] << 32,
		.b = w[VALUE + 2] | (uint64_t)w[VALUE + 3] << 32,
	};
	take_text(r);
	return true;
}

/* The record with that number, or that it is not there. */
static void take_number(struct dump *d, const struct found *f, size_t room,
			uint32_t number)
{
	const uint32_t place = number & (f->header[RECORDS] - 1);
	const bool due = number != f->header[HEAD];
	struct dump_row *r = &d->row[d->rows];

	if (place >= room)
		d->cut += due;
	else if (take_row(f, place, r) && r->number == number)
		d->rows++;
	else
		d->damaged += due;
}

/*
 * By their numbers: the first ones of a log that overwrites; those from `tail`
 * to `head`, and one behind `head` that was whole when a reset came.
 */
static void take_rows(struct dump *d, const struct found *f, size_t room)
{
	const uint32_t records = f->header[RECORDS];
	const uint32_t head = f->header[HEAD];
	const uint32_t kept = overwrites(f) ? f->header[KEPT] : 0;
	uint32_t from = f->header[TAIL];

	if (kept && head - from > records)
		from = head - records;
	for (uint32_t i = 0; i < kept; i++)
		take_number(d, f, room, i);
	for (uint32_t i = from; i != head + 1 && i - from < records; i++)
		if ((i & (records - 1)) >= kept)
			take_number(d, f, room, i);
	d->damaged += d->cut;
}

static int by_number(const void *x, const void *y)
{
	const struct dump_row *a = x, *b = y;

	return a->number < b->number ? -1 : a->number > b->number;
}

/* Takes each record that is whole, if the header's counts cannot be. */
static void take_any(struct dump *d, const struct found *f, size_t room)
{
	d->rows = d->cut = 0;
	d->damaged = 1; /* the header */
	for (uint32_t i = 0; i < f->header[RECORDS] && i < room; i++)
		d->rows += take_row(f, i, &d->row[d->rows]);
	if (d->rows)
		qsort(d->row, d->rows, sizeof *d->row, by_number);
}

/* Can the header's counts be? */
static bool counts_fit(const struct found *f)
{
	const uint32_t *h = f->header;

	return overwrites(f) ? h[KEPT] && h[KEPT] < h[RECORDS] - 1
			     : h[HEAD] - h[TAIL] <= h[RECORDS];
}

static struct dump *read_found(const struct found *f, size_t at,
			       struct error *err)
{
	struct dump *d = calloc(1, sizeof *d);
	const size_t room = (f->size - TALLY_LOG_HEADER) / TALLY_LOG_RECORD;
	const size_t most =
		f->header[RECORDS] < room ? f->header[RECORDS] : room;

	if (d)
		d->row = calloc(most + 1, sizeof *d->row);
	if (!d || !d->row) {
		dump_free(d);
		error_no_memory(err);
		return NULL;
	}
	d->at = at;
	d->big_endian = f->big;
	d->written = f->header[HEAD];
	d->taken = f->header[TAIL];
	d->lost = f->header[LOST];
	d->nested = f->header[NESTED];
	d->starts = f->header[STARTS];
	d->records = f->header[RECORDS];
	d->overwrites = overwrites(f);
	if (counts_fit(f))
		take_rows(d, f, room);
	if (!counts_fit(f) ||
	    (d->rows <= f->header[KEPT] && d->damaged > d->cut))
		take_any(d, f, room);
	return d;
}

size_t dump_find(const uint8_t *bytes, size_t size, size_t from)
{
	struct found f;

	for (size_t i = from; i + TALLY_LOG_HEADER <= size; i++)
		if ((bytes[i] == 0x54 || bytes[i] == 0x47) &&
		    begins_at(&f, bytes + i, size - i))
			return i;
	return size;
}

struct dump *dump_read(const uint8_t *bytes, size_t size, struct error *err)
{
	const size_t at = dump_find(bytes, size, 0);
	struct found f;

	if (at < size && begins_at(&f, bytes + at, size - at))
		return sound(&f, err) ? read_found(&f, at, err) : NULL;
	error_set(err, "there is no log in it: nothing begins as "
		       "tally_log_open() makes one");
	return NULL;
}

size_t dump_size(const uint8_t *bytes, size_t size)
{
	struct found f;

	return begins_at(&f, bytes, size) ? f.header[SIZE] : 0;
}

void dump_free(struct dump *d)
{
	if (d)
		free(d->row);
	free(d);
}
