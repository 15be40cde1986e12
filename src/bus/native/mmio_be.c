/* SPDX-License-Identifier: MIT */
/*
 * Big-endian words in memory, each access in its order, whatever the core's own
 * byte order.  On Power Architecture a read is done before what follows it has
 * begun, and a write leaves before the next access.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/native.h>

#if defined(__powerpc__)
#define BEFORE_READ() __asm__ volatile("sync" : : : "memory")
/* The trap that never is taken waits for the value. */
#define AFTER_READ(v)                                                          \
	__asm__ volatile("twi 0, %0, 0\n\tisync" : : "r"(v) : "memory")
#define AFTER_WRITE() __asm__ volatile("eieio" : : : "memory")
#define ALL_DONE()    __asm__ volatile("sync" : : : "memory")
#else
#define BEFORE_READ() ((void)0)
#define AFTER_READ(v) __asm__ volatile("" : : "r"(v) : "memory")
#define AFTER_WRITE() __asm__ volatile("" : : : "memory")
#define ALL_DONE()    __asm__ volatile("" : : : "memory")
#endif

static uint32_t swapped(uint32_t v)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	v = (v & 0x00FF00FFu) << 8 | (v >> 8 & 0x00FF00FFu);
	v = v << 16 | v >> 16;
#endif
	return v;
}

static volatile uint32_t *mmio_be_place(struct tally_bus *bus,
					const struct tally_reg *reg)
{
	struct tally_bus_mmio_be *m = (struct tally_bus_mmio_be *)bus;

	if (reg->space != TALLY_MMIO || reg->bits != 32 || reg->addr % 4 ||
	    reg->addr >= m->bytes)
		return NULL;
	return m->base + reg->addr / 4;
}

static enum tally_status mmio_be_read(struct tally_bus *bus,
				      const struct tally_reg *reg,
				      uint64_t *value)
{
	volatile uint32_t *at = mmio_be_place(bus, reg);
	uint32_t v;

	if (!at)
		return TALLY_E_NOREG;
	BEFORE_READ();
	v = *at;
	AFTER_READ(v);
	*value = swapped(v);
	return TALLY_OK;
}

static enum tally_status mmio_be_write(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t value)
{
	volatile uint32_t *at = mmio_be_place(bus, reg);

	if (!at)
		return TALLY_E_NOREG;
	*at = swapped((uint32_t)value);
	AFTER_WRITE();
	return TALLY_OK;
}

static enum tally_status mmio_be_sync(struct tally_bus *bus)
{
	(void)bus;
	ALL_DONE();
	return TALLY_OK;
}

const struct tally_bus_ops tally_mmio_be_ops = { .read = mmio_be_read,
						 .write = mmio_be_write,
						 .sync = mmio_be_sync };
