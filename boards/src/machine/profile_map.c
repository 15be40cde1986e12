/* SPDX-License-Identifier: MIT */
/*
 * From two numbers to a third, by open addressing: see profile_inner.h.
 */
#include <stdlib.h>
#include <string.h>

#include "boards/src/machine/profile_inner.h"

static uint32_t *map_slot(struct profile_map *m, uint64_t key)
{
	uint32_t at = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) &
		      (m->room - 1);

	while (m->value[at] != PROFILE_NONE && m->key[at] != key)
		at = (at + 1) & (m->room - 1);
	m->key[at] = key;
	return &m->value[at];
}

static bool map_grow(struct profile_map *m)
{
	struct profile_map grown = { .room = m->room ? m->room * 2 : 1024 };

	grown.key = calloc(grown.room, sizeof(*grown.key));
	grown.value = malloc(grown.room * sizeof(*grown.value));
	if (!grown.key || !grown.value) {
		free(grown.key);
		free(grown.value);
		return false;
	}
	memset(grown.value, 0xff, grown.room * sizeof(*grown.value));
	for (uint32_t i = 0; i < m->room; i++)
		if (m->value[i] != PROFILE_NONE)
			*map_slot(&grown, m->key[i]) = m->value[i];
	profile_map_free(m);
	m->key = grown.key;
	m->value = grown.value;
	m->room = grown.room;
	return true;
}

uint32_t *profile_map_at(struct profile_map *m, uint32_t high, uint32_t low)
{
	if (m->used + 1 > m->room / 2 && !map_grow(m))
		return NULL;
	return map_slot(m, (uint64_t)high << 32 | low);
}

void profile_map_free(struct profile_map *m)
{
	free(m->key);
	free(m->value);
}
