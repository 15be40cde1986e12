/* SPDX-License-Identifier: MIT */
/*
 * Debug files: symbols and lines that were stripped from a program stand in a
 * file of their own, which the program names by its build id, or by a link with
 * a check sum [GDB manual, "Debugging Information in Separate Files"].
 */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/inner.h"

enum { CRC_POLYNOMIAL = 0xEDB88320 };

static uint32_t sum_of(const uint8_t *bytes, size_t size)
{
	uint32_t table[256], sum = UINT32_MAX;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (unsigned bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^
				   (table[i] & 1 ? CRC_POLYNOMIAL : 0);
	}
	for (size_t i = 0; i < size; i++)
		sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 0xff];
	return ~sum;
}

static bool same_id(const struct debug_name *a, const struct debug_name *b)
{
	return a->id_size && a->id_size == b->id_size &&
	       memcmp(a->id, b->id, a->id_size) == 0;
}

/* The stubs, before all others; their number. */
static size_t stubs_first(struct opened *o)
{
	size_t count = 0;

	for (size_t i = 0; i < o->p.symbols; i++) {
		if (!o->extent[i].stub)
			continue;
		o->symbol[count] = o->symbol[i];
		o->extent[count++] = o->extent[i];
	}
	return count;
}

/* Takes the file's symbols where the program has none of its own but stubs,
 * which no other file has, and keeps the file for its lines.  False: out of
 * memory. */
static bool adopt(struct opened *o, struct opened *file)
{
	struct program_symbol *symbol = o->symbol;
	struct extent *extent = o->extent;
	size_t stubs;
	bool good;

	o->debug = file;
	if (o->debug_name.has_symbols)
		return true;
	stubs = stubs_first(o);
	free(o->datum);
	o->p.symbol = o->symbol = file->symbol;
	o->p.symbols = file->p.symbols;
	o->p.datum = o->datum = file->datum;
	o->p.data = file->p.data;
	o->extent = file->extent;
	file->symbol = file->datum = NULL;
	file->extent = NULL;
	file->p.symbol = file->p.datum = NULL;
	file->p.symbols = file->p.data = 0;
	good = symbols_add(o, symbol, extent, stubs);
	free(symbol);
	free(extent);
	return good;
}

static struct opened *open_file(const char *path, const struct program *of)
{
	const struct wanted w = { .machine = of->machine,
				  .bits = of->bits,
				  .big_endian = of->big_endian,
				  .mapped = true,
				  .debug = true };
	struct error ignored;

	return (struct opened *)program_open_as(path, &w, &ignored);
}

/* False: there is no such file, or it is another program's.  Without memory for
 * the stubs they have no names. */
static bool take_file(struct opened *o, const char *path, bool by_id)
{
	struct opened *file = open_file(path, &o->p);

	if (!file)
		return false;
	if (by_id ? same_id(&o->debug_name, &file->debug_name)
		  : sum_of(file->image, file->size) == o->debug_name.sum) {
		(void)adopt(o, file);
		return true;
	}
	program_close(&file->p);
	return false;
}

static bool take_by_id(struct opened *o, const char *folder)
{
	const struct debug_name *d = &o->debug_name;
	char path[PATH_MAX];
	int used;

	if (d->id_size < 2)
		return false;
	used = snprintf(path, sizeof path, "%s/.build-id/%02x/", folder,
			d->id[0]);
	if (used < 0 || (size_t)used + 2 * sizeof d->id + 8 > sizeof path)
		return false;
	for (uint32_t i = 1; i < d->id_size; i++)
		used += snprintf(path + used, sizeof path - (size_t)used,
				 "%02x", d->id[i]);
	snprintf(path + used, sizeof path - (size_t)used, ".debug");
	return take_file(o, path, true);
}

/* Beside the program, in .debug there, or below the folder. */
static bool take_by_link(struct opened *o, const char *folder)
{
	static const char *const form[] = { "%s%s/%s", "%s%s/.debug/%s",
					    "%s%s/%s" };
	char path[PATH_MAX], *whole = realpath(o->path, NULL);
	bool good = false;

	for (unsigned i = 0; whole && !good && i < 3; i++) {
		char of[PATH_MAX];

		snprintf(of, sizeof of, "%s", whole);
		if (snprintf(path, sizeof path, form[i], i == 2 ? folder : "",
			     dirname(of),
			     o->debug_name.link) < (int)sizeof path)
			good = strcmp(path, whole) != 0 &&
			       take_file(o, path, false);
	}
	free(whole);
	return good;
}

static void find_file(struct opened *o, const char *folder)
{
	const struct debug_name *d = &o->debug_name;

	if ((!d->has_symbols || !d->has_lines) && !take_by_id(o, folder) &&
	    d->link[0])
		(void)take_by_link(o, folder);
}

struct program *program_open_mapped(const char *path, const char *debug,
				    struct error *err)
{
	const struct wanted w = { .machine = EM_NONE, .mapped = true };
	struct program *p = program_open_as(path, &w, err);

	if (!p)
		return NULL;
	find_file((struct opened *)p, debug);
	if (unnamed_add((struct opened *)p))
		return p;
	program_close(p);
	error_no_memory(err);
	return NULL;
}
