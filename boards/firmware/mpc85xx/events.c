/* SPDX-License-Identifier: MIT */
/*
 * Makes happen, once at least, what a router's frames leave at 0: exceptions
 * and interrupts, small pages, cache operations, frames let in by hash and
 * lost, a second controller that sends, lines kept by the second level, the
 * local bus.  It leaves the monitors alone: they are asked from outside.
 *
 * Registers and descriptors as in Linux's gianfar.h, mmu.h and U-Boot's tsec.h.
 */
#include "mpc85xx/fw.h"

enum {
	MAS0 = 624,
	MAS1 = 625,
	MAS2 = 626,
	MAS3 = 627,
	UNMAPPED = 0x70000000,
	FLASH = (int)0xff000000,
	WRITE_THROUGH = 0x10,   /* MAS2 */
	INHIBITED_GUARDED = 10, /* MAS2 */
	SUPERVISOR_ALL = 0x15,  /* MAS3: execute, write, read */
	TCR = 340,
	TSR = 336,
	DEC = 22,
	TCR_DIE = 1 << 26,
	TSR_DIS = 1 << 27,
	MSR_CE = 1 << 17,

	TSEC1 = FW_CCSR + 0x24000,
	TSEC2 = FW_CCSR + 0x25000,
	IEVENT = 0x010,
	IMASK = 0x014,
	ECNTRL = 0x020,
	DMACTRL = 0x02c,
	TSTAT = 0x104,
	TBASE = 0x204,
	MRBLR = 0x340,
	RBASE = 0x404,
	MACCFG1 = 0x500,
	MACCFG2 = 0x504,
	IADDR0 = 0x800,
	GADDR0 = 0x880,
	ATTR = 0xbf8,
	ATTRELI = 0xbfc,
	ALLOCATE = 0x4800, /* ATTR: first bytes of frames, and descriptors */
	SNOOP = 0xc0,
	FIRST_BYTES = 56 << 16, /* ATTRELI */
	FULL_DUPLEX_GMII = 0x7205,
	RX_EN = 4,
	TX_EN = 1,
	RXF = 1 << 7,
	TXF = 1 << 20,
	BD_READY = 0x8000,
	BD_INTERRUPT = 0x1000,
	BD_WRAP = 0x2000,
	BD_LAST = 0x0800,
	RX_SOURCE = 14, /* of the interrupt controller, internal */
	TX1_SOURCE = 13,
	TX2_SOURCE = 19,
	RX_DESTINATION = FW_CCSR + 0x50210 + RX_SOURCE * 0x20,
	TO_CRITICAL = 0x40000000,
	PATIENCE = 1000000, /* rounds of waiting for a frame; chosen */
	FRAMES = 70, /* of 77 in the capture; the rest finds no descriptor */
};

struct bd {
	uint16_t status, length;
	uint32_t buffer;
};

static volatile struct bd rx[FRAMES + 1] __attribute__((aligned(64)));
static volatile struct bd tx __attribute__((aligned(64)));
static uint8_t buffer[FRAMES][1536] __attribute__((aligned(64)));
static volatile uint32_t page[1024] __attribute__((aligned(4096)));
static volatile unsigned taken;

/* A page of 4 KiB of TLB0 at `at`. */
static void map(uint32_t at, uint32_t attributes, uint32_t to)
{
	fw_mtspr(MAS0, 0);
	fw_mtspr(MAS1, 0x80000100);
	fw_mtspr(MAS2, at | attributes);
	fw_mtspr(MAS3, (to & 0xfffff000) | SUPERVISOR_ALL);
	__asm__ volatile("isync\n\ttlbwe\n\tisync" : : : "memory");
}

static void skip(struct fw_frame *frame)
{
	taken++;
	frame->pc += 4;
}

static void note(struct fw_frame *frame)
{
	(void)frame;
	taken++;
}

