/* SPDX-License-Identifier: MIT */
/*
 * The core finds these behind CCSRBAR: the platform (pq3.h), the interrupt
 * controller, two UARTs of the 16550 kind, and the register with which a
 * program ends.  Registers are words, but for those of the UARTs, which are
 * bytes.  A write of less than a word is ignored (chosen: the manuals have only
 * words), and none ever reads, since IACK takes an interrupt up when it is
 * read.  Time spent on an access is the model's affair, which asks the platform
 * itself.  Wherever CCSRBAR is moved to, the board has it all at its first
 * place.
 */
#include "boards/src/ppc/inner.h"

#include <stdlib.h>

enum {
	PIC = 0x40000,
	PIC_SIZE = 0x40000,
	UART1 = 0x4500,
	UART_STEP = 0x100,
	UART_REGISTERS = 8,
	/*
	 * RSTCR of the global utilities; the MPC8540 has none: there it is
	 * the board's own.  HRESET_REQ ends the run; the byte above is chosen
	 * to be the program's status.
	 */
	RSTCR = 0xe00b0,
	RSTCR_HRESET_REQ = 2,
	STATUS_LSB = 8,
	PVR_COPY = 0xe00a0,
	SVR_COPY = 0xe00a4,
};

enum {
	UART_DATA,
	UART_IER,
	UART_IIR,
	UART_LCR,
	UART_MCR,
	UART_LSR,
	UART_MSR,
	UART_SCR,
	LCR_DLAB = 0x80,
	LSR_EMPTY = 0x60,
	IIR_NONE = 1,
	IIR_EMPTY = 2, /* the transmitter asks */
	IER_EMPTY = 2,
};

static uint8_t uart_read(const struct ppc_uart *u, unsigned reg)
{
	bool divisor = u->lcr & LCR_DLAB;

	switch (reg) {
	case UART_DATA:
		return divisor ? u->dll : 0;
	case UART_IER:
		return divisor ? u->dlh : u->ier;
	case UART_IIR:
		return u->ier & IER_EMPTY ? IIR_EMPTY : IIR_NONE;
	case UART_LCR:
		return u->lcr;
	case UART_MCR:
		return u->mcr;
	case UART_LSR:
		return LSR_EMPTY;
	case UART_SCR:
		return u->scr;
	default:
		return 0;
	}
}

static void uart_write(struct machine *m, struct ppc_uart *u, unsigned reg,
		       uint8_t value)
{
	bool divisor = u->lcr & LCR_DLAB;

	switch (reg) {
	case UART_DATA:
		if (divisor)
			u->dll = value;
		else
			devices_put(&m->devices, value);
		break;
	case UART_IER:
		if (divisor)
			u->dlh = value;
		else
			u->ier = value & 15;
		break;
	case UART_LCR:
		u->lcr = value;
		break;
	case UART_MCR:
		u->mcr = value;
		break;
	case UART_SCR:
		u->scr = value;
		break;
	default:
		break;
	}
}

/* Which UART's registers are there; PPC_UARTS: none's. */
static uint32_t uart_at(uint32_t offset)
{
	uint32_t unit = (offset - UART1) / UART_STEP;

	if (offset < UART1 || unit >= PPC_UARTS ||
	    (offset - UART1) % UART_STEP >= UART_REGISTERS)
		return PPC_UARTS;
	return unit;
}

static void uart_lines(struct machine *m)
{
	const struct ppc_uart *u = ppc_of(m)->uart;

	ppc_pic_set(&ppc_of(m)->pic, PQ3_IRQ_DUART,
		    (u[0].ier | u[1].ier) & IER_EMPTY);
}

static void pic_changed(struct machine *m)
{
	struct ppc *p = ppc_of(m);

	if (p->pic.taken)
		pq3_happened(p->pq3, ppc_cycles(m), PQ3_PIC_TOTAL_INT,
			     p->pic.taken);
	p->pic.taken = 0;
	pq3_pic_state(p->pq3, ppc_cycles(m), ppc_pic_waiting(&p->pic),
		      p->pic.depth != 0);
}

static uint32_t word_read(struct machine *m, uint32_t offset)
{
	uint32_t value = 0;

	if (offset - PIC < PIC_SIZE) {
		value = ppc_pic_read(m, offset - PIC);
		pic_changed(m);
	} else if (offset == PVR_COPY) {
		value = ppc_core_of(m->spec)->pvr;
	} else if (offset == SVR_COPY) {
		value = ppc_core_of(m->spec)->svr;
	} else {
		pq3_read(ppc_of(m)->pq3, ppc_cycles(m), offset, &value);
	}
	return value;
}

static void word_write(struct machine *m, uint32_t offset, uint32_t value)
{
	if (offset - PIC < PIC_SIZE) {
		ppc_pic_write(m, offset - PIC, value);
		pic_changed(m);
	} else if (offset == RSTCR && (value & RSTCR_HRESET_REQ)) {
		machine_stop(m, TARGET_STOP_EXIT, ppc_of(m)->now->insn.addr);
		m->stop->status = (int)(value >> STATUS_LSB & 0xff);
	} else {
		pq3_write(ppc_of(m)->pq3, ppc_cycles(m), offset, value);
	}
}

uint64_t ppc_ccsr_read(struct machine *m, uint32_t paddr, unsigned size)
{
	uint32_t offset = paddr % PQ3_CCSR_SIZE, word;
	uint32_t uart = uart_at(offset);

	if (uart < PPC_UARTS)
		return uart_read(&ppc_of(m)->uart[uart],
				 offset % UART_REGISTERS);
	word = word_read(m, offset & ~3u);
	ppc_lines(m);
	return word >> 8 * (4 - offset % 4 - size) &
	       (UINT32_MAX >> (32 - 8 * size));
}

