/* SPDX-License-Identifier: MIT */
/*
 * The log in memory.  All words of it are volatile, so that the compiler keeps
 * their order: a record's sequence is taken away first and written last, and
 * `head` moves behind it.  Whoever looks between two stores finds whole records
 * and at most one that is none.
 */
#include <tally/log.h>

/* What the checks begin with; chosen, so that memory of zeroes fails. */
static const uint32_t LOG_FIRST = 0x7A11u;

/* What `busy` says. */
enum { LOG_WRITING = 1, LOG_WRITTEN = 2 };

static uint32_t log_seal_of(const struct tally_log *log)
{
	uint32_t check = LOG_FIRST;

	check = tally_log_add(check, log->magic[0]);
	check = tally_log_add(check, log->magic[1]);
	check = tally_log_add(check, log->version);
	check = tally_log_add(check, log->size);
	check = tally_log_add(check, log->header_size);
	check = tally_log_add(check, log->record_size);
	return tally_log_add(check, log->records);
}

static uint32_t log_check_of(const struct tally_log_record *r,
			     uint32_t sequence)
{
	uint32_t check = tally_log_add(LOG_FIRST, sequence);

	check = tally_log_add(check, r->what);
	check = tally_log_add(check, r->task);
	for (unsigned i = 0; i < 4; i++)
		check = tally_log_add(check, r->value[i]);
	return check;
}

static struct tally_log_record *log_record_at(struct tally_log *log,
					      uint32_t number)
{
	return &log->record[number & (log->records - 1)];
}

/* Is the record with that number there, and whole? */
static bool log_holds(struct tally_log *log, uint32_t number)
{
	const struct tally_log_record *r = log_record_at(log, number);

	return r->sequence == number + 1 &&
	       r->check == log_check_of(r, number + 1);
}

static bool log_is_one(const struct tally_log *log, uint32_t size,
		       uint32_t records)
{
	return log->magic[0] == TALLY_LOG_MAGIC &&
	       log->magic[1] == ~TALLY_LOG_MAGIC &&
	       log->version == TALLY_LOG_VERSION && log->size == size &&
	       log->header_size == TALLY_LOG_HEADER &&
	       log->record_size == TALLY_LOG_RECORD &&
	       log->records == records && log->seal == log_seal_of(log) &&
	       log->head - log->tail <= records;
}

/* Everything of it is 0 before its magic words are there. */
static void log_make(struct tally_log *log, uint32_t size, uint32_t records)
{
	volatile uint32_t *word = log->magic;

	for (uint32_t i = 0; i < TALLY_LOG_HEADER / 4; i++)
		word[i] = 0;
	for (uint32_t i = 0; i < records; i++)
		log->record[i].sequence = 0;
	log->version = TALLY_LOG_VERSION;
	log->size = size;
	log->header_size = TALLY_LOG_HEADER;
	log->record_size = TALLY_LOG_RECORD;
	log->records = records;
	log->magic[1] = ~TALLY_LOG_MAGIC;
	log->magic[0] = TALLY_LOG_MAGIC;
	log->seal = log_seal_of(log);
}

/* A reset may have come between a record's end and `head`, or within a write,
 * or when all of it was done. */
static void log_mend(struct tally_log *log)
{
	if (log->busy && log->head - log->tail < log->records &&
	    log_holds(log, log->head))
		log->head++;
	else if (log->busy == LOG_WRITING)
		log->lost++;
	log->busy = 0;
}

enum tally_status tally_log_open(struct tally_log *log, size_t size, bool keep)
{
	const size_t most = UINT32_C(1) << 30;
	uint32_t records = 1;

	if (!log || (uintptr_t)log % 4)
		return TALLY_E_INVALID;
	if (size > most)
		size = most;
	while (TALLY_LOG_HEADER + (size_t)records * 2 * TALLY_LOG_RECORD <=
	       size)
		records *= 2;
	if (records < 2)
		return TALLY_E_ROOM;
	size = TALLY_LOG_HEADER + (size_t)records * TALLY_LOG_RECORD;
	if (keep && log_is_one(log, (uint32_t)size, records))
		log_mend(log);
	else
		log_make(log, (uint32_t)size, records);
	log->starts++;
	(void)tally_log_write(log, TALLY_LOG_START, 0, 0, log->starts, 0);
	return TALLY_OK;
}

/* The room for the next record; NULL: it is lost. */
static struct tally_log_record *log_begin(struct tally_log *log)
{
	if (log->busy) {
		log->nested++;
		return NULL;
	}
	log->busy = LOG_WRITING;
	if (log->head - log->tail < log->records)
		return log_record_at(log, log->head);
	log->lost++;
	log->busy = 0;
	return NULL;
}

static bool log_append(struct tally_log *log, uint32_t what, uint32_t task,
		       const uint32_t *value)
{
	struct tally_log_record *r = log_begin(log);
	const uint32_t sequence = log->head + 1;

	if (!r)
		return false;
	r->sequence = 0;
	r->what = what;
	r->task = task;
	for (unsigned i = 0; i < 4; i++)
		r->value[i] = value[i];
	r->check = log_check_of(r, sequence);
	r->sequence = sequence;
	log->busy = LOG_WRITTEN;
	log->head = sequence;
	log->busy = 0;
	return true;
}

static uint32_t log_what_of(enum tally_log_kind kind, uint16_t source)
{
	return (uint32_t)kind | (uint32_t)source << 16;
}

bool tally_log_write(struct tally_log *log, enum tally_log_kind kind,
		     uint16_t source, uint32_t task, uint64_t a, uint64_t b)
{
	const uint32_t value[4] = { (uint32_t)a, (uint32_t)(a >> 32),
				    (uint32_t)b, (uint32_t)(b >> 32) };

	return log_append(log, log_what_of(kind, source), task, value);
}

bool tally_log_text(struct tally_log *log, enum tally_log_kind kind,
		    uint16_t source, uint32_t task, const char *text)
{
	uint32_t value[4] = { 0 };

	for (unsigned i = 0; i < TALLY_LOG_TEXT && text[i]; i++)
		value[i / 4] |= (uint32_t)(unsigned char)text[i] << i % 4 * 8;
	return log_append(log, log_what_of(kind, source), task, value);
}

bool tally_log_take(struct tally_log *log, struct tally_log_entry *entry)
{
	while (log->tail != log->head) {
		const uint32_t number = log->tail;
		const struct tally_log_record *r = log_record_at(log, number);
		const bool whole = log_holds(log, number);

		entry->kind = (enum tally_log_kind)(r->what & 0xFFFF);
		entry->source = (uint16_t)(r->what >> 16);
		entry->task = r->task;
		entry->a = r->value[0] | (uint64_t)r->value[1] << 32;
		entry->b = r->value[2] | (uint64_t)r->value[3] << 32;
		/* The writer may have this room again from here on. */
		log->tail = number + 1;
		if (whole)
			return true;
	}
	return false;
}