static void leave(struct fw_frame *frame)
{
	taken++;
	frame->pc = frame->lr;
}

static __attribute__((noinline, aligned(64))) void nothing(void)
{
	__asm__ volatile("nop");
}

static void exceptions(void)
{
	void (*elsewhere)(void) = (void (*)(void))UNMAPPED;

	fw_handler[FW_SYSTEM_CALL] = note;
	fw_handler[FW_PROGRAM] = skip;
	fw_handler[FW_DATA_TLB] = skip;
	fw_handler[FW_INSN_TLB] = leave;
	__asm__ volatile("li 0,1\n\tsc\n\ttrap" : : : "0", "memory");
	(void)*(volatile uint32_t *)UNMAPPED;
	elsewhere();
	fw_check("four exceptions", 4, taken);
}

static void pages(void)
{
	volatile uint32_t *there = (volatile uint32_t *)UNMAPPED;
	uint32_t code = (uint32_t)nothing;

	map(UNMAPPED, WRITE_THROUGH, (uint32_t)page);
	there[7] = 77;
	fw_check("written through", 77, page[7]);
	map((uint32_t)UNMAPPED + 0x1000, 0, code);
	((void (*)(void))((uint32_t)UNMAPPED + 0x1000 + (code & 0xfff)))();
	map((uint32_t)UNMAPPED + 0x2000, INHIBITED_GUARDED, (uint32_t)FLASH);
	(void)*(volatile uint32_t *)((uint32_t)UNMAPPED + 0x2000);
}

static void caches(void)
{
	__asm__ volatile("dcbf 0,%0\n\tmsync\n\tdcbt 0,%0\n\tdcbst 0,%0\n\t"
			 "lwz 9,30(%0)\n\tsth 9,31(%0)\n\tdcbz 0,%0\n\tmsync"
			 :
			 : "b"(page)
			 : "9", "memory");
	/* Fetched again when only the second level has it. */
	nothing();
	__asm__ volatile("icbi 0,%0\n\tisync" : : "b"(nothing) : "memory");
	nothing();
}

/*
 * Loads, and stores, of lines that come from outside, more than there are
 * buffers for, one behind the other.
 */
static __attribute__((noinline)) void lines(const uint8_t *loaded,
					    uint8_t *stored)
{
	__asm__ volatile("lwz 4,0(%0)\n\tlwz 5,32(%0)\n\t"
			 "lwz 6,64(%0)\n\tlwz 7,96(%0)\n\t"
			 "lwz 8,128(%0)\n\tlwz 9,160(%0)\n\t"
			 "lwz 10,192(%0)\n\tmsync\n\t"
			 "stw 4,0(%1)\n\tstw 4,32(%1)\n\t"
			 "stw 4,64(%1)\n\tstw 4,96(%1)\n\t"
			 "stw 4,128(%1)\n\tstw 4,160(%1)\n\t"
			 "stw 4,192(%1)\n\tmsync"
			 :
			 : "b"(loaded), "b"(stored)
			 : "4", "5", "6", "7", "8", "9", "10", "memory");
}

/* The second time the code is there, and the page is known. */
static void lines_at_once(void)
{
	lines(buffer[0], buffer[1]);
	lines(buffer[2], buffer[3]);
}

static void on_decrementer(struct fw_frame *frame)
{
	(void)frame;
	fw_mtspr(TSR, TSR_DIS);
	taken++;
}

static void on_external(struct fw_frame *frame)
{
	(void)frame;
	(void)fw_pic_acknowledge();
	fw_write((uint32_t)TSEC1 + IEVENT, RXF | TXF);
	fw_write((uint32_t)TSEC2 + IEVENT, TXF);
	fw_pic_end();
	taken++;
}

