/* SPDX-License-Identifier: MIT */
#ifndef BOARD_DEVICE_DEVICES_H
#define BOARD_DEVICE_DEVICES_H

#include "boards/src/board.h"
#include "boards/src/core/l2.h"
#include "boards/src/pmu/pmu.h"

/*
 * State of all devices that the boards have.  A board uses those that its
 * map names.
 */
enum {
	UARTS = 5,
	PL061S = 4,
	GIC_MOST = 96, /* interrupts */
	GIC_WORDS = GIC_MOST / 32,
};

struct pl011 {
	uint32_t ibrd, fbrd, lcr_h, cr, ifls, imsc;
};

struct uart16550 {
	uint32_t ier, lcr, mcr, scr, dll, dlh;
};

struct gic {
	unsigned interrupts; /* a multiple of 32 */
	bool enabled;        /* distributor */
	uint32_t enable[GIC_WORDS];
	uint32_t pending[GIC_WORDS];
	uint32_t active[GIC_WORDS];
	uint32_t level[GIC_WORDS];
	uint32_t config[GIC_MOST / 16];
	uint8_t priority[GIC_MOST];
	uint8_t target[GIC_MOST];
	bool cpu_enabled;
	uint32_t priority_mask;
	uint32_t binary_point;
	uint8_t running[GIC_MOST]; /* stack of what is being handled */
	unsigned depth;
};

struct pxa_intc {
	uint32_t pending, mask, to_fiq, control;
};

enum { VIC_VECTORS = 16 };

struct vic {
	uint32_t level, soft, enable, to_fiq;
	bool protection;
	uint32_t vector[VIC_VECTORS], control[VIC_VECTORS];
	uint32_t default_vector;
	uint32_t serving; /* bit i: slot i is being served; 16: no slot */
};

struct imx_uart {
	uint32_t reg[14];
};

struct avic {
	uint32_t control, mask;
	uint64_t source, force, enable, type; /* bit of each source */
	uint32_t priority[8];                 /* four bits of each */
};

struct pl061 {
	uint8_t data;
	uint8_t kept[9]; /* registers from GPIODIR on */
};

struct devices {
	struct pl011 pl011[UARTS];
	struct uart16550 uart16550[UARTS];
	struct imx_uart imx_uart[UARTS];
	struct gic gic;
	struct pxa_intc intc;
	struct vic vic;
	struct avic avic;
	struct pl061 pl061[PL061S];
	struct pmu *monitor[TARGET_MONITORS]; /* the machine's */
	struct l2 *l2; /* the machine's; NULL: it has none */
	struct {
		bool open, os_open; /* locks of the debug view */
	} debug;
	void *ctx;
	void (*console)(void *ctx, const void *bytes, size_t count);
};

/* The registers of a device; offset is a multiple of 4. */
struct device_ops {
	uint32_t (*read)(struct devices *d, unsigned unit, uint32_t offset);
	void (*write)(struct devices *d, unsigned unit, uint32_t offset,
		      uint32_t value);
	/* Keeps user mode out; NULL: never. */
	bool (*closed)(const struct devices *d, unsigned unit);
	/* A debugger's accesses by memory reach it, at its physical address
	 * and by words: reading changes nothing. */
	bool port;
	/*
	 * May some bytes of a register, those of `mask`, be written alone?
	 * Then `others` is what goes into the rest of the word.  Nothing comes
	 * of asking; NULL: only whole words are taken.
	 */
	bool (*part)(const struct devices *d, unsigned unit, uint32_t offset,
		     uint32_t mask, uint32_t *others);
};

/* The `part` of registers that are the lowest byte of their words. */
bool device_low_byte(const struct devices *d, unsigned unit, uint32_t offset,
		     uint32_t mask, uint32_t *others);

/* `interrupts`: of a GIC, software's and private ones too; at most GIC_MOST. */
void devices_init(struct devices *d, unsigned interrupts);
/* A character for the console, from a UART. */
void devices_put(const struct devices *d, uint32_t value);

extern const struct device_ops pl011_ops, uart16550_ops, imx_uart_ops;
extern const struct device_ops gic_distributor_ops, gic_cpu_ops;
extern const struct device_ops pxa_intc_ops, avic_ops, vic_ops;
/* The bus has the registers. */
extern const struct device_ops bus_ops;
extern const struct device_ops pl061_ops;

/*
 * The controller of the second-level cache; the unit is its monitor's number
 * among the board's.
 */
extern const struct device_ops l2_ops;
/* A boot loader that switches the cache on leaves it so: enabled, with its
 * events sent to its monitor. */
void l2_device_boot(struct devices *d, unsigned unit);

/* The core's debug registers, and its own monitor's view on the debug port. */
extern const struct device_ops debug_core_ops, debug_view_ops;

/* A monitor in memory; the unit is its number among the board's. */
extern const struct device_ops monitor_ops;

/* An input of an interrupt controller. */
struct input {
	const char *controller;
	bool raised; /* it asks */
	bool fast;   /* for the core's other line: FIQ, or a critical one */
	/* The cause that keeps it from going on to the core; NULL: nothing
	 * does. */
	const char *closed;
};
void gic_input(const struct devices *d, unsigned number, struct input *to);
void pxa_intc_input(const struct devices *d, unsigned number, struct input *to);
void vic_input(const struct devices *d, unsigned number, struct input *to);
void avic_input(const struct devices *d, unsigned number, struct input *to);

void gic_lines(const struct devices *d, bool *irq, bool *fiq);
void gic_set_interrupt(struct devices *d, unsigned number, bool level);
void pxa_intc_lines(const struct devices *d, bool *irq, bool *fiq);
void pxa_intc_set_interrupt(struct devices *d, unsigned number, bool level);
void vic_lines(const struct devices *d, bool *irq, bool *fiq);
void vic_set_interrupt(struct devices *d, unsigned number, bool level);

void imx_uart_init(struct imx_uart *u);
void avic_init(struct avic *a);
void avic_lines(const struct devices *d, bool *irq, bool *fiq);
void avic_set_interrupt(struct devices *d, unsigned number, bool level);

#endif
