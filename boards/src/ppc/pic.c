/* SPDX-License-Identifier: MIT */
/*
 * The interrupt controller of a PowerQUICC III: an OpenPIC with 12 external and
 * 32 internal sources and 4 interprocessor ones, for one core.  Register
 * offsets and bits as Linux (arch/powerpc/sysdev/mpic.c, asm/mpic.h) has them;
 * offsets are from CCSRBAR + 0x40000.  Nothing asks at the external pins.  The
 * timers are storage.
 */
#include "boards/src/ppc/inner.h"

#include <string.h>

enum {
	IPI_DISPATCH = 0x0040, /* of the core, here and at 0x20040 */
	CTPR = 0x0080,
	WHOAMI = 0x0090,
	IACK = 0x00a0,
	EOI = 0x00b0,
	THIS_CORE = 0x20000,
	FRR = 0x1000,
	GCR = 0x1020,
	VIR = 0x1080,
	IPI_VPR = 0x10a0,
	SVR = 0x10e0,
	EXTERNAL_VPR = 0x10000,
	INTERNAL_VPR = 0x10200,
	STEP = 0x20, /* a VPR, and its destination 0x10 later */
	FIRST_INTERNAL = PIC_EXTERNAL,
	FIRST_IPI = PIC_EXTERNAL + PIC_INTERNAL,
	GCR_MIXED = 1 << 29,
	DR_CRITICAL = 1 << 30,
	DR_CORE = 1 << 0,
	PRIORITY_LSB = 16,
	VECTOR = 0xffff,
	DEFAULT_CTPR = 15,
};

#define VPR_MASKED UINT32_C(0x80000000)
#define VPR_ACTIVE UINT32_C(0x40000000)
#define VPR_KEPT   UINT32_C(0x80cfffff)
#define GCR_RESET  UINT32_C(0x80000000)
/* 44 sources, one core, version 1.2. */
#define FRR_VALUE  ((FIRST_IPI - 1u) << 16 | 2u)

void ppc_pic_reset(struct ppc_pic *p)
{
	memset(p, 0, sizeof(*p));
	for (unsigned i = 0; i < PIC_SOURCES; i++) {
		p->vpr[i] = VPR_MASKED;
		p->dr[i] = DR_CORE;
	}
	for (unsigned i = FIRST_INTERNAL; i < FIRST_IPI; i++)
		p->vpr[i] |= 1u << 23; /* active high */
	p->ctpr = DEFAULT_CTPR;
	p->svr = VECTOR;
}

static unsigned priority(const struct ppc_pic *p, unsigned source)
{
	return p->vpr[source] >> PRIORITY_LSB & 15;
}

static bool asks(const struct ppc_pic *p, unsigned source)
{
	return (p->level[source] || p->pending[source]) && !p->active[source] &&
	       !(p->vpr[source] & VPR_MASKED) && priority(p, source) > 0;
}

/* The source that the core would get; PIC_SOURCES: none. */
static unsigned best(const struct ppc_pic *p)
{
	unsigned over = p->ctpr, found = PIC_SOURCES;

	if (!(p->gcr & GCR_MIXED)) /* only an external pin goes through */
		return PIC_SOURCES;
	if (p->depth && priority(p, p->serving[p->depth - 1]) > over)
		over = priority(p, p->serving[p->depth - 1]);
	for (unsigned i = 0; i < PIC_SOURCES; i++)
		if (asks(p, i) && !(p->dr[i] & DR_CRITICAL) &&
		    priority(p, i) > over) {
			over = priority(p, i);
			found = i;
		}
	return found;
}

bool ppc_pic_waiting(const struct ppc_pic *p)
{
	return best(p) != PIC_SOURCES;
}

void ppc_pic_lines(const struct ppc_pic *p, bool *external, bool *critical)
{
	*external = ppc_pic_waiting(p);
	*critical = false;
	for (unsigned i = 0; i < PIC_SOURCES; i++)
		*critical =
			*critical || (p->dr[i] & DR_CRITICAL && p->level[i] &&
				      !(p->vpr[i] & VPR_MASKED));
}

