/* SPDX-License-Identifier: MIT */
/* Fetches a log's bytes from where they are.  See fetch.h. */
#include "gather/fetch.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/seconds.h"
#include "base/text.h"
#include "gather/logs.h"
#include "program/program.h"

/* A dump of more is cut off; a log has 1 GiB at most. */
static const size_t MOST = (size_t)1 << 30;

enum { TICK_MS = 100 };

/* ---- a file -------------------------------------------------------------- */

static bool read_all(FILE *from, uint8_t **bytes, size_t *size,
		     struct error *err)
{
	size_t room = 0;

	while (!feof(from) && !ferror(from) && *size < MOST) {
		if (*size == room) {
			uint8_t *grown;

			room = room ? room * 2 : 1 << 16;
			grown = realloc(*bytes, room);
			if (!grown)
				return error_no_memory(err);
			*bytes = grown;
		}
		*size += fread(*bytes + *size, 1, room - *size, from);
	}
	return !ferror(from) || error_set(err, "%s", strerror(errno));
}

/* The only log in the bytes, or the one that begins at `at`. */
static struct dump *log_of(const uint8_t *bytes, size_t size, const char *at,
			   struct error *err)
{
	struct logs logs = { .count = 0 };
	uint64_t offset = 0;

	if (at) {
		if (!number_read(at, &offset, err))
			return NULL;
		if (offset < size && dump_size(bytes + offset, size - offset))
			return dump_read(bytes + offset, size - offset, err);
		error_set(err, "no log begins at byte 0x%llx",
			  (unsigned long long)offset);
		return NULL;
	}
	logs_add(&logs, bytes, size, 0);
	return logs_single(&logs, NULL, err) ? dump_read(bytes, size, err)
					     : NULL;
}

struct dump *fetch_from_file(const char *path, const char *at,
			     struct error *err)
{
	const bool standard = strcmp(path, "-") == 0;
	FILE *from = standard ? stdin : fopen(path, "rb");
	const char *name = standard ? "standard input" : path;
	uint8_t *bytes = NULL;
	struct dump *d = NULL;
	size_t size = 0;

	if (!from)
		error_set(err, "%s; name a dump of memory", strerror(errno));
	else if (read_all(from, &bytes, &size, err))
		d = log_of(bytes, size, at, err);
	if (from && !standard)
		fclose(from);
	free(bytes);
	if (!d)
		error_within(err, "%s", text_seen(name));
	return d;
}

/* ---- a target ------------------------------------------------------------ */

/* Has it come to where the log is wanted?  One that failed has left one, too.
 */
static bool came(const struct fetch_how *how, const struct target_stop *stop,
		 struct error *err)
{
	if (stop->reason == TARGET_STOP_LOST)
		return error_set(err, "%s", stop->text);
	if (!sink_goes_on(how->sink, NULL))
		return error_set(err, "interrupted; no log was read");
	if (how->until && stop->reason != TARGET_STOP_BREAK)
		return error_set(err, "the program did not come to %s",
				 how->until);
	return true;
}

static bool break_at(struct target_run *on, const char *function,
		     struct error *err)
{
	const struct program_symbol *symbol =
		program_find(on->target->program, function, err);

	return symbol &&
	       on->target->control->stop_at(on, symbol->addr, true, err);
}

static bool goes_on(const struct target_run *on, const struct fetch_how *how)
{
	const struct target_control *control = on->target->control;
	const struct run_done done = { -1, control->progress
						   ? control->progress(on)
						   : 0 };

	return sink_goes_on(how->sink, &done);
}

static bool run_until(struct target_run *on, const struct fetch_how *how,
		      struct error *err)
{
	const struct target_control *control = on->target->control;
	struct target_stop stop;
	bool asked = false;
	struct pollfd p;

	if (on->target->facts.goes_on && !how->until)
		return true;
	if (how->until && !break_at(on, how->until, err))
		return false;
	if (control->console && how->sink->console)
		control->console(on, how->sink->console, how->sink->ctx);
	if (!control->go(on, 0, err))
		return false;
	p = (struct pollfd){ .fd = control->fd(on), .events = POLLIN };
	while (!control->wait(on, false, &stop)) {
		if (!asked && !goes_on(on, how)) {
			control->halt(on);
			asked = true;
		}
		(void)poll(&p, 1, TICK_MS);
	}
	return came(how, &stop, err);
}

