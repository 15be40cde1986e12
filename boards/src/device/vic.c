/* SPDX-License-Identifier: MIT */
/*
 * Vectored interrupt controller PL190 [DDI0181 3].  32 requests, each to IRQ
 * or FIQ.  An IRQ may have one of 16 slots with a vector; the lowest number is
 * the most urgent one, those without a slot come last.  Reading the vector
 * address takes the interrupt up, and until the register is written nothing
 * of the same or less urgency is let through; software that leaves that
 * register alone sees plain levels.
 */
#include "boards/src/device/devices.h"

enum {
	VICIRQSTATUS = 0x000,
	VICFIQSTATUS = 0x004,
	VICRAWINTR = 0x008,
	VICINTSELECT = 0x00c,
	VICINTENABLE = 0x010,
	VICINTENCLEAR = 0x014,
	VICSOFTINT = 0x018,
	VICSOFTINTCLEAR = 0x01c,
	VICPROTECTION = 0x020,
	VICVECTADDR = 0x030,
	VICDEFVECTADDR = 0x034,
	VICVECTADDR0 = 0x100,
	VICVECTCNTL0 = 0x200,
	VICPERIPHID0 = 0xfe0,
	SLOT_ENABLE = 1 << 5,
	SLOT_SOURCE = 31,
	NO_SLOT = VIC_VECTORS,
	NOTHING,
};

static uint32_t raw(const struct vic *v)
{
	return v->level | v->soft;
}

static uint32_t irqs(const struct vic *v)
{
	return raw(v) & v->enable & ~v->to_fiq;
}

static uint32_t fiqs(const struct vic *v)
{
	return raw(v) & v->enable & v->to_fiq;
}

/* The slot of the most urgent of them, NO_SLOT, or NOTHING. */
static unsigned slot_among(const struct vic *v, uint32_t requests)
{
	for (unsigned i = 0; i < VIC_VECTORS; i++)
		if (v->control[i] & SLOT_ENABLE &&
		    requests >> (v->control[i] & SLOT_SOURCE) & 1)
			return i;
	return requests ? NO_SLOT : NOTHING;
}

static unsigned most_urgent(const struct vic *v)
{
	return slot_among(v, irqs(v));
}

/* The most urgent slot that is being served, or NOTHING. */
static unsigned served(const struct vic *v)
{
	return v->serving ? (unsigned)__builtin_ctz(v->serving) : NOTHING;
}

void vic_lines(const struct devices *d, bool *irq, bool *fiq)
{
	*irq = most_urgent(&d->vic) < served(&d->vic);
	*fiq = fiqs(&d->vic) != 0;
}

void vic_set_interrupt(struct devices *d, unsigned number, bool level)
{
	uint32_t bit = UINT32_C(1) << number;

	d->vic.level = level ? d->vic.level | bit : d->vic.level & ~bit;
}

void vic_input(const struct devices *d, unsigned number, struct input *to)
{
	const struct vic *v = &d->vic;

	*to = (struct input){ .controller = "VIC",
			      .raised = v->level >> number & 1,
			      .fast = v->to_fiq >> number & 1 };
	if (!(v->enable >> number & 1))
		to->closed = "its bit of VICINTENABLE is 0";
	else if (!to->fast && slot_among(v, UINT32_C(1) << number) >= served(v))
		to->closed = "one that is not less urgent is being handled";
}

/* Nothing pending reads as what is being served, or as the default. */
static uint32_t take_up(struct vic *v)
{
	unsigned slot = most_urgent(v);

	if (slot < served(v))
		v->serving |= UINT32_C(1) << slot;
	slot = served(v);
	return slot < VIC_VECTORS ? v->vector[slot] : v->default_vector;
}

/* The number of the slot that a register belongs to, or VIC_VECTORS. */
static uint32_t slot_of(uint32_t offset, uint32_t first)
{
	uint32_t slot = (offset - first) / 4;

	return offset >= first && slot < VIC_VECTORS ? slot : VIC_VECTORS;
}

static uint32_t vic_read(struct devices *d, unsigned unit, uint32_t offset)
{
	static const uint8_t id[] = { 0x90, 0x11, 0x04, 0x00,
				      0x0d, 0xf0, 0x05, 0xb1 };
	struct vic *v = &d->vic;
	uint32_t vector = slot_of(offset, VICVECTADDR0);
	uint32_t control = slot_of(offset, VICVECTCNTL0);

	(void)unit;
	switch (offset) {
	case VICIRQSTATUS:
		return irqs(v);
	case VICFIQSTATUS:
		return fiqs(v);
	case VICRAWINTR:
		return raw(v);
	case VICINTSELECT:
		return v->to_fiq;
	case VICINTENABLE:
		return v->enable;
	case VICSOFTINT:
		return v->soft;
	case VICPROTECTION:
		return v->protection;
	case VICVECTADDR:
		return take_up(v);
	case VICDEFVECTADDR:
		return v->default_vector;
	default:
		break;
	}
	if (vector < VIC_VECTORS)
		return v->vector[vector];
	if (control < VIC_VECTORS)
		return v->control[control];
	if (offset >= VICPERIPHID0)
		return id[(offset - VICPERIPHID0) / 4 % 8];
	return 0;
}

static void vic_write(struct devices *d, unsigned unit, uint32_t offset,
		      uint32_t value)
{
	struct vic *v = &d->vic;
	uint32_t vector = slot_of(offset, VICVECTADDR0);
	uint32_t control = slot_of(offset, VICVECTCNTL0);

	(void)unit;
	switch (offset) {
	case VICINTSELECT:
		v->to_fiq = value;
		break;
	case VICINTENABLE:
		v->enable |= value;
		break;
	case VICINTENCLEAR:
		v->enable &= ~value;
		break;
	case VICSOFTINT:
		v->soft |= value;
		break;
	case VICSOFTINTCLEAR:
		v->soft &= ~value;
		break;
	case VICPROTECTION:
		v->protection = value & 1;
		break;
	case VICVECTADDR: /* the most urgent one has been served */
		v->serving &= v->serving - 1;
		break;
	case VICDEFVECTADDR:
		v->default_vector = value;
		break;
	default:
		if (vector < VIC_VECTORS)
			v->vector[vector] = value;
		else if (control < VIC_VECTORS)
			v->control[control] =
				value & (SLOT_ENABLE | SLOT_SOURCE);
		break;
	}
}

static bool vic_closed(const struct devices *d, unsigned unit)
{
	(void)unit;
	return d->vic.protection;
}

const struct device_ops vic_ops = { vic_read, vic_write, vic_closed };
