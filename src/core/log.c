/* SPDX-License-Identifier: MIT */
/*
 * The log in memory.  All words of it are volatile, so that the compiler keeps
 * their order: a record's sequence is taken away first and written last, and
 * `head` moves behind it.  Whoever looks between two stores finds whole records
 * and at most one that is none.
 */
#include <tally/library.h>

#include <tally/log.h>

/* The value that checks begin with; chosen, so that memory of zeroes fails. */
static const uint32_t LOG_FIRST = 0x7A11u;

/* Values of `busy`. */
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

static uint32_t log_place_of(const struct tally_log *log, uint32_t number)
{
	return number & (log->records - 1);
}

static struct tally_log_record *log_record_at(struct tally_log *log,
					      uint32_t number)
{
	return &log->record[log_place_of(log, number)];
}

/* The number of the record behind that one: places of records that stay are
 * passed over. */
static uint32_t log_behind(const struct tally_log *log, uint32_t number)
{
	const uint32_t place = log_place_of(log, number + 1);
	const uint32_t kept = log->kept;
	const bool stays = place < kept && kept < log->records;

	return number + 1 + (stays ? kept - place : 0);
}

/* The oldest number that can be there: writers may have passed `tail`, or a
 * wild word may be in it. */
static uint32_t log_oldest(const struct tally_log *log)
{
	const uint32_t head = log->head, tail = log->tail;

	return head - tail <= log->records ? tail : head - log->records;
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
	       log->magic[1] == ~TALLY_LOG_MAGIC && log->size == size &&
	       log->header_size == TALLY_LOG_HEADER &&
	       log->record_size == TALLY_LOG_RECORD &&
	       log->records == records && log->seal == log_seal_of(log) &&
	       (log->version == TALLY_LOG_VERSION
			? !log->kept && log->head - log->tail <= records
			: log->version == TALLY_LOG_OVERWRITES && log->kept &&
				  log->kept < records - 1);
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
	log->tail = log_oldest(log);
	if (log->busy && log->head - log->tail < log->records &&
	    log_holds(log, log->head))
		log->head = log_behind(log, log->head);
	else if (log->busy == LOG_WRITING)
		log->lost++;
	log->busy = log->taking = 0;
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

enum tally_status tally_log_overwrite(struct tally_log *log)
{
	if (log->kept)
		return TALLY_OK;
	if (log->head > log->records - 2)
		return TALLY_E_ROOM;
	log->version = TALLY_LOG_OVERWRITES;
	log->kept = log->head;
	log->seal = log_seal_of(log);
	return TALLY_OK;
}

/* The oldest record makes room, and is lost, unless the reader has it: that it
 * has, it finds by `taking`. */
static void log_make_room(struct tally_log *log)
{
	const uint32_t sequence = log_record_at(log, log->head)->sequence;

	log->tail = log->head - log->records + 1;
	if (log->taking && log->taking == sequence)
		log->taking = 0;
	else
		log->lost++;
}

/* The room for the next record; NULL: it is lost. */
static struct tally_log_record *log_begin(struct tally_log *log)
{
	if (log->busy) {
		log->nested++;
		return NULL;
	}
	log->busy = LOG_WRITING;
	if (log->head - log->tail >= log->records) {
		if (!log->kept) {
			log->lost++;
			log->busy = 0;
			return NULL;
		}
		log_make_room(log);
	}
	return log_record_at(log, log->head);
}

static bool log_append(struct tally_log *log, uint32_t what, uint32_t task,
		       const uint32_t *value)
{
	struct tally_log_record *r = log_begin(log);
	const uint32_t number = log->head, sequence = number + 1;

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
	log->head = log_behind(log, number);
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

static void log_copy(struct tally_log_entry *to,
		     const struct tally_log_record *r)
{
	to->kind = (enum tally_log_kind)(r->what & 0xFFFF);
	to->source = (uint16_t)(r->what >> 16);
	to->task = r->task;
	to->a = r->value[0] | (uint64_t)r->value[1] << 32;
	to->b = r->value[2] | (uint64_t)r->value[3] << 32;
}

/*
 * Copies a record, and says whether it is the reader's.  One that overwrites it
 * before `taking` is set counts it as lost; one that does so later clears
 * `taking`, and counts nothing.
 */
static bool log_take_at(struct tally_log *log, uint32_t number,
			struct tally_log_entry *entry)
{
	const struct tally_log_record *r = log_record_at(log, number);
	const bool whole = log_holds(log, number);

	log_copy(entry, r);
	log->taking = number + 1;
	return whole &&
	       (r->sequence == number + 1 || log->taking != number + 1);
}

bool tally_log_take(struct tally_log *log, struct tally_log_entry *entry)
{
	bool taken = false;

	if (log->seal != log_seal_of(log))
		return false;
	for (uint32_t left = log->records;
	     !taken && left && log->tail != log->head; left--) {
		const uint32_t number = log_oldest(log);

		taken = log_take_at(log, number, entry);
		/* The writer may have this room again from here on. */
		log->tail = number + 1;
		log->taking = 0;
	}
	return taken;
}