static void interrupts(void)
{
	taken = 0;
	fw_handler[FW_DECREMENTER] = on_decrementer;
	fw_handler[FW_EXTERNAL] = on_external;
	fw_mtspr(TCR, TCR_DIE);
	fw_mtspr(DEC, 10);
	fw_interrupts(true);
	while (!taken)
		;
	fw_mtspr(TCR, 0);
	fw_pic_start();
	fw_pic_ipi(1, 0x42);
	fw_pic_raise_ipi(1);
	while (taken < 2)
		;
	fw_interrupts(false);
}

static void start(int tsec)
{
	fw_write((uint32_t)tsec + MACCFG1, 0);
	fw_write((uint32_t)tsec + IEVENT, UINT32_MAX);
	fw_write((uint32_t)tsec + ECNTRL, 0x1000);
	fw_write((uint32_t)tsec + MACCFG2, FULL_DUPLEX_GMII);
	fw_write((uint32_t)tsec + MRBLR, 1536);
	fw_write((uint32_t)tsec + ATTR, ALLOCATE | SNOOP);
	fw_write((uint32_t)tsec + ATTRELI, FIRST_BYTES);
	fw_write((uint32_t)tsec + DMACTRL, SNOOP | 3);
	fw_write((uint32_t)tsec + RBASE, (uint32_t)rx);
	fw_write((uint32_t)tsec + TBASE, (uint32_t)&tx);
}

/* False: no frame came for a while, as where no capture is fed in. */
static bool frame_came(unsigned n)
{
	for (unsigned i = 0; i < PATIENCE; i++)
		if (!(rx[n].status & BD_READY))
			return true;
	fw_check("frames come, by --pcap", 1, 0);
	return false;
}

/* Frames for anybody, until there is no descriptor; then by the critical one,
 * for what has come asks still. */
static void receive(void)
{
	for (unsigned i = 0; i < FRAMES; i++) {
		rx[i].buffer = (uint32_t)buffer[i];
		rx[i].status = BD_READY | BD_INTERRUPT;
	}
	start(TSEC1);
	for (unsigned i = 0; i < 8; i++) {
		fw_write((uint32_t)TSEC1 + IADDR0 + 4 * i, UINT32_MAX);
		fw_write((uint32_t)TSEC1 + GADDR0 + 4 * i, UINT32_MAX);
	}
	fw_pic_internal(RX_SOURCE, 0x43);
	fw_write((uint32_t)TSEC1 + IMASK, RXF);
	fw_interrupts(true);
	fw_write((uint32_t)TSEC1 + MACCFG1, RX_EN);
	if (!frame_came(FRAMES - 2))
		return;
	fw_interrupts(false);
	if (!frame_came(FRAMES - 1))
		return;
	fw_handler[0] = on_external;
	fw_write((uint32_t)RX_DESTINATION, TO_CRITICAL);
	fw_set_msr(fw_msr() | MSR_CE);
	fw_set_msr(fw_msr() & ~(uint32_t)MSR_CE);
	for (unsigned i = 0; i < 20000; i++)
		__asm__ volatile("nop");
	fw_check("frames by interrupts", 1, taken > 10);
}

static void send(int tsec, unsigned source)
{
	start(tsec);
	tx.buffer = (uint32_t)buffer[0];
	tx.length = 100;
	tx.status = BD_READY | BD_WRAP | BD_LAST | BD_INTERRUPT;
	fw_pic_internal(source, 0x44);
	fw_write((uint32_t)tsec + IMASK, TXF);
	taken = 0;
	fw_interrupts(true);
	fw_write((uint32_t)tsec + MACCFG1, TX_EN);
	fw_write((uint32_t)tsec + TSTAT, 0x80000000);
	while (!taken)
		;
	fw_interrupts(false);
	fw_check("sent", 0, tx.status & BD_READY);
}

int main(void)
{
	exceptions();
	pages();
	caches();
	lines_at_once();
	interrupts();
	receive();
	send(TSEC1, TX1_SOURCE);
	send(TSEC2, TX2_SOURCE);
	return fw_checked();
}
