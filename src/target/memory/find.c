/* SPDX-License-Identifier: MIT */
/*
 * Reads what `-t devmem:` and `-t uio:` say: which monitors there are, and
 * where their windows begin.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/linux/inner.h"
#include "target/memory/devmem.h"

/* Bytes that the registers of a monitor need, from the first one on. */
static size_t bytes_of(const struct catalog_monitor *m)
{
	size_t bytes = 0;

	for (unsigned i = 0; i < m->regs; i++) {
		const struct tally_reg *reg = &m->reg[i].reg;
		const size_t end = reg->addr + reg->bits / 8u;

		bytes = end > bytes ? end : bytes;
	}
	return bytes;
}

static bool take_address(struct devmem_target *t, const char *name,
			 const char *text, struct devmem_monitor *to,
			 struct error *err)
{
	if (!text && t->by == DEVMEM_UIO)
		return true;
	if (!text)
		return error_set(err,
				 "say where its registers are in physical "
				 "memory, %s=ADDRESS",
				 name);
	if (target_take_number(text, &to->address) && to->address % 4 == 0)
		return true;
	return error_set(err,
			 "%s=%s: an address is a number, a multiple of 4, as "
			 "in 0x10110000",
			 name, text);
}

/* MONITOR=ADDRESS; of a UIO device MONITOR, or with where in its window. */
static bool take_monitor(struct devmem_target *t, const char *name,
			 const char *address, struct error *err)
{
	struct target_facts *f = &t->target.facts;
	const struct catalog_monitor *m = catalog_monitor(name, err);
	struct devmem_monitor *to = &t->monitor[f->monitors];

	if (!m)
		return false;
	if (!m->device_tree)
		return error_set(err,
				 "%s: its registers are not in memory; what "
				 "Linux counts with them is -t linux",
				 name);
	if (f->monitors == TARGET_MONITORS)
		return error_set(err, "%s: at most %d monitors", name,
				 (int)TARGET_MONITORS);
	*to = (struct devmem_monitor){ .monitor = m, .bytes = bytes_of(m) };
	if (!take_address(t, name, address, to, err))
		return false;
	f->monitor[f->monitors++] =
		(struct target_monitor){ m->name, TARGET_BY_MEMORY };
	return true;
}

static bool take_word(struct devmem_target *t, char *word, struct error *err)
{
	char *value = strchr(word, '=');

	if (strcmp(word, "force") == 0) {
		t->force = true;
		return true;
	}
	if (value)
		*value++ = '\0';
	if (!value || strcmp(word, "clock") != 0)
		return take_monitor(t, word, value, err);
	return target_take_clock(&t->target.facts, value, err);
}

static bool take(struct devmem_target *t, char *text, struct error *err)
{
	const char *kind = t->by == DEVMEM_UIO ? "uio" : "devmem";
	char *word = text;

	snprintf(t->device, sizeof t->device, "/dev/mem");
	if (t->by == DEVMEM_UIO) {
		word = strchr(text, ',');
		if (word)
			*word++ = '\0';
		if (*text != '/' || strlen(text) >= sizeof t->device)
			return error_set(err,
					 "uio:%s: say which device, and what "
					 "is behind it: uio:/dev/uio0,MONITOR",
					 text);
		snprintf(t->device, sizeof t->device, "%s", text);
	}
	snprintf(t->name, sizeof t->name, "%s%s%s", kind,
		 t->by == DEVMEM_UIO ? ":" : "",
		 t->by == DEVMEM_UIO ? t->device : "");
	snprintf(t->title, sizeof t->title, "this computer's %s", t->device);
	if (!target_words_once(word, err))
		return error_within(err, "%s", t->name);
	while (word && *word) {
		char *next = strchr(word, ',');

		if (next)
			*next++ = '\0';
		if (!take_word(t, word, err))
			return error_within(err, "%s", t->name);
		word = next;
	}
	return t->target.facts.monitors ||
	       error_set(err, "%s: say which monitors are there, as in %s",
			 t->name,
			 t->by == DEVMEM_UIO ? "uio:/dev/uio0,l220"
					     : "devmem:l220=0x10110000");
}

static struct target *find(const char *rest, enum devmem_by by,
			   struct error *err)
{
	struct devmem_target *t = calloc(1, sizeof *t);
	char *text = strdup(rest);

	if (!t || !text) {
		error_no_memory(err);
	} else {
		t->by = by;
		t->doors = linux_asked();
		if (take(t, text, err)) {
			free(text);
			devmem_make(t);
			return &t->target;
		}
	}
	free(text);
	free(t);
	return NULL;
}

static struct target *find_memory(const char *rest,
				  const struct board_options *machine,
				  struct error *err)
{
	(void)machine;
	return find(rest, DEVMEM_MEMORY, err);
}

static struct target *find_uio(const char *rest,
			       const struct board_options *machine,
			       struct error *err)
{
	(void)machine;
	return find(rest, DEVMEM_UIO, err);
}

const struct target_kind target_devmem_kind = {
	.name = "devmem",
	.plural = "this computer's memory",
	.form = "devmem:MONITOR=ADDRESS",
	.find = find_memory,
	.commands = true,
};

const struct target_kind target_uio_kind = {
	.name = "uio",
	.plural = "its UIO devices",
	.form = "uio:/dev/uioN,MONITOR",
	.find = find_uio,
	.commands = true,
};
