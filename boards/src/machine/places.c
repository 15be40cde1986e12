/* SPDX-License-Identifier: MIT */
/* The memory map: what is at a physical address, and a device that is there. */
#include <string.h>

#include "boards/src/machine/inner.h"

const struct place *board_place(const struct board_spec *spec, uint32_t paddr)
{
	for (unsigned i = 0; i < spec->places; i++)
		if (paddr - spec->place[i].base < spec->place[i].size)
			return &spec->place[i];
	return NULL;
}

/* No register is read for a write: reading one may have effects of its own. */
void machine_device_word(struct machine *m, const struct place *place,
			 uint32_t offset, uint32_t mask, uint32_t value)
{
	const struct device_ops *ops = place->ops;
	uint32_t others = 0;

	if (~mask && !(ops->part && ops->part(&m->devices, place->unit, offset,
					      mask, &others)))
		return;
	ops->write(&m->devices, place->unit, offset,
		   (others & ~mask) | (value & mask));
}

static void read_word(struct machine *m, const struct place *place,
		      uint32_t offset)
{
	uint32_t word = place->ops->read(&m->devices, place->unit, offset);

	memcpy(m->memory + place->base + offset, &word, sizeof(word));
}

/* Registers are words: what is wider, or crosses their boundary, goes to one
 * after the other. */
void machine_device(struct machine *m, const struct place *place,
		    uint32_t paddr, unsigned size, bool write, uint64_t value)
{
	uint32_t at = paddr - place->base, end = at + size;

	while (at < end && at < place->size) {
		unsigned low = at % 4 * 8;
		unsigned bytes = end - at < 4 - at % 4 ? end - at : 4 - at % 4;
		uint32_t mask = UINT32_MAX >> (32 - bytes * 8) << low;

		if (write)
			machine_device_word(m, place, at & ~3u, mask,
					    (uint32_t)value << low);
		else
			read_word(m, place, at & ~3u);
		value >>= bytes * 8;
		at += bytes;
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