static bool read_memory(struct target_run *on, uint64_t at, void *to,
			size_t size, struct error *err)
{
	return on->target->memory->read(on, at, to, size, err) ||
	       error_within(err, "reading the log at 0x%llx",
			    (unsigned long long)at);
}

static struct dump *read_at(struct target_run *on, uint64_t at,
			    struct error *err)
{
	uint8_t header[TALLY_LOG_HEADER], *bytes;
	struct dump *d = NULL;
	size_t size;

	if (!read_memory(on, at, header, sizeof header, err))
		return NULL;
	size = dump_size(header, sizeof header);
	if (!size || size > MOST) {
		error_set(err, "there is no log at 0x%llx",
			  (unsigned long long)at);
		return NULL;
	}
	bytes = malloc(size);
	if (!bytes)
		error_no_memory(err);
	else if (read_memory(on, at, bytes, size, err))
		d = dump_read(bytes, size, err);
	free(bytes);
	return d;
}

/* Adds the logs in an area of the program's memory, and reads the first one.
 * `unread`: why it could not be read.  False and `err`: no memory is left. */
static bool search_area(struct target_run *on, const struct program_segment *s,
			struct logs *logs, struct dump **d,
			struct error *unread, struct error *err)
{
	uint8_t *bytes = malloc(s->size);
	struct error ignored;

	if (!bytes)
		return error_no_memory(err);
	if (!read_memory(on, s->addr, bytes, s->size, &ignored)) {
		*unread = ignored;
	} else {
		const bool first = !logs->count;

		logs_add(logs, bytes, s->size, s->addr);
		if (first && logs->count)
			*d = dump_read(bytes, s->size, err);
	}
	free(bytes);
	return true;
}

/* Searches what the program may write, one area after the other.  One that
 * cannot be read is told of if the log is in none of the others. */
static struct dump *search(struct target_run *on, struct error *err)
{
	const struct program *p = on->target->program;
	struct error unread = { "" };
	struct logs logs = { .count = 0 };
	struct dump *d = NULL;
	bool good = true;

	for (size_t i = 0; good && i < p->segments; i++) {
		const struct program_segment *s = &p->segment[i];

		if (s->writable && s->size >= TALLY_LOG_HEADER &&
		    s->size <= MOST)
			good = search_area(on, s, &logs, &d, &unread, err);
	}
	if (good && logs_single(&logs, p, err)) {
		if (!logs.count && unread.text[0])
			*err = unread;
		else if (!logs.count)
			error_set(err, "there is no log in the memory that the "
				       "program may write; did it call "
				       "tally_log_open()? --at ADDRESS says "
				       "where else it is");
		return d;
	}
	dump_free(d);
	return NULL;
}

static bool place_of(const struct program *p, const char *text, uint64_t *at,
		     struct error *err)
{
	const struct program_symbol *datum;

	if (*text >= '0' && *text <= '9')
		return number_read(text, at, err);
	datum = program_datum(p, text, err);
	if (datum)
		*at = datum->addr;
	return datum != NULL;
}

struct dump *fetch_from_target(struct target *t, const struct fetch_how *how,
			       struct error *err)
{
	struct dump *d = NULL;
	struct target_run *on;
	double began = seconds_now();
	uint64_t at = 0;

	if (!target_needs(t, TARGET_CONTROL | TARGET_MEMORY, "tally collect",
			  err) ||
	    (how->at && !place_of(t->program, how->at, &at, err)))
		return NULL;
	t->counts_nothing = true;
	on = target_open(t, 0, err);
	if (on && run_until(on, how, err)) {
		began = how->until ? seconds_now() : began;
		d = how->at ? read_at(on, at, err) : search(on, err);
	}
	target_end(on);
	target_release(t);
	*how->held = seconds_now() - began;
	return d;
}
