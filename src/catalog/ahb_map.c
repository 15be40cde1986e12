/* SPDX-License-Identifier: MIT */
/*
 * A map of the AHB monitor is a text file: a name and a number in each line.
 * It is read twice over, once for what each line says and once, by
 * tally_ahb_init(), for what they say together.
 */
#include "catalog/ahb_map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <tally/monitors/arm926pxp_ahb.h>

#include "base/nearest.h"
#include "catalog/catalog.h"
#include "catalog/names.h"

static const char *const names[TALLY_AHB_REGISTERS] = {
#define AT(name, offset) [TALLY_AHB_##name] = #name,
#include <tally/monitors/arm926pxp_ahb_map.def>
};

/*
 * Names in a map that are no registers of the manual, a line each; all but the
 * first two may be missing.  The last are the places of the thresholds, layer
 * by layer.
 */
enum word {
	BASE,
	ENABLE,
	TRACK_BIT,
	ALIGN_BIT,
	TRACK,
	ALIGN,
	PAGE,
	WAITS,
	WORDS = WAITS + TALLY_AHB_LAYERS
};

static const char *const words[WORDS] = {
	[BASE] = "base",
	[ENABLE] = "enable_bit",
	[TRACK_BIT] = "track_dbgack_bit",
	[ALIGN_BIT] = "align_castout4_bit",
	[TRACK] = "track_dbgack",
	[ALIGN] = "align_castout4",
	[PAGE] = "page_size",
#define WAIT(layer, offset)                                                    \
	[WAITS + TALLY_AHB_LAYER_##layer] = "Threshold" #layer,
#include <tally/monitors/arm926pxp_ahb_map.def>
};

/* The highest value that each of them may have. */
static const uint32_t most[WORDS] = {
	[BASE] = 0xFFFF0000, [ENABLE] = 31, [TRACK_BIT] = 31, [ALIGN_BIT] = 31,
	[TRACK] = 1,         [ALIGN] = 1,   [PAGE] = 16,
#define WAIT(layer, offset)                                                    \
	[WAITS + TALLY_AHB_LAYER_##layer] = TALLY_AHB_BYTES - 4,
#include <tally/monitors/arm926pxp_ahb_map.def>
};

/*
 * A monitor with a map of its own, and all that it owns; others see `catalog`.
 */
struct mapped {
	struct catalog_monitor catalog; /* the first: freed as this */
	struct tally_ahb_map map;
	struct tally_ahb ahb;
	struct catalog_register *reg;
	struct catalog_note *note;
	char whose[128];
	char caution[256];
};

struct reading {
	const char *file;
	unsigned line;
	struct tally_ahb_map *map;
	unsigned at_line[TALLY_AHB_REGISTERS]; /* the line of the file that said
						  it; 0: none did */
	unsigned word_line[WORDS];
	uint32_t value[WORDS];
};

bool catalog_takes_map(const struct catalog_monitor *m)
{
	return m->own_map && m->monitor->ops == tally_arm926pxp_ahb.ops;
}

static bool wrong(const struct reading *r, struct error *err, const char *text,
		  const char *name)
{
	struct error why;

	error_set(&why, text, name);
	return error_set(err, "%s:%u: %s", r->file, r->line, why.text);
}

static bool unknown(const struct reading *r, const char *name,
		    struct error *err)
{
	struct nearest near = { 0 };

	for (unsigned i = 0; i < TALLY_AHB_REGISTERS; i++)
		nearest_offer(&near, name, names[i]);
	for (unsigned i = 0; i < WORDS; i++)
		nearest_offer(&near, name, words[i]);
	if (near.best)
		return error_set(err, "%s:%u: no register %s; did you mean %s?",
				 r->file, r->line, name, near.best);
	return wrong(r, err,
		     "no register %s; `tally list registers -m arm926pxp-ahb` "
		     "names them",
		     name);
}

static bool number(const struct reading *r, const char *name, const char *text,
		   uint32_t high, uint32_t *value, struct error *err)
{
	char *end;
	unsigned long long n;

	errno = 0;
	/* A zero in front makes no octal number of it. */
	n = strtoull(text, &end, strncasecmp(text, "0x", 2) ? 10 : 16);
	if (end == text || *end || *text == '-' || errno)
		return error_set(err,
				 "%s:%u: %s: '%s' is not a number; decimal, or "
				 "0x and hexadecimal",
				 r->file, r->line, name, text);
	if (n > high)
		return error_set(err, "%s:%u: %s: %s is more than 0x%x",
				 r->file, r->line, name, text, (unsigned)high);
	*value = (uint32_t)n;
	return true;
}

static bool twice(const struct reading *r, const char *name, unsigned before,
		  struct error *err)
{
	return error_set(err,
			 "%s:%u: %s is there twice, in line %u too; leave one "
			 "out",
			 r->file, r->line, name, before);
}

static bool taken(const struct reading *r, const char *name, const char *text,
		  const char *other, unsigned line, struct error *err)
{
	return error_set(err,
			 "%s:%u: %s: %s is where %s is, in line %u; correct "
			 "one",
			 r->file, r->line, name, text, other, line);
}

/* Is the offset that of a whole word, which no other register has? */
static bool is_free(const struct reading *r, const char *name, const char *text,
		    uint32_t offset, struct error *err)
{
	if (offset % 4)
		return error_set(err,
				 "%s:%u: %s: %s is no word; registers are at "
				 "multiples of 4",
				 r->file, r->line, name, text);
	for (unsigned k = 0; k < TALLY_AHB_REGISTERS; k++)
		if (r->at_line[k] && r->map->at[k] == offset)
			return taken(r, name, text, names[k], r->at_line[k],
				     err);
	for (unsigned w = WAITS; w < WORDS; w++)
		if (r->word_line[w] && r->value[w] == offset)
			return taken(r, name, text, words[w], r->word_line[w],
				     err);
	return true;
}

static bool take_register(struct reading *r, unsigned i, const char *text,
			  struct error *err)
{
	uint32_t offset = 0;

	if (r->at_line[i])
		return twice(r, names[i], r->at_line[i], err);
	if (!number(r, names[i], text, TALLY_AHB_BYTES - 4, &offset, err) ||
	    !is_free(r, names[i], text, offset, err))
		return false;
	r->map->at[i] = (uint16_t)offset;
	r->at_line[i] = r->line;
	return true;
}

static bool take_word(struct reading *r, unsigned w, const char *text,
		      struct error *err)
{
	if (r->word_line[w])
		return twice(r, words[w], r->word_line[w], err);
	if (!number(r, words[w], text, most[w], &r->value[w], err))
		return false;
	if (w == BASE && r->value[w] % TALLY_AHB_BYTES)
		return error_set(err,
				 "%s:%u: base: %s is no multiple of 0x10000, "
				 "the window's size",
				 r->file, r->line, text);
	if (w == PAGE && r->value[w] != 2 && r->value[w] != 4 &&
	    r->value[w] != 8 && r->value[w] != 16)
		return error_set(err,
				 "%s:%u: page_size: %s is not 2, 4, 8 or 16, "
				 "the KB of a page",
				 r->file, r->line, text);
	if (w >= WAITS && !is_free(r, words[w], text, r->value[w], err))
		return false;
	for (unsigned k = ENABLE;
	     k <= ALIGN_BIT && w >= ENABLE && w <= ALIGN_BIT; k++)
		if (r->word_line[k] && r->value[k] == r->value[w])
			return error_set(err,
					 "%s:%u: %s: bit %s is %s, in line "
					 "%u; correct one",
					 r->file, r->line, words[w], text,
					 words[k], r->word_line[k]);
	r->word_line[w] = r->line;
	return true;
}

/* "NAME VALUE", or nothing; `line` is cut up. */
static bool take_line(struct reading *r, char *line, struct error *err)
{
	char *rest, *name, *text;

	line[strcspn(line, "#\r\n")] = '\0';
	name = strtok_r(line, " \t=", &rest);
	if (!name)
		return true;
	text = strtok_r(NULL, " \t=", &rest);
	if (!text)
		return wrong(r, err, "%s has no value; NAME VALUE", name);
	if (strtok_r(NULL, " \t=", &rest))
		return wrong(r, err,
			     "more than a name and a value after %s; one to a "
			     "line, remarks begin with #",
			     name);
	for (unsigned i = 0; i < TALLY_AHB_REGISTERS; i++)
		if (name_same(names[i], name) ||
		    (i == TALLY_AHB_AHBMONRstCtrs &&
		     name_same("AHBMONRstCntrs", name)) ||
		    (i == TALLY_AHB_AHBMONPrstCtrs &&
		     name_same("AHBMONPrstCntrs", name)))
			return take_register(r, i, text, err);
	for (unsigned w = 0; w < WORDS; w++)
		if (name_same(words[w], name))
			return take_word(r, w, text, err);
	return unknown(r, name, err);
}

/* Refuses a map in which something is said by no line. */
static bool complete(const struct reading *r, struct error *err)
{
	unsigned missing = 0, first = 0;

	for (unsigned i = TALLY_AHB_REGISTERS; i-- > 0;)
		if (!r->at_line[i]) {
			missing++;
			first = i;
		}
	if (missing)
		return error_set(err,
				 "%s: %s has no line, one of %u registers that "
				 "have none; a map has all %u",
				 r->file, names[first], missing,
				 (unsigned)TALLY_AHB_REGISTERS);
	if (!r->word_line[BASE] || !r->word_line[ENABLE])
		return error_set(err, "%s: %s has no line; say what it is",
				 r->file,
				 words[r->word_line[BASE] ? ENABLE : BASE]);
	for (unsigned w = TRACK; w <= ALIGN; w++)
		if (r->value[w] && !r->word_line[w - TRACK + TRACK_BIT])
			return error_set(err,
					 "%s:%u: %s is 1, but no line has %s; "
					 "say which bit it is",
					 r->file, r->word_line[w], words[w],
					 words[w - TRACK + TRACK_BIT]);
	return true;
}

static uint8_t bit_of(const struct reading *r, enum word w)
{
	return r->word_line[w] ? (uint8_t)r->value[w] : TALLY_AHB_NO_BIT;
}

static bool read_map(const char *file, struct tally_ahb_map *map,
		     struct error *err)
{
	struct reading r = { .file = file, .map = map };
	char line[256];
	bool good = true;
	FILE *from = fopen(file, "r");

	if (!from)
		return error_set(err, "%s: %s", file, strerror(errno));
	while (good && fgets(line, sizeof line, from)) {
		r.line++;
		if (!strchr(line, '\n') && !feof(from))
			good = wrong(&r, err, "the line is too long%s", "");
		else
			good = take_line(&r, line, err);
	}
	if (good && ferror(from))
		good = error_set(err, "%s: %s", file, strerror(errno));
	fclose(from);
	if (!good || !complete(&r, err))
		return false;
	map->base = r.value[BASE];
	map->enable = bit_of(&r, ENABLE);
	map->track_dbgack = bit_of(&r, TRACK_BIT);
	map->align_castout4 = bit_of(&r, ALIGN_BIT);
	map->track = r.value[TRACK];
	map->align = r.value[ALIGN];
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++)
		map->threshold[i] = (uint16_t)r.value[WAITS + i];
	map->page = (uint8_t)(r.value[PAGE] == 16  ? 3
			      : r.value[PAGE] == 8 ? 2
						   : r.value[PAGE] == 4);
	return true;
}

/* The place that the map gives a register; false: it gives none. */
static bool place_of(const struct tally_ahb_map *map, const char *name,
		     uint32_t *offset)
{
	for (unsigned i = 0; i < TALLY_AHB_REGISTERS; i++)
		if (!strcmp(names[i], name)) {
			*offset = map->at[i];
			return true;
		}
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++)
		if (!strcmp(words[WAITS + i], name)) {
			*offset = map->threshold[i];
			return *offset != 0;
		}
	return false;
}

