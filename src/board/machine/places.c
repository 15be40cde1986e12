/* SPDX-License-Identifier: MIT */
/* The memory map: what is at a physical address, and a device that is there. */
#include <string.h>

#include "board/machine/inner.h"

const struct place *board_place(const struct board_spec *spec, uint32_t paddr)
{
	for (unsigned i = 0; i < spec->places; i++)
		if (paddr - spec->place[i].base < spec->place[i].size)
			return &spec->place[i];
	return NULL;
}

void machine_device(struct machine *m, const struct place *place,
		    uint32_t paddr, unsigned size, bool write, uint64_t value)
{
	uint32_t offset = (paddr - place->base) & ~3u;
	unsigned shift = paddr % 4 * 8;
	uint32_t word = (uint32_t)value;

	if (write && size < 4) {
		uint32_t mask = ((1u << size * 8) - 1) << shift;
		uint32_t old =
			place->ops->read(&m->devices, place->unit, offset);

		word = (old & ~mask) | (word << shift & mask);
	}
	if (write) {
		place->ops->write(&m->devices, place->unit, offset, word);
	} else {
		word = place->ops->read(&m->devices, place->unit, offset);
		memcpy(m->memory + place->base + offset, &word, sizeof(word));
	}
}

/* The place of `n` bytes that are words; NULL: a debugger has no such. */
static const struct place *port_at(const struct machine *m, uint32_t paddr,
				   size_t n)
{
	const struct place *place = board_place(m->spec, paddr);

	return place && place->kind == PLACE_DEVICE && place->ops &&
			       place->ops->port && paddr % 4 == 0 &&
			       n % 4 == 0 &&
			       n <= place->size - (paddr - place->base)
		       ? place
		       : NULL;
}

bool machine_port_read(struct machine *m, uint32_t paddr, void *to, size_t n)
{
	const struct place *place = port_at(m, paddr, n);

	for (size_t i = 0; place && i < n; i += 4)
		machine_device(m, place, paddr + (uint32_t)i, 4, false, 0);
	if (place)
		memcpy(to, m->memory + paddr, n);
	return place;
}

bool machine_port_write(struct machine *m, uint32_t paddr, const void *from,
			size_t n)
{
	const struct place *place = port_at(m, paddr, n);

	for (size_t i = 0; place && i < n; i += 4) {
		uint32_t word;

		memcpy(&word, (const uint8_t *)from + i, sizeof word);
		machine_device(m, place, paddr + (uint32_t)i, 4, true, word);
	}
	if (place)
		machine_lines(m);
	return place;
}