void ppc_ccsr_write(struct machine *m, uint32_t paddr, unsigned size,
		    uint32_t value)
{
	uint32_t offset = paddr % PQ3_CCSR_SIZE;
	uint32_t uart = uart_at(offset);

	if (uart < PPC_UARTS) {
		uart_write(m, &ppc_of(m)->uart[uart], offset % UART_REGISTERS,
			   (uint8_t)value);
		uart_lines(m);
	} else if (size == 4) {
		word_write(m, offset, value);
	}
	ppc_lines(m);
}

static void monitor_changed(void *ctx, uint32_t offset)
{
	monitors_changed_at(ctx, offset);
}

static void interrupt(void *ctx, unsigned source, bool level)
{
	struct machine *m = ctx;

	if (source == PQ3_IRQ_MONITOR &&
	    m->options.ill & 1u << BOARD_ILL_NO_LINE)
		return;
	ppc_pic_set(&ppc_of(m)->pic, source, level);
	m->lines_at = 0; /* look at the lines soon */
}

static enum pq3_snoop snoop(void *ctx, uint32_t paddr, bool write)
{
	struct machine *m = ctx;
	bool dirty = false;

	if (!uarch_snoop(m->uarch, paddr, write, &dirty))
		return PQ3_SNOOP_MISS;
	return dirty ? PQ3_SNOOP_DIRTY : PQ3_SNOOP_CLEAN;
}

static void dma_written(void *ctx, uint32_t paddr, uint32_t bytes)
{
	ppc_written(ctx, paddr, bytes);
}

/* The core asks the bus. */
static uint32_t request(void *ctx, uint64_t cycle, enum uarch_request what,
			uint32_t paddr, bool *near)
{
	static const enum pq3_request kinds[] = {
		[REQUEST_FETCH] = PQ3_FETCH,
		[REQUEST_LOAD] = PQ3_LOAD,
		[REQUEST_STORE] = PQ3_STORE,
		[REQUEST_WRITE_BACK] = PQ3_WRITE_BACK,
		[REQUEST_FETCH_SINGLE] = PQ3_FETCH_SINGLE,
		[REQUEST_READ_SINGLE] = PQ3_READ_SINGLE,
		[REQUEST_WRITE_SINGLE] = PQ3_WRITE_SINGLE,
		[REQUEST_ADDRESS_ONLY] = PQ3_ADDRESS_ONLY,
	};
	struct machine *m = ctx;
	struct pq3_answer answer =
		pq3_core(ppc_of(m)->pq3, cycle, kinds[what], paddr);

	*near = answer.by == PQ3_BY_L2;
	return answer.core_cycles;
}

static uint64_t counted(const struct machine *m, unsigned item)
{
	pq3_advance(ppc_of(m)->pq3, ppc_cycles(m));
	return pq3_count(ppc_of(m)->pq3, (enum pq3_item)item);
}

/* The device monitor's events, in the words of the others. */
bool ppc_monitor_ledger(const struct machine *m, unsigned monitor,
			struct monitor_ledger *to)
{
	(void)monitor;
	to->event = ppc_of(m)->events;
	to->events = ppc_of(m)->event_count;
	to->counted = counted;
	to->clock = "AN3636 3.1; core cycles by the ratio of the clocks";
	to->cycles = PQ3_CCB_CYCLES;
	return true;
}

static bool make_events(struct ppc *p, enum pq3_part part)
{
	const struct pq3_event *from = pq3_events(part, &p->event_count);

	p->events = calloc(p->event_count, sizeof(*p->events));
	for (unsigned i = 0; p->events && i < p->event_count; i++)
		p->events[i] = (struct pmu_event){
			.code = from[i].code,
			.outside = true,
			.name = from[i].name,
			.class = from[i].class,
			.item = from[i].item,
			.basis = from[i].basis,
		};
	return p->events;
}

void ppc_platform_free(struct ppc *p)
{
	pq3_free(p->pq3);
	free(p->events);
}

static void choose_ratio(struct machine *m)
{
	if (m->options.ratio_core)
		return;
	m->options.ratio_core = m->spec->ratio_core;
	m->options.ratio_platform = m->spec->ratio_platform;
}

bool ppc_platform_new(struct machine *m, struct error *err)
{
	const struct uarch_outside outside = { .ctx = m, .request = request };
	struct pq3_options options = {
		.part = ppc_core_of(m->spec)->part,
		.ram_size = m->spec->ram_size,
		.core_hz = m->spec->info.clock_hz,
		.strict = m->options.strict,
		.pmc0_upper_first = m->options.pmc0_upper_first,
		.pmc0_runs_on = m->options.pmc0_runs_on,
		.frames = m->options.capture,
		.speed_milli = m->options.pcap_speed_milli,
		.l2_bytes = m->options.shape[BOARD_L2].size,
		.l2_ways = m->options.shape[BOARD_L2].ways,
		.l2_clocks = m->options.shape[BOARD_LEVEL2].size,
		.memory_clocks = m->options.shape[BOARD_MEMORY].size,
	};
	const struct pq3_host host = {
		.ctx = m,
		.memory = m->memory,
		.written = dma_written,
		.snoop = snoop,
		.interrupt = interrupt,
		.monitor_changed = monitor_changed,
	};

	choose_ratio(m);
	options.ratio_core = m->options.ratio_core;
	options.ratio_ccb = m->options.ratio_platform;
	if (!make_events(ppc_of(m), options.part))
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	ppc_of(m)->pq3 = pq3_new(&options, &host, err);
	if (!ppc_of(m)->pq3)
		return false;
	ppc_pic_reset(&ppc_of(m)->pic);
	uarch_set_outside(m->uarch, &outside);
	return true;
}