/*
 * With a map of the user's own, the note on Tally's map must speak of the
 * user's.
 */
static void put_notes(struct mapped *all, const struct catalog_monitor *m)
{
	snprintf(all->caution, sizeof(all->caution),
		 "where the registers are and the bits of AHBMONCtrlReg are "
		 "those of %s, which `tally doctor` can prove on the target",
		 all->whose);
	for (unsigned i = 0; i < m->notes; i++) {
		all->note[i] = m->note[i];
		if (strcmp(m->note[i].id, "own_map") == 0)
			all->note[i].text = all->caution;
	}
	all->catalog.note = all->note;
}

static bool put_together(struct mapped *all, const struct catalog_monitor *m,
			 bool own, struct error *err)
{
	all->reg = calloc(m->regs, sizeof(*all->reg));
	all->note = calloc(m->notes, sizeof(*all->note));
	if (!all->reg || !all->note)
		return error_no_memory(err);
	if (tally_ahb_init(&all->ahb, &all->map, NULL) != TALLY_OK)
		return error_set(err, "this map contradicts itself");
	all->catalog = *m;
	all->catalog.regs = 0;
	for (unsigned i = 0; i < m->regs; i++) {
		struct catalog_register *reg = &all->reg[all->catalog.regs];

		*reg = m->reg[i];
		all->catalog.regs +=
			place_of(&all->map, reg->name, &reg->reg.addr);
	}
	all->catalog.monitor = &all->ahb.monitor;
	all->catalog.reg = all->reg;
	all->catalog.own_map = all->whose;
	all->catalog.tracks_debug = all->map.track;
	if (!own)
		put_notes(all, m);
	return true;
}

struct catalog_monitor *catalog_with_map(const struct catalog_monitor *m,
					 const char *file, struct error *err)
{
	struct mapped *all;
	bool own = strcmp(file, "own") == 0;

	if (!catalog_takes_map(m)) {
		error_set(err,
			  "%s takes no map: documents have its registers; "
			  "leave out --map",
			  m->name);
		return NULL;
	}
	all = calloc(1, sizeof(*all));
	if (!all) {
		error_no_memory(err);
		return NULL;
	}
	all->map = tally_ahb_own_map;
	snprintf(all->whose, sizeof(all->whose), "%s%.100s",
		 own ? "" : "the map of ", own ? m->own_map : file);
	if ((own || read_map(file, &all->map, err)) &&
	    put_together(all, m, own, err))
		return &all->catalog;
	catalog_map_free(&all->catalog);
	return NULL;
}

void catalog_map_free(struct catalog_monitor *m)
{
	struct mapped *all = (struct mapped *)m;

	if (!all)
		return;
	free(all->reg);
	free(all->note);
	free(all);
}
