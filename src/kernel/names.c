/* SPDX-License-Identifier: MIT */
/* Events by the names that the catalogue has for the kernel's. */
#include "kernel/names.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/kernel.h"

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

/* '-' for '_' will do. */
static bool same(const char *text, size_t length, const char *name)
{
	size_t i = 0;

	while (i < length && name[i] &&
	       (text[i] == name[i] || (text[i] == '-' && name[i] == '_')))
		i++;
	return i == length && (!name[i] || name[i] == ';');
}

static bool is_called(const char *text, size_t length, unsigned n)
{
	const char *alias = known[n].aliases;

	if (same(text, length, known[n].name))
		return true;
	for (; alias;
	     alias = strchr(alias, ';') ? strchr(alias, ';') + 1 : NULL)
		if (length && same(text, length, alias))
			return true;
	return false;
}

static bool find(const char *text, size_t length, uint16_t *code)
{
	char *end;
	unsigned long raw;

	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
		if (is_called(text, length, i)) {
			*code = known[i].code;
			return true;
		}
	if (length < 2 || text[0] != 'r')
		return false;
	raw = strtoul(text + 1, &end, 16);
	*code = (uint16_t)raw;
	return end == text + length && raw <= UINT16_MAX;
}

bool linux_name(const char *text, size_t length, struct tally_slot *slot)
{
	*slot = (struct tally_slot){ 0 };
	if (length > 2 && memcmp(text + length - 2, ":u", 2) == 0) {
		slot->levels = TALLY_EL0;
		length -= 2;
	}
	return find(text, length, &slot->event);
}
