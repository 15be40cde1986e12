/* SPDX-License-Identifier: MIT */
/*
 * Interrupt controllers: the generic interrupt controller, version 1, as on
 * the RealView boards [DDI0416, IHI0048A], and the PXA25x's [PXA255 4.2].
 * Both see requests as levels.  The GIC drives only IRQ here (its security
 * extension is not there); the PXA's steers each source to IRQ or FIQ.
 */
#include "boards/src/device/devices.h"

enum {
	GICD_CTLR = 0x000,
	GICD_TYPER = 0x004,
	GICD_ISENABLER = 0x100,
	GICD_ICENABLER = 0x180,
	GICD_ISPENDR = 0x200,
	GICD_ICPENDR = 0x280,
	GICD_ISACTIVER = 0x300,
	GICD_IPRIORITYR = 0x400,
	GICD_ITARGETSR = 0x800,
	GICD_ICFGR = 0xc00,
	GICD_SGIR = 0xf00,
	GICC_CTLR = 0x00,
	GICC_PMR = 0x04,
	GICC_BPR = 0x08,
	GICC_IAR = 0x0c,
	GICC_EOIR = 0x10,
	GICC_RPR = 0x14,
	GICC_HPPIR = 0x18,
	SPURIOUS = 1023,
	LOWEST_PRIORITY = 0xff,
};

static bool get(const uint32_t *set, unsigned n)
{
	return set[n / 32] >> n % 32 & 1;
}

static void assign(uint32_t *set, unsigned n, bool value)
{
	uint32_t bit = 1u << n % 32;

	set[n / 32] = value ? set[n / 32] | bit : set[n / 32] & ~bit;
}

static unsigned running_priority(const struct gic *g)
{
	return g->depth ? g->priority[g->running[g->depth - 1]]
			: LOWEST_PRIORITY + 1;
}

/* The most urgent request that is due, or SPURIOUS. */
static unsigned best(const struct gic *g)
{
	unsigned limit = running_priority(g), found = SPURIOUS;

	if (!g->enabled)
		return SPURIOUS;
	if (limit > g->priority_mask)
		limit = g->priority_mask;
	for (unsigned n = 0; n < g->interrupts; n++) {
		bool due = (get(g->pending, n) || get(g->level, n)) &&
			   get(g->enable, n) && !get(g->active, n);

		if (due && g->priority[n] < limit) {
			limit = g->priority[n];
			found = n;
		}
	}
	return found;
}

void gic_lines(const struct devices *d, bool *irq, bool *fiq)
{
	*irq = d->gic.cpu_enabled && best(&d->gic) != SPURIOUS;
	*fiq = false;
}

void gic_set_interrupt(struct devices *d, unsigned number, bool level)
{
	assign(d->gic.level, number, level);
}

static const char *gic_closed(const struct gic *g, unsigned number)
{
	if (!g->enabled)
		return "GICD_CTLR is 0";
	if (!get(g->enable, number))
		return "its bit of GICD_ISENABLER is 0";
	if (!g->cpu_enabled)
		return "GICC_CTLR is 0";
	if (g->priority[number] >= g->priority_mask)
		return "its priority does not pass GICC_PMR";
	if (g->priority[number] >= running_priority(g))
		return "a more urgent one is being handled";
	return NULL;
}

void gic_input(const struct devices *d, unsigned number, struct input *to)
{
	const struct gic *g = &d->gic;

	*to = (struct input){ .controller = "GIC",
			      .raised = get(g->level, number),
			      .closed = gic_closed(g, number) };
}

static uint32_t bytes4(const struct gic *g, const uint8_t *table,
		       uint32_t first)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < 4; i++)
		if (first + i < g->interrupts)
			value |= (uint32_t)table[first + i] << 8 * i;
	return value;
}

static uint32_t gicd_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct gic *g = &d->gic;
	uint32_t word = (offset & 0x7f) / 4;

	(void)unit;
	if (offset == GICD_CTLR)
		return g->enabled;
	if (offset == GICD_TYPER)
		return g->interrupts / 32 - 1;
	if (offset >= GICD_IPRIORITYR && offset < GICD_ITARGETSR)
		return bytes4(g, g->priority, offset - GICD_IPRIORITYR);
	if (offset >= GICD_ITARGETSR && offset < GICD_ICFGR)
		return bytes4(g, g->target, offset - GICD_ITARGETSR);
	if (offset >= GICD_ICFGR && offset < GICD_ICFGR + g->interrupts / 4)
		return g->config[(offset - GICD_ICFGR) / 4];
	if (word >= g->interrupts / 32)
		return 0;
	switch (offset & ~0x7fu) {
	case GICD_ISENABLER:
	case GICD_ICENABLER:
		return g->enable[word];
	case GICD_ISPENDR:
	case GICD_ICPENDR:
		return g->pending[word] | g->level[word];
	case GICD_ISACTIVER:
		return g->active[word];
	default:
		return 0;
	}
}

/*
 * Priorities and targets have a byte for each interrupt, and bytes of them can
 * be written [IHI0048A 4.3].  Of the other registers only words are defined;
 * less is ignored (chosen).
 */
static bool gicd_part(const struct devices *d, unsigned unit, uint32_t offset,
		      uint32_t mask, uint32_t *others)
{
	const struct gic *g = &d->gic;

	(void)unit;
	(void)mask;
	if (offset < GICD_IPRIORITYR || offset >= GICD_ICFGR)
		return false;
	*others = offset < GICD_ITARGETSR
			  ? bytes4(g, g->priority, offset - GICD_IPRIORITYR)
			  : bytes4(g, g->target, offset - GICD_ITARGETSR);
	return true;
}

