/* SPDX-License-Identifier: MIT */
/* Events by the names that the catalogue has for the kernel's, and those that
 * the kernel has for the processor's. */
#include "kernel/names.h"

#include <ctype.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/kernel.h"
#include "kernel/bus.h"
#include "kernel/pfm.h"
#include "kernel/sysfs.h"

static const struct {
	const char *name, *aliases; /* with semicolons between them */
	uint16_t code;
} known[] = {
#define SOFTWARE(name, number, kind, title, aliases)                           \
	{ #name, aliases, KERNEL_SOFTWARE + (number) },
#define HARDWARE(name, number, kind, title, aliases)                           \
	{ #name, aliases, KERNEL_HARDWARE + (number) },
#define CACHE(name, cache, way, title, aliases)                                \
	{ #name, aliases, KERNEL_CACHE + KERNEL_CACHE_WAYS * (cache) + (way) },
#include "catalog/text/kernel_text.def"
};

static bool is_called(const char *text, size_t length, unsigned n)
{
	char alias[64];
	size_t part;

	if (linux_same(text, length, known[n].name))
		return true;
	for (const char *at = known[n].aliases; *at;
	     at += part + (at[part] == ';')) {
		part = strcspn(at, ";");
		snprintf(alias, sizeof alias, "%.*s", (int)part, at);
		if (length && linux_same(text, length, alias))
			return true;
	}
	return false;
}

/* "r1b", "0x1b". */
static bool raw_code(const char *text, uint16_t *code)
{
	const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 1);
	unsigned long raw;
	char *end;

	if ((!hex && text[0] != 'r') || !isxdigit((unsigned char)*digits))
		return false;
	raw = strtoul(digits, &end, 16);
	*code = (uint16_t)raw;
	return !*end && raw <= UINT16_MAX;
}

static bool find(const char *root, const char *name, uint16_t *code)
{
	static const char monitor[] = "kernel:";
	const char *bare = name;

	if (strncmp(name, monitor, sizeof monitor - 1) == 0)
		bare = name + sizeof monitor - 1;
	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
		if (is_called(bare, strlen(bare), i)) {
			*code = known[i].code;
			return true;
		}
	return raw_code(bare, code) || linux_sysfs_code(root, name, code);
}

static bool is_known(uint64_t code)
{
	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].code == code)
			return true;
	return false;
}

/* The cache, from bit 8 on the way (2: prefetched), from bit 16 on a miss. */
static uint64_t cache_code(uint64_t config)
{
	const uint64_t way = config >> 8 & 0xff, miss = config >> 16;

	return way > 1 || miss > 1
		       ? 0
		       : KERNEL_CACHE + KERNEL_CACHE_WAYS * (config & 0xff) +
				 2 * way + miss;
}

/* A slot has a code of 16 bits; what needs more is not counted in part. */
static bool libpfm_code(const char *name, uint16_t *code)
{
	struct linux_pfm found;
	uint64_t one;

	if (!linux_pfm_find(name, &found) || found.config[1] || found.config[2])
		return false;
	one = found.config[0];
	if (one > UINT32_MAX)
		return false;
	if (found.type == PERF_TYPE_RAW) {
		*code = (uint16_t)one;
		return one < KERNEL_SOFTWARE;
	}
	one = found.type == PERF_TYPE_SOFTWARE   ? KERNEL_SOFTWARE + one
	      : found.type == PERF_TYPE_HARDWARE ? KERNEL_HARDWARE + one
	      : found.type == PERF_TYPE_HW_CACHE ? cache_code(one)
						 : 0;
	*code = (uint16_t)one;
	return one && is_known(one);
}

/* Letters behind the last colon are levels; false: they are something else. */
static bool take_levels(char *name, uint8_t *levels)
{
	char *colon = strrchr(name, ':');
	uint8_t found = 0;

	if (!colon || !colon[1])
		return false;
	for (const char *at = colon + 1; *at; at++) {
		const char *which = strchr("ukh", *at);

		if (!which)
			return false;
		found |= *which == 'u'   ? TALLY_EL0
			 : *which == 'k' ? TALLY_EL1
					 : TALLY_EL2;
	}
	*colon = '\0';
	*levels = found;
	return true;
}

/* A place of the kernel's that it counts passing by. */
static bool point_code(const char *root, const char *name,
		       struct tally_slot *slot)
{
	uint64_t id;

	if (!linux_point_id(root, name, &id) || id > UINT16_MAX)
		return false;
	slot->event = (uint16_t)id;
	slot->refine = &linux_point;
	return true;
}

bool linux_name(const char *root, const char *text, size_t length,
		struct tally_slot *slot)
{
	char name[80];

	*slot = (struct tally_slot){ 0 };
	while (length && isblank((unsigned char)*text)) {
		text++;
		length--;
	}
	while (length && isblank((unsigned char)text[length - 1]))
		length--;
	if (!length || length >= sizeof name)
		return false;
	snprintf(name, sizeof name, "%.*s", (int)length, text);
	return find(root, name, &slot->event) || point_code(root, name, slot) ||
	       (take_levels(name, &slot->levels) &&
		(find(root, name, &slot->event) ||
		 point_code(root, name, slot))) ||
	       libpfm_code(name, &slot->event);
}
