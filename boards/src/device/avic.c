/* SPDX-License-Identifier: MIT */
/*
 * The i.MX31's interrupt controller, AVIC: 64 sources, each normal (IRQ) or
 * fast (FIQ), sixteen levels of priority among the normal ones.  Registers as
 * in two independent descriptions, NetBSD's imx31_intrreg.h and Linux's
 * plat-mxc/irq.c, and in AN2411, which is about its predecessor.
 *
 * Left out: vectors (INTCNTL bit NM, VECTOR0 to 63), with which the core would
 * not go to its own IRQ vector, and the bus arbiter's bits, which are kept.
 * Chosen: INTSRC shows the inputs without what software forces; NIVECSR names
 * only what NIMASK lets through; a NIMASK of 16 to 30 lets nothing through.
 */
#include "boards/src/device/devices.h"

enum {
	INTCNTL = 0x00,
	NIMASK = 0x04, /* this level and below do not get through */
	INTENNUM = 0x08,
	INTDISNUM = 0x0c,
	INTENABLEH = 0x10, /* sources 63 to 32; the lower ones come next */
	INTTYPEH = 0x18,   /* 1: fast */
	NIPRIORITY7 = 0x20,
	NIPRIORITY0 = 0x3c,
	NIVECSR = 0x40,
	FIVECSR = 0x44,
	INTSRCH = 0x48,
	INTFRCH = 0x50,
	NIPNDH = 0x58,
	FIPNDH = 0x60,

	CONTROL_NORMAL_OFF = 1 << 22,
	CONTROL_FAST_OFF = 1 << 21,
	CONTROL_KEPT = 0x01780000,
	MASK_BITS = 0x1f,
	MASK_NONE = 0x1f,
	SOURCE_BITS = 0x3f,
	NO_SOURCE = 64,
};

static const uint32_t NO_VECTOR = 0xffffffff;

static uint64_t pending(const struct avic *a, bool fast)
{
	uint64_t asks = (a->source | a->force) & a->enable;

	return asks & (fast ? a->type : ~a->type);
}

static unsigned priority(const struct avic *a, unsigned source)
{
	return a->priority[source / 8] >> source % 8 * 4 & 15;
}

/* The most urgent normal source; of equals the one with the highest number. */
static unsigned best(const struct avic *a)
{
	uint64_t asks = pending(a, false);
	unsigned found = NO_SOURCE;

	for (unsigned n = 0; n < NO_SOURCE; n++) {
		if (!(asks >> n & 1) ||
		    (a->mask != MASK_NONE && priority(a, n) <= a->mask))
			continue;
		if (found == NO_SOURCE || priority(a, n) >= priority(a, found))
			found = n;
	}
	return found;
}

void avic_init(struct avic *a)
{
	a->mask = MASK_NONE;
}

void avic_lines(const struct devices *d, bool *irq, bool *fiq)
{
	const struct avic *a = &d->avic;

	*irq = !(a->control & CONTROL_NORMAL_OFF) && best(a) != NO_SOURCE;
	*fiq = !(a->control & CONTROL_FAST_OFF) && pending(a, true);
}

static void assign(uint64_t *set, unsigned n, bool value)
{
	uint64_t bit = UINT64_C(1) << n;

	*set = value ? *set | bit : *set & ~bit;
}

void avic_set_interrupt(struct devices *d, unsigned number, bool level)
{
	assign(&d->avic.source, number, level);
}

void avic_input(const struct devices *d, unsigned number, struct input *to)
{
	const struct avic *a = &d->avic;

	*to = (struct input){ .controller = "AVIC",
			      .raised = a->source >> number & 1,
			      .fast = a->type >> number & 1 };
	if (!(a->enable >> number & 1))
		to->closed = "it is not enabled (INTENNUM)";
	else if (a->control &
		 (to->fast ? CONTROL_FAST_OFF : CONTROL_NORMAL_OFF))
		to->closed = "INTCNTL has these interrupts off";
	else if (!to->fast && a->mask != MASK_NONE &&
		 priority(a, number) <= a->mask)
		to->closed = "NIMASK is at its priority, or above";
}

static uint32_t normal_vector(const struct avic *a)
{
	unsigned n = best(a);

	return n == NO_SOURCE ? NO_VECTOR : n << 16 | priority(a, n);
}

static uint32_t fast_vector(const struct avic *a)
{
	uint64_t asks = pending(a, true);

	return asks ? 63u - (uint32_t)__builtin_clzll(asks) : NO_VECTOR;
}

/* The word of a set at the offset of its high half, or behind it. */
static uint32_t half(uint64_t set, uint32_t offset)
{
	return (uint32_t)(offset & 4 ? set : set >> 32);
}

/* All sets start at a multiple of 8. */
static void set_half(uint64_t *set, uint32_t offset, uint32_t value)
{
	if (offset & 4)
		*set = (*set & ~UINT64_C(0xffffffff)) | value;
	else
		*set = (*set & UINT64_C(0xffffffff)) | (uint64_t)value << 32;
}

static uint32_t avic_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct avic *a = &d->avic;

	(void)unit;
	if (offset >= NIPRIORITY7 && offset <= NIPRIORITY0)
		return a->priority[(NIPRIORITY0 - offset) / 4];
	if (offset == NIVECSR)
		return normal_vector(a);
	if (offset == FIVECSR)
		return fast_vector(a);
	if (offset == NIMASK)
		return a->mask;
	switch (offset & ~7u) {
	case INTCNTL: /* the two of INTENNUM and INTDISNUM read as 0 */
		return offset == INTCNTL ? a->control : 0;
	case INTENABLEH:
		return half(a->enable, offset);
	case INTTYPEH:
		return half(a->type, offset);
	case INTSRCH:
		return half(a->source, offset);
	case INTFRCH:
		return half(a->force, offset);
	case NIPNDH:
		return half(pending(a, false), offset);
	case FIPNDH:
		return half(pending(a, true), offset);
	default:
		return 0;
	}
}

static void avic_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	struct avic *a = &d->avic;

	(void)unit;
	if (offset >= NIPRIORITY7 && offset <= NIPRIORITY0)
		a->priority[(NIPRIORITY0 - offset) / 4] = value;
	else if (offset == INTCNTL)
		a->control = value & CONTROL_KEPT;
	else if (offset == NIMASK)
		a->mask = value & MASK_BITS;
	else if (offset == INTENNUM || offset == INTDISNUM)
		assign(&a->enable, value & SOURCE_BITS, offset == INTENNUM);
	else if ((offset & ~7u) == INTENABLEH)
		set_half(&a->enable, offset, value);
	else if ((offset & ~7u) == INTTYPEH)
		set_half(&a->type, offset, value);
	else if ((offset & ~7u) == INTFRCH)
		set_half(&a->force, offset, value);
}

const struct device_ops avic_ops = { avic_read, avic_write };