static void set_bytes4(const struct gic *g, uint8_t *table, uint32_t first,
		       uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		if (first + i < g->interrupts)
			table[first + i] = (uint8_t)(value >> 8 * i);
}

static void gicd_bits(struct gic *g, uint32_t offset, uint32_t value)
{
	uint32_t word = (offset & 0x7f) / 4;

	if (word >= g->interrupts / 32)
		return;
	switch (offset & ~0x7fu) {
	case GICD_ISENABLER:
		g->enable[word] |= value;
		break;
	case GICD_ICENABLER:
		g->enable[word] &= ~(word ? value : value & ~0xffffu);
		break;
	case GICD_ISPENDR:
		g->pending[word] |= value;
		break;
	case GICD_ICPENDR:
		g->pending[word] &= ~value;
		break;
	default:
		break;
	}
}

static void gicd_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	struct gic *g = &d->gic;

	(void)unit;
	if (offset == GICD_CTLR)
		g->enabled = value & 1;
	else if (offset == GICD_SGIR)
		assign(g->pending, value & 15, true); /* there is one core */
	else if (offset >= GICD_IPRIORITYR && offset < GICD_ITARGETSR)
		set_bytes4(g, g->priority, offset - GICD_IPRIORITYR,
			   value & 0xf0f0f0f0);
	else if (offset >= GICD_ITARGETSR && offset < GICD_ICFGR)
		set_bytes4(g, g->target, offset - GICD_ITARGETSR, value);
	else if (offset >= GICD_ICFGR &&
		 offset < GICD_ICFGR + g->interrupts / 4)
		g->config[(offset - GICD_ICFGR) / 4] = value;
	else
		gicd_bits(g, offset, value);
}

const struct device_ops gic_distributor_ops = { .read = gicd_read,
						.write = gicd_write,
						.part = gicd_part };

static uint32_t acknowledge(struct gic *g)
{
	unsigned n = g->cpu_enabled ? best(g) : SPURIOUS;

	if (n == SPURIOUS || g->depth >= g->interrupts)
		return SPURIOUS;
	assign(g->pending, n, false);
	assign(g->active, n, true);
	g->running[g->depth++] = (uint8_t)n;
	return n;
}

static void end_of_interrupt(struct gic *g, uint32_t value)
{
	unsigned n = value & 0x3ff;

	if (n >= g->interrupts || !get(g->active, n))
		return;
	assign(g->active, n, false);
	for (unsigned i = 0; i < g->depth; i++) {
		if (g->running[i] != n)
			continue;
		for (; i + 1 < g->depth; i++)
			g->running[i] = g->running[i + 1];
		g->depth--;
	}
}

static uint32_t gicc_read(struct devices *d, unsigned unit, uint32_t offset)
{
	struct gic *g = &d->gic;
	unsigned priority = running_priority(g);

	(void)unit;
	switch (offset) {
	case GICC_CTLR:
		return g->cpu_enabled;
	case GICC_PMR:
		return g->priority_mask;
	case GICC_BPR:
		return g->binary_point;
	case GICC_IAR:
		return acknowledge(g);
	case GICC_RPR:
		return priority > LOWEST_PRIORITY ? LOWEST_PRIORITY : priority;
	case GICC_HPPIR:
		return best(g);
	default:
		return 0;
	}
}

static void gicc_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	struct gic *g = &d->gic;

	(void)unit;
	switch (offset) {
	case GICC_CTLR:
		g->cpu_enabled = value & 1;
		break;
	case GICC_PMR:
		g->priority_mask = value & 0xf0;
		break;
	case GICC_BPR:
		g->binary_point = value & 7;
		break;
	case GICC_EOIR:
		end_of_interrupt(g, value);
		break;
	default:
		break;
	}
}

const struct device_ops gic_cpu_ops = { gicc_read, gicc_write };

enum {
	ICIP = 0x00, /* pending for IRQ */
	ICMR = 0x04, /* 1 lets through */
	ICLR = 0x08, /* 1 goes to FIQ */
	ICFP = 0x0c, /* pending for FIQ */
	ICPR = 0x10, /* pending, unmasked */
	ICCR = 0x14,
};

void pxa_intc_lines(const struct devices *d, bool *irq, bool *fiq)
{
	uint32_t on = d->intc.pending & d->intc.mask;

	*irq = on & ~d->intc.to_fiq;
	*fiq = on & d->intc.to_fiq;
}

void pxa_intc_set_interrupt(struct devices *d, unsigned number, bool level)
{
	assign(&d->intc.pending, number, level);
}

void pxa_intc_input(const struct devices *d, unsigned number, struct input *to)
{
	const struct pxa_intc *c = &d->intc;

	*to = (struct input){
		.controller = "interrupt controller",
		.raised = c->pending >> number & 1,
		.fast = c->to_fiq >> number & 1,
		.closed = c->mask >> number & 1 ? NULL : "its bit of ICMR is 0",
	};
}

static uint32_t intc_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct pxa_intc *c = &d->intc;

	(void)unit;
	switch (offset) {
	case ICIP:
		return c->pending & c->mask & ~c->to_fiq;
	case ICMR:
		return c->mask;
	case ICLR:
		return c->to_fiq;
	case ICFP:
		return c->pending & c->mask & c->to_fiq;
	case ICPR:
		return c->pending;
	case ICCR:
		return c->control;
	default:
		return 0;
	}
}

static void intc_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	struct pxa_intc *c = &d->intc;

	(void)unit;
	switch (offset) {
	case ICMR:
		c->mask = value;
		break;
	case ICLR:
		c->to_fiq = value;
		break;
	case ICCR:
		c->control = value & 1;
		break;
	default:
		break;
	}
}

const struct device_ops pxa_intc_ops = { intc_read, intc_write };
