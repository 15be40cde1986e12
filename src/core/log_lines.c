/* SPDX-License-Identifier: MIT */
/*
 * The log as lines of text, each with the CRC-32 (IEEE 802.3) of what stands
 * before it: 32 bytes a line, of those alone that are used.  No division and no
 * table: who prints has time.
 */
#include <tally/library.h>

#include <tally/log.h>

struct log_writer {
	void (*put)(void *ctx, char c);
	void *ctx;
	uint32_t line, all; /* the state of the line's sum, and of all lines' */
	uint32_t lines;
};

static uint32_t log_crc(uint32_t state, char c)
{
	state ^= (uint8_t)c;
	for (unsigned i = 0; i < 8; i++)
		state = state >> 1 ^ (UINT32_C(0xEDB88320) & (0 - (state & 1)));
	return state;
}

static void log_letter(struct log_writer *w, char c)
{
	w->line = log_crc(w->line, c);
	w->put(w->ctx, c);
}

static void log_say(struct log_writer *w, const char *text)
{
	while (*text)
		log_letter(w, *text++);
}

/* `digits`: so many, or with 0 as many as it has. */
static void log_hex(struct log_writer *w, uint32_t number, unsigned digits)
{
	unsigned n = digits ? digits : 8;

	while (!digits && n > 1 && !(number >> 4 * (n - 1)))
		n--;
	while (n--)
		log_letter(w, "0123456789abcdef"[number >> 4 * n & 15]);
}

/* The sum of all lines is of their own sums, one after the other. */
static void log_end_line(struct log_writer *w)
{
	const uint32_t sum = ~w->line;

	for (unsigned i = 0; i < 4; i++)
		w->all = log_crc(w->all, (char)(sum >> 8 * i & 0xFF));
	log_say(w, " *");
	log_hex(w, sum, 8);
	log_letter(w, '\n');
	w->line = UINT32_MAX;
}

static void log_put_bytes(struct log_writer *w, const struct tally_log *log,
			  uint32_t from)
{
	const volatile uint8_t *byte = (const volatile uint8_t *)log + from;

	log_say(w, "log ");
	log_hex(w, ++w->lines, 0);
	log_letter(w, ' ');
	log_hex(w, from, 0);
	log_letter(w, ' ');
	for (unsigned i = 0; i < TALLY_LOG_RECORD; i++)
		log_hex(w, byte[i], 2);
	log_end_line(w);
}

static bool log_is_sound(const struct tally_log *log)
{
	return log->magic[0] == TALLY_LOG_MAGIC &&
	       log->magic[1] == ~TALLY_LOG_MAGIC &&
	       log->header_size == TALLY_LOG_HEADER &&
	       log->record_size == TALLY_LOG_RECORD &&
	       log->size == TALLY_LOG_HEADER +
				    (uint64_t)TALLY_LOG_RECORD * log->records;
}

bool tally_log_print(const struct tally_log *log,
		     void (*put)(void *ctx, char c), void *ctx)
{
	struct log_writer w = { put, ctx, UINT32_MAX, UINT32_MAX, 0 };

	if (!log_is_sound(log))
		return false;
	log_say(&w, "# tally log 1 size=");
	log_hex(&w, log->size, 0);
	log_end_line(&w);
	for (uint32_t at = 0; at < TALLY_LOG_HEADER; at += TALLY_LOG_RECORD)
		log_put_bytes(&w, log, at);
	for (uint32_t i = 0; i < log->records; i++)
		if (log->record[i].sequence)
			log_put_bytes(&w, log,
				      TALLY_LOG_HEADER + TALLY_LOG_RECORD * i);
	log_say(&w, "# end log ");
	log_hex(&w, w.lines, 0);
	log_say(&w, " lines, all *");
	log_hex(&w, ~w.all, 8);
	log_end_line(&w);
	return true;
}