void ppc_pic_set(struct ppc_pic *p, unsigned internal, bool level)
{
	p->level[FIRST_INTERNAL + internal] = level;
}

void ppc_pic_input(const struct ppc_pic *p, unsigned internal, struct input *to)
{
	const unsigned source = FIRST_INTERNAL + internal;

	*to = (struct input){ .controller = "PIC",
			      .raised = p->level[source],
			      .fast = p->dr[source] & DR_CRITICAL };
	if (p->vpr[source] & VPR_MASKED)
		to->closed = "the mask bit of its IIVPR is 1";
	else if (to->fast)
		to->closed = NULL;
	else if (!(p->gcr & GCR_MIXED))
		to->closed = "GCR.M is 0: the PIC passes a pin through";
	else if (!priority(p, source) || priority(p, source) <= p->ctpr)
		to->closed = "its priority is not above CTPR";
	else if (p->active[source])
		to->closed = "it is being handled";
}

static uint32_t acknowledge(struct ppc_pic *p)
{
	unsigned source = best(p);

	if (source == PIC_SOURCES || p->depth == sizeof(p->serving))
		return p->svr & VECTOR;
	p->serving[p->depth++] = (uint8_t)source;
	p->active[source] = true;
	p->pending[source] = false;
	p->taken++;
	return p->vpr[source] & VECTOR;
}

static void end(struct ppc_pic *p)
{
	if (p->depth)
		p->active[p->serving[--p->depth]] = false;
}

/* The source whose VPR or destination is there; PIC_SOURCES: none. */
static unsigned source_at(uint32_t offset, bool *destination)
{
	uint32_t external = offset - EXTERNAL_VPR;
	uint32_t internal = offset - INTERNAL_VPR, ipi = offset - IPI_VPR;

	*destination = offset & 0x10;
	if (ipi < PIC_IPIS * 0x10) {
		*destination = false;
		return FIRST_IPI + ipi / 0x10;
	}
	if (external < PIC_EXTERNAL * STEP)
		return external / STEP;
	if (internal < PIC_INTERNAL * STEP)
		return FIRST_INTERNAL + internal / STEP;
	return PIC_SOURCES;
}

static uint32_t own(uint32_t offset)
{
	return offset >= THIS_CORE ? offset - THIS_CORE : offset;
}

uint32_t ppc_pic_read(struct machine *m, uint32_t offset)
{
	struct ppc_pic *p = &ppc_of(m)->pic;
	bool destination;
	unsigned source = source_at(offset, &destination);

	if (source < PIC_SOURCES)
		return destination
			       ? p->dr[source]
			       : p->vpr[source] |
					 (p->active[source] ? VPR_ACTIVE : 0);
	switch (own(offset)) {
	case CTPR:
		return p->ctpr;
	case IACK:
		return acknowledge(p);
	case FRR:
		return FRR_VALUE;
	case GCR:
		return p->gcr;
	case SVR:
		return p->svr;
	default: /* WHOAMI 0, EOI, VIR */
		return 0;
	}
}

void ppc_pic_write(struct machine *m, uint32_t offset, uint32_t value)
{
	struct ppc_pic *p = &ppc_of(m)->pic;
	bool destination;
	unsigned source = source_at(offset, &destination);
	uint32_t at = own(offset);

	if (source < PIC_SOURCES && destination)
		p->dr[source] = value & (1u << 31 | DR_CRITICAL | DR_CORE);
	else if (source < PIC_SOURCES)
		p->vpr[source] = value & VPR_KEPT;
	else if (at >= IPI_DISPATCH && at < IPI_DISPATCH + PIC_IPIS * 0x10)
		p->pending[FIRST_IPI + (at - IPI_DISPATCH) / 0x10] |= value & 1;
	else if (at == CTPR)
		p->ctpr = value & 15;
	else if (at == EOI)
		end(p);
	else if (at == SVR)
		p->svr = value & VECTOR;
	else if (at == GCR && (value & GCR_RESET))
		ppc_pic_reset(p);
	else if (at == GCR)
		p->gcr = value & GCR_MIXED;
}
