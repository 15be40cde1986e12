/* SPDX-License-Identifier: MIT */
/*
 * No public text says what the hardware does here; the board does this.
 */
#include "boards/src/ahb/inner.h"

#include <stddef.h>

const struct ahb_choice ahb_choices[] = {
	/* the monitor's registers */
	{ "offsets of the registers",
	  "Tally's own: a word each from 0x000 on, in the order of the "
	  "reference's table; GxiPageSize 0x16C, AHBMONCtrlReg 0x170, "
	  "AHBMONRstCtrs 0x174, AHBMONPrstCtrs 0x178" },
	{ "bits of AHBMONCtrlReg",
	  "Tally's own: 0 counter enable, 1 track DBGACK, 2 CastOut4 "
	  "alignment filter; all 0 after reset" },
	{ "one enable or one for each layer", "one" },
	{ "reading AHBMONCtrlReg",
	  "gives what was written; strict: 0, or junk where poisoned" },
	{ "thresholds: number, register, width, reset",
	  "one for each layer, from 0x17C on in the order ARM-D, ARM-I, "
	  "CLCDC, DMA-0, DMA-1, EXP, GXI; 16 bits, 0 after reset; GXI's "
	  "three counters share one" },
	{ "what hits a threshold",
	  "a run of waits of one beat (GXI: of a channel) that becomes longer "
	  "than it, once a run" },
	{ "a counter at 2^32", "wraps" },
	{ "writing a counter", "does nothing" },
	{ "reading AHBMONRstCtrs, AHBMONPrstCtrs and what is no register",
	  "gives 0, or junk where poisoned" },
	{ "accesses smaller than a word", "act on the whole register" },
	{ "reset value of GxiPageSize", "0: 2 KB; junk where poisoned" },
	{ "CtTotalCycles under AHBMONRstCtrs and AHBMONPrstCtrs (4-22 and "
	  "4-38 disagree)",
	  "goes on (4-22); strict: cleared and preset with all (4-38), and "
	  "counts on" },
	{ "AHBMONRstCtrs and the settings", "leaves them alone" },
	{ "the enable bit after AHBMONPrstCtrs", "0" },
	{ "when a write to the monitor takes effect",
	  "behind the cycle that ends the write: a write that disables is "
	  "counted, one that enables or resets is not" },
	{ "what a counter shows to the transfer that reads it",
	  "all that happened in the cycles before that in which it ends" },
	/* what is counted */
	{ "first cycles of ERROR and RETRY, and RETRY's second",
	  "count nowhere, not as waits either" },
	{ "waits on a beat that is then retried", "counted" },
	{ "losing arbitration: slave or infrastructure", "infrastructure" },
	{ "HPROT of cast-outs and table walks", "b1111; I-side walks b1110" },
	{ "CastOut4's alignment filter", "can be switched, off after reset" },
	{ "what is left of a burst broken by RETRY",
	  "SINGLE beats, the retried one included; those of a line fill "
	  "look like table walks, and are counted so" },
	{ "RETRY behind the AHB-AHB bridge",
	  "three more wait states and the slave's first waits again, all "
	  "the slave's" },
	{ "SPLIT behind the AHB-AHB bridge",
	  "eight more wait states, until its slave would let it ask again, and "
	  "the slave's first waits again, all the slave's" },
	{ "GXI: the address before, of CtGxiPageChange",
	  "one for reads and writes; the first transfer after reset changes "
	  "no page; a new page size applies to both addresses" },
	/* the fabric */
	{ "slaves and which layer reaches which (4.2.2 says it of the DMA "
	  "layers and of the monitor)",
	  "the CPU's data: all; instructions, display: memory; the rest off "
	  "the chip too but for the display and EXP, which comes from there; "
	  "registers: ARM-D and EXP" },
	{ "ports of the memory controller",
	  "one for all layers, one for GXI, which gets in while no layer has a "
	  "burst there" },
	{ "when WB is charged",
	  "one cycle at a burst's start, unless the layer had the slave last" },
	{ "losing the slave at a quadword boundary",
	  "WA until it is back, no WB, then the slave's first waits again" },
	{ "slaves' wait states",
	  "see ahb_timings: dynamic memory 5 and 0 for reads, 2 and 0 for "
	  "writes, on the first beat and the others" },
	{ "GXI's times", "a request takes 2 cycles of the memory, data come "
			 "6 cycles after it, so three reads are under way" },
	{ "cycles between two bursts of a master",
	  "none for the CPU's layers, one for the others" },
	/* the masters */
	{ "the display's FIFO",
	  "32 words, which ask for more when four are free, or eight by "
	  "WATERMARK" },
	{ "the display's bursts",
	  "the longest of 16, 8, 4 and 1 words that fit the FIFO, the frame "
	  "and the 1 KB boundary, once WATERMARK is reached" },
	{ "a display FIFO that runs empty",
	  "FUF, and the picture stands until the word is there" },
	{ "CLCDCLK, and the clock of UARTs, SSP and SCI", "HCLK / 3" },
	{ "the DMA controller's bursts",
	  "16, 8 or 4 beats, and INCR of one beat for what is less (so ARM's "
	  "article KA11898; KA3491 has two and three in one INCR) or does not "
	  "move its address; a channel has one burst on the buses at a time" },
	{ "requests of peripherals to the DMA controller",
	  "a burst on a burst request; single ones when less than a burst is "
	  "left or the peripheral counts; UARTs ask by UARTIFLS, SSP and SCI "
	  "with half of their FIFO" },
	{ "items in a UART's FIFOs when FEN is cleared (DDI0183 says it of "
	  "the transmit FIFO) or set",
	  "cleared: both FIFOs are emptied, the item on the line goes on; set: "
	  "kept" },
	{ "how long all of the DMA controller halts after an ERROR (4.2.2 says "
	  "that it does)",
	  "until DMACIntErrClr clears it, and the channel for good; strict: "
	  "the channel alone" },
	{ "LcdDual, the DMA controller's endianness and bus lock",
	  "no effect" },
	{ "the source behind the expansion bridge after an ERROR", "goes on" },
	{ NULL, NULL },
};
