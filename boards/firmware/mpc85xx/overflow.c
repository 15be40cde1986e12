/* SPDX-License-Identifier: MIT */
/*
 * Counts of 64 bits out of counters of 32: the core's by IVOR35, the device's
 * by the interrupt controller.  Registers are programmed by hand, from the
 * manuals.
 */
#include "mpc85xx/fw.h"

enum {
	PMC = 16,
	PMLCA = 144,
	PMGC0 = 400,
	INSTRUCTIONS = 2,
	PMC1_WRAPS = 83,
	STEP = 5000,
	DEVICE = FW_CCSR + 0xe1000,
	DEVICE_PMGC0 = DEVICE,
	DEVICE_PMLCA = DEVICE + 0x10,
	DEVICE_PMC = DEVICE + 0x18,
	L2_DATA_HIT = 23,
	MONITOR_SOURCE = 28,
	VECTOR = 0x77,
	LINES = 64,
};

#define FAC    UINT32_C(0x80000000)
#define PMIE   UINT32_C(0x40000000)
#define FCECE  UINT32_C(0x20000000)
#define CE     UINT32_C(0x04000000)
#define TOP    UINT32_C(0x80000000)
#define PRESET (TOP - STEP)

static uint64_t total;
static unsigned times;

/*
 * The counter has gone on since it reached the top: what it is over belongs to
 * the count.  All stand still meanwhile.
 */
static void on_monitor(struct fw_frame *frame)
{
	uint32_t value;

	(void)frame;
	fw_mtpmr(PMGC0, FAC);
	value = fw_mfpmr(PMC);
	if (value & TOP) {
		total += value - PRESET;
		fw_mtpmr(PMC, PRESET);
	}
	times++;
	fw_mtpmr(PMGC0, PMIE);
}

static volatile uint32_t sink;

static void work(uint32_t rounds)
{
	uint32_t sum = 1;

	for (uint32_t i = 0; i < rounds; i++)
		sum = sum * 1664525u + i;
	sink = sum;
}

static void core(uint32_t pmgc0)
{
	uint64_t direct;

	total = 0;
	times = 0;
	fw_handler[FW_MONITOR] = on_monitor;
	fw_mtpmr(PMGC0, FAC);
	fw_mtpmr(PMLCA, INSTRUCTIONS << 16 | CE);
	fw_mtpmr(PMLCA + 1, INSTRUCTIONS << 16);
	fw_mtpmr(PMLCA + 2, PMC1_WRAPS << 16);
	fw_mtpmr(PMC, PRESET);
	fw_mtpmr(PMC + 1, 0xffff0000);
	fw_mtpmr(PMC + 2, 0);
	fw_interrupts(true);
	fw_mtpmr(PMGC0, pmgc0);
	work(50000);
	fw_mtpmr(PMGC0, FAC);
	fw_interrupts(false);
	total += fw_mfpmr(PMC) - PRESET;
	direct = ((uint64_t)fw_mfpmr(PMC + 2) << 32 | fw_mfpmr(PMC + 1)) -
		 0xffff0000;
	fw_check("both count the same", direct, total);
	/* Some 200000 instructions: each 5000 one interrupt. */
	fw_check("many interrupts", 1, times >= 30);
	fw_check("one for each step", 1, total - times * STEP < 2 * STEP);
	fw_check("the other one wrapped", 1, fw_mfpmr(PMC + 2));
}

/* With EE clear nothing comes; a level, so it comes when EE is set. */
static void held_back(void)
{
	times = 0;
	fw_mtpmr(PMGC0, FAC);
	fw_mtpmr(PMLCA + 1, 0x80000000);
	fw_mtpmr(PMC, TOP - 10);
	fw_mtpmr(PMGC0, PMIE);
	work(10);
	fw_check("held back", 0, times);
	fw_check("PMIE is there", PMIE, fw_mfpmr(PMGC0));
	fw_interrupts(true);
	fw_interrupts(false);
	fw_check("then it comes", 1, times);
	fw_mtpmr(PMGC0, FAC);
}

static void count_pmie(struct fw_frame *frame)
{
	(void)frame;
	times++;
}

/* The core clears PMIE: a handler that does nothing is called once. */
static void once(void)
{
	times = 0;
	fw_handler[FW_MONITOR] = count_pmie;
	fw_mtpmr(PMC, TOP - 10);
	fw_interrupts(true);
	fw_mtpmr(PMGC0, PMIE);
	work(100);
	fw_interrupts(false);
	fw_check("once", 1, times);
	fw_check("PMIE is gone", 0, fw_mfpmr(PMGC0));
	fw_mtpmr(PMGC0, FAC);
}

static uint8_t lines[LINES * 32] __attribute__((aligned(32)));

/* Lines that the second level has and the first has not. */
static void misses(unsigned rounds)
{
	for (unsigned i = 0; i < rounds * LINES; i++) {
		volatile uint8_t *at = &lines[i % LINES * 32];

		__asm__ volatile("dcbf 0,%0\n\tmsync" : : "r"(at) : "memory");
		(void)*at;
	}
}

static void on_external(struct fw_frame *frame)
{
	unsigned vector = fw_pic_acknowledge();
	uint32_t value = fw_read((uint32_t)DEVICE_PMC + 0x10);

	(void)frame;
	if (vector == VECTOR && (value & TOP)) {
		fw_write((uint32_t)DEVICE_PMGC0, FAC);
		value = fw_read((uint32_t)DEVICE_PMC + 0x10);
		total += value - (TOP - 100);
		fw_write((uint32_t)DEVICE_PMC + 0x10, TOP - 100);
		fw_write((uint32_t)DEVICE_PMGC0, PMIE);
		times++;
	}
	fw_pic_end();
}

static void device(void)
{
	uint32_t direct;

	total = 0;
	times = 0;
	misses(1);
	fw_handler[FW_EXTERNAL] = on_external;
	fw_pic_start();
	fw_pic_internal(MONITOR_SOURCE, VECTOR);
	fw_write((uint32_t)DEVICE_PMGC0, FAC);
	fw_write((uint32_t)DEVICE_PMLCA + 0x10, L2_DATA_HIT << 16 | CE);
	fw_write((uint32_t)DEVICE_PMLCA + 0x20, L2_DATA_HIT << 16);
	fw_write((uint32_t)DEVICE_PMC + 0x10, TOP - 100);
	fw_write((uint32_t)DEVICE_PMC + 0x20, 0);
	fw_interrupts(true);
	fw_write((uint32_t)DEVICE_PMGC0, PMIE);
	misses(20);
	fw_write((uint32_t)DEVICE_PMGC0, FAC);
	fw_interrupts(false);
	direct = fw_read((uint32_t)DEVICE_PMC + 0x20);
	total += fw_read((uint32_t)DEVICE_PMC + 0x10) - (TOP - 100);
	fw_check("device: both count the same", direct, total);
	fw_check("device: 20 * 64 and some", 1,
		 direct >= 1280 && direct < 1500);
	fw_check("device: one for each 100", direct / 100, times);
}

int main(void)
{
	core(PMIE);
	core(PMIE | FCECE);
	held_back();
	once();
	device();
	return fw_checked();
}
