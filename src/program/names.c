/* SPDX-License-Identifier: MIT */
/*
 * Names that people read in place of a linker's: C++ and Rust write into it
 * what a function is a member of and what it is called with.  The names are the
 * file's, so that a few letters may stand for megabytes of text: each has a
 * limit, and beyond it stays as it is linked.
 */
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "program/inner.h"

enum {
	MOST_TEXT = 4096, /* of one name */
	HOW = DMGL_PARAMS | DMGL_ANSI,
};

/* A name while it is made, piece by piece. */
struct making {
	char text[MOST_TEXT];
	size_t used;
	jmp_buf enough;
};

/* The library has no other way to be told to stop, and holds no memory. */
static void take_piece(const char *piece, size_t size, void *ctx)
{
	struct making *m = ctx;

	if (size >= sizeof m->text - m->used)
		longjmp(m->enough, 1);
	memcpy(m->text + m->used, piece, size);
	m->used += size;
}

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* False: it is shown as it is linked. */
static bool make(struct making *m, const char *name)
{
	if (!begins(name, "_Z") && !begins(name, "_R") &&
	    !begins(name, "_GLOBAL_"))
		return false;
	if (setjmp(m->enough))
		return false;
	m->used = 0;
	if (rust_demangle_callback(name, HOW, take_piece, m))
		return m->used;
	m->used = 0;
	return cplus_demangle_v3_callback(name, HOW, take_piece, m) && m->used;
}

char *name_shown(const char *linked)
{
	struct making *m = malloc(sizeof *m);
	char *shown = NULL;

	if (m && make(m, linked))
		shown = strndup(m->text, m->used);
	free(m);
	return shown;
}

static bool grow(struct opened *o, size_t *room, size_t more)
{
	const size_t wanted = o->texts_size + more;
	char *grown;

	if (wanted <= *room)
		return true;
	grown = realloc(o->texts, wanted * 2);
	if (!grown)
		return false;
	o->texts = grown;
	*room = wanted * 2;
	return true;
}

/* The text of a symbol, in `m`; false: it is shown as it is linked. */
static bool make_one(struct making *m, const char *name, bool stub)
{
	static const char behind[] = "@plt";
	const size_t size = strlen(name);

	if (!make(m, name)) {
		if (!stub || size > sizeof m->text - sizeof behind)
			return false;
		memcpy(m->text, name, size);
		m->used = size;
	}
	if (stub && m->used <= sizeof m->text - sizeof behind) {
		memcpy(m->text + m->used, behind, sizeof behind - 1);
		m->used += sizeof behind - 1;
	}
	return true;
}

/* Finds where the text of a symbol begins; 0: it has none. */
static bool make_all(struct opened *o, size_t *at)
{
	struct making *m = malloc(sizeof *m);
	size_t room = 0;
	bool good = m && grow(o, &room, 1);

	if (good)
		o->texts[o->texts_size++] = '\0';
	for (size_t i = 0; good && i < o->p.symbols; i++) {
		if (o->texts_size > PROGRAM_TEXTS - MOST_TEXT ||
		    !make_one(m, o->symbol[i].name, o->extent[i].stub))
			continue;
		good = grow(o, &room, m->used + 1);
		if (!good)
			break;
		at[i] = o->texts_size;
		memcpy(o->texts + at[i], m->text, m->used);
		o->texts[at[i] + m->used] = '\0';
		o->texts_size += m->used + 1;
	}
	free(m);
	return good;
}

bool names_read(struct opened *o)
{
	size_t *at = calloc(o->p.symbols + 1, sizeof *at);
	const bool good = at && make_all(o, at);

	for (size_t i = 0; good && i < o->p.symbols; i++)
		o->symbol[i].shown =
			at[i] ? o->texts + at[i] : o->symbol[i].name;
	free(at);
	return good;
}
