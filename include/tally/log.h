/* SPDX-License-Identifier: MIT */
#ifndef TALLY_LOG_H
#define TALLY_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/status.h>
#include <tally/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A log in memory, for firmware that has neither console nor debugger: samples,
 * intervals, regions and what was lost.  `tally collect` reads it out of a
 * board, through a debugger or from a dump of memory; doc/log.md has every
 * field.
 *
 *	TALLY_LOG(profile_log, 256);
 *
 *	tally_log_open(&profile_log.log, sizeof profile_log, false);
 *	tally_log_text(&profile_log.log, TALLY_LOG_MONITOR, 0, 0, "arm1176");
 *	tally_log_write(&profile_log.log, TALLY_LOG_SETUP, 0, 0, event, period);
 *	...
 *	if (tally_session_overflow(&s) & 1)       (in the interrupt handler)
 *		tally_log_write(&profile_log.log, TALLY_LOG_SAMPLE, 0, task,
 *				pc, period);
 *
 * One writes at a time: an interrupt handler, or code that it cannot interrupt.
 * A write that interrupts another is refused and counted.  Whoever takes
 * records may be interrupted by the writer at any point, on the same core.  No
 * lock, no heap, no wait.  A full log keeps what it has, the oldest, and counts
 * what it could not keep; tally_log_overwrite() makes it keep the newest.
 *
 * The log survives a reset if its memory does: each record is checked by
 * itself, so that one half written is no record.
 */

enum tally_log_kind {
	TALLY_LOG_START = 1, /* it was opened */
	TALLY_LOG_MONITOR,   /* text: whose events these are */
	TALLY_LOG_SETUP,     /* source: slot; a: event code, b: period or 0 */
	TALLY_LOG_SAMPLE,    /* source: slot; a: pc, b: events it stands for */
	TALLY_LOG_INTERVAL, /* source: slot; a: its count, b: time at its end */
	TALLY_LOG_REGION,   /* source: slot; task: region; a: count, b: calls */
	TALLY_LOG_TASK,     /* task; text: its name */
	TALLY_LOG_OVERFLOW, /* source: slot; a: overflows so far, b: time */
	TALLY_LOG_PASS,     /* source: the pass that begins */
	TALLY_LOG_NAME,     /* task: region; text: its name */
};

enum { TALLY_LOG_TEXT = 16 }; /* bytes of a text; the rest is cut off */

/* 32 bytes, in words of the core's own order. */
struct tally_log_record {
	volatile uint32_t sequence; /* 1 + its number; written last */
	volatile uint32_t what;     /* kind; source in the upper half */
	volatile uint32_t task;
	volatile uint32_t check;    /* over all other words */
	volatile uint32_t value[4]; /* a and b, lower half first; or text */
};

/* 64 bytes, and the records behind them. */
struct tally_log {
	volatile uint32_t magic[2];    /* TALLY_LOG_MAGIC, and its inverse */
	volatile uint32_t version;     /* 1; 2: it overwrites */
	volatile uint32_t size;        /* of all of it, in bytes */
	volatile uint32_t header_size; /* 64 */
	volatile uint32_t record_size; /* 32 */
	volatile uint32_t records;     /* a power of two */
	volatile uint32_t seal;        /* check over all of the above */
	volatile uint32_t head;        /* records written: the writer's */
	volatile uint32_t tail;        /* records taken: the reader's */
	volatile uint32_t lost;        /* no room for them, or overwritten */
	volatile uint32_t nested;      /* that interrupted another */
	volatile uint32_t starts;      /* how often it was opened */
	volatile uint32_t busy;        /* 1: a write is under way, 2: it ends */
	volatile uint32_t kept;        /* it overwrites behind so many; 0: no */
	volatile uint32_t taking;      /* sequence that the reader has; 0 */
	struct tally_log_record record[1];
};

#define TALLY_LOG_MAGIC      0x544C4F47u
#define TALLY_LOG_VERSION    1u
#define TALLY_LOG_OVERWRITES 2u /* the version of one that does */
enum { TALLY_LOG_HEADER = 64, TALLY_LOG_RECORD = 32 };

/*
 * A log with room for so many records, a power of two.  Who wants it to survive
 * a reset puts it into a section that the start-up code leaves alone.
 */
#define TALLY_LOG(name, records)                                               \
	union {                                                                \
		struct tally_log log;                                          \
		uint8_t bytes[TALLY_LOG_HEADER +                               \
			      TALLY_LOG_RECORD * (records)];                   \
	} name

/*
 * Makes a log of memory, aligned to 4 bytes, with as many records as fit (a
 * power of two).  With `keep`, what a log of that size already holds stays; a
 * record that a reset cut short is dropped.  The first record is
 * TALLY_LOG_START.  TALLY_E_INVALID, or TALLY_E_ROOM for less than two records.
 * Nobody writes meanwhile.
 */
TALLY_MUST_CHECK enum tally_status tally_log_open(struct tally_log *log,
						  size_t size, bool keep);

/*
 * From here on a full log overwrites its oldest record, so that it always has
 * the newest (a flight recorder).  The records before this call stay: write the
 * monitor, the setups and the names first.  `lost` counts what was overwritten
 * before the reader took it.  TALLY_E_ROOM: less than two records are left.  A
 * log that was kept over a reset and overwrites already goes on as it does.
 * Nobody writes meanwhile.
 */
TALLY_MUST_CHECK enum tally_status tally_log_overwrite(struct tally_log *log);

/*
 * Appends a record; false: it is lost, and counted.  Interrupt handlers and
 * other code, as said above.
 */
bool tally_log_write(struct tally_log *log, enum tally_log_kind kind,
		     uint16_t source, uint32_t task, uint64_t a, uint64_t b);

/* Writes a record with a text in place of the values. */
bool tally_log_text(struct tally_log *log, enum tally_log_kind kind,
		    uint16_t source, uint32_t task, const char *text);

/* A record that was taken. */
struct tally_log_entry {
	enum tally_log_kind kind;
	uint16_t source;
	uint32_t task;
	uint64_t a, b;
};

/*
 * Takes the oldest record; false: there is none, or the header is damaged.  One
 * reader.  It looks at no more records than there is room for, whatever `head`
 * and `tail` say: what is not whole is skipped.
 */
bool tally_log_take(struct tally_log *log, struct tally_log_entry *entry);

/*
 * Prints the log as lines of text with check sums, each letter by `put`: on a
 * wire that other output shares, where `tally collect --text` finds them
 * (doc/log.md).  The records stay.  What is written meanwhile may be in it or
 * not; each record is checked by itself.  False: the header is damaged.
 */
bool tally_log_print(const struct tally_log *log,
		     void (*put)(void *ctx, char c), void *ctx);

/* The check of words: turned by five bits and combined, one after the other. */
static inline uint32_t tally_log_add(uint32_t check, uint32_t word)
{
	return (check << 5 | check >> 27) ^ word;
}

#ifdef __cplusplus
}
#endif

#endif
