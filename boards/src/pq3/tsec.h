/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_TSEC_H
#define BOARD_PQ3_TSEC_H

#include <stdbool.h>
#include <stdint.h>

#include "boards/src/board.h"
#include "boards/src/pq3/capture.h"

/*
 * A triple-speed Ethernet controller (TSEC of the MPC8540, eTSEC of the
 * MPC8548): tsec.c has its registers, tsec_filter.c the addresses it listens
 * to, tsec_rx.c and tsec_tx.c its rings of buffer descriptors.  What it moves
 * goes line by line over the platform's bus.
 *
 * Register offsets and bits as in U-Boot's tsec.h, Linux's gianfar.h and
 * QEMU's fsl_etsec, which agree.
 */
struct pq3;

enum {
	TSEC_BASE = 0x24000, /* of the first, from CCSRBAR */
	TSEC_SIZE = 0x1000,

	TSEC_ID = 0x000,
	TSEC_ID2 = 0x004,
	IEVENT = 0x010,
	IMASK = 0x014,
	EDIS = 0x018,
	ECNTRL = 0x020,
	MINFLR = 0x024,
	PTV = 0x028,
	DMACTRL = 0x02C,
	TBIPA = 0x030,
	TCTRL = 0x100,
	TSTAT = 0x104,
	TXIC = 0x110,
	TQUEUE = 0x114,
	TBPTR = 0x184,
	TBASE = 0x204,
	RCTRL = 0x300,
	RSTAT = 0x304,
	RXIC = 0x310,
	RQUEUE = 0x314,
	MRBLR = 0x340,
	RBPTR = 0x384,
	RBASE = 0x404,
	MACCFG1 = 0x500,
	MACCFG2 = 0x504,
	IPGIFG = 0x508,
	HAFDUP = 0x50C,
	MAXFRM = 0x510,
	MIIMCFG = 0x520,
	MIIMCON = 0x52C,
	MIIMSTAT = 0x530,
	MACSTNADDR1 = 0x540,
	MACSTNADDR2 = 0x544,
	MAC01ADDR1 = 0x548, /* to MAC15ADDR2: eTSEC */
	MAC15ADDR2 = 0x5BC,
	TR64 = 0x680,
	TR127 = 0x684,
	TR255 = 0x688,
	TR511 = 0x68C,
	TR1K = 0x690,
	TRMAX = 0x694,
	TRMGV = 0x698,
	RBYT = 0x69C,
	RPKT = 0x6A0,
	RMCA = 0x6A8,
	RBCA = 0x6AC,
	ROVR = 0x6D0,
	RDRP = 0x6DC,
	TBYT = 0x6E0,
	TPKT = 0x6E4,
	TMCA = 0x6E8,
	TBCA = 0x6EC,
	TFRG = 0x72C, /* the last of the counters */
	CAR1 = 0x730,
	CAR2 = 0x734,
	CAM1 = 0x738,
	CAM2 = 0x73C,
	IADDR0 = 0x800, /* to 0x81C */
	GADDR0 = 0x880, /* to 0x89C */
	ATTR = 0xBF8,
	ATTRELI = 0xBFC,
};

#define IEVENT_BSY   UINT32_C(0x20000000)
#define IEVENT_EBERR UINT32_C(0x10000000)
#define IEVENT_GTSC  UINT32_C(0x02000000)
#define IEVENT_TXE   UINT32_C(0x00400000)
#define IEVENT_TXB   UINT32_C(0x00200000)
#define IEVENT_TXF   UINT32_C(0x00100000)
#define IEVENT_BABR  UINT32_C(0x80000000)
#define IEVENT_RXB0  UINT32_C(0x00008000)
#define IEVENT_GRSC  UINT32_C(0x00000100)
#define IEVENT_RXF0  UINT32_C(0x00000080)

#define ECNTRL_CLRCNT UINT32_C(0x00004000)
#define ECNTRL_AUTOZ  UINT32_C(0x00002000)
#define ECNTRL_STEN   UINT32_C(0x00001000)

#define DMACTRL_TDSEN  UINT32_C(0x00000080)
#define DMACTRL_TBDSEN UINT32_C(0x00000040)
#define DMACTRL_GRS    UINT32_C(0x00000010)
#define DMACTRL_GTS    UINT32_C(0x00000008)
#define DMACTRL_WOP    UINT32_C(0x00000001)

#define TSTAT_THLT UINT32_C(0x80000000)
#define RSTAT_QHLT UINT32_C(0x00800000)

#define RCTRL_GHTX   UINT32_C(0x00000400) /* eTSEC */
#define RCTRL_BC_REJ UINT32_C(0x00000010)
#define RCTRL_PROM   UINT32_C(0x00000008)
#define RCTRL_EMEN   UINT32_C(0x00000002) /* eTSEC */

#define MACCFG1_SOFT_RESET UINT32_C(0x80000000)
#define MACCFG1_RX_EN      UINT32_C(0x00000004)
#define MACCFG1_TX_EN      UINT32_C(0x00000001)
#define MACCFG1_SYNCD      UINT32_C(0x0000000A) /* read only: enabled */
#define MACCFG2_HUGE       UINT32_C(0x00000020)

#define ATTR_ELCWT_ALLOC UINT32_C(0x00004000)
#define ATTR_BDLWT_ALLOC UINT32_C(0x00000800)
#define ATTR_RDSEN       UINT32_C(0x00000080)
#define ATTR_RBDSEN      UINT32_C(0x00000040)

/* Buffer descriptors: status, length, pointer; 2, 2 and 4 bytes. */
enum {
	BD_BYTES = 8,
	BD_STATUS_BYTES = 4, /* what closing one writes */
	BD_POINTER = 4,
	BD_WRAP = 0x2000,
	BD_INTERRUPT = 0x1000,
	BD_LAST = 0x0800,
	TXBD_READY = 0x8000,
	RXBD_EMPTY = 0x8000,
	RXBD_FIRST = 0x0400,
	RXBD_MISS = 0x0100,
	RXBD_BROADCAST = 0x0080,
	RXBD_MULTICAST = 0x0040,
	RXBD_LARGE = 0x0020,
	RXBD_TRUNCATED = 0x0001,
	RXBD_STATUS = 0x0FFF, /* what the controller writes afresh */
};

enum {
	FRAME_LEAST = 60, /* without its FCS */
	FCS_BYTES = 4,
	WIRE_EXTRA = 20,      /* preamble and gap, in bytes */
	WIRE_NS_PER_BYTE = 8, /* 1 Gbit/s */
	ADDRESS_BYTES = 6,
};

enum tsec_step {
	STEP_IDLE,  /* rx: wait for a frame; tx: halted */
	STEP_BD,    /* fetch a descriptor */
	STEP_DATA,  /* move a line of the buffer */
	STEP_WIRE,  /* tx: the frame is on the wire */
	STEP_CLOSE, /* write the descriptor's status */
	STEP_DONE,  /* the status has been written */
};

/* One direction's place in its ring. */
struct tsec_side {
	enum tsec_step step;
	uint64_t at; /* of the step; UINT64_MAX: not before it is kicked */
	uint16_t status;
	uint16_t length; /* tx: of the buffer */
	uint32_t buffer;
	uint32_t moved;     /* bytes of the buffer */
	uint32_t in_frame;  /* bytes of the frame before this buffer */
	uint64_t data_from; /* rx: when the frame's first data went */
};

struct tsec {
	uint32_t reg[TSEC_SIZE / 4];
	bool rx_line, tx_line, err_line;
	struct tsec_side rx, tx;
	/* The frame that arrives next, and when it is there. */
	bool feeding;
	uint32_t next_frame;
	struct target_frames came;
	uint64_t feed_from; /* CCB clock of the capture's beginning */
	uint64_t wire_ns;   /* since then: when the newest frame ended */
	uint64_t arrives;   /* the next one, in CCB clocks */
	uint32_t rx_bytes;  /* with FCS */
	uint16_t rx_how;    /* status bits of its descriptor */
	uint32_t tx_bytes;
	uint8_t rx_frame[CAPTURE_FRAME_MAX + FCS_BYTES];
	uint8_t tx_frame[CAPTURE_FRAME_MAX];
};

/* How the address filter takes a frame. */
enum tsec_match {
	MATCH_NONE,
	MATCH_STATION, /* or broadcast, or an exact match */
	MATCH_IND_HASH,
	MATCH_GRP_HASH,
	MATCH_PROMISCUOUS,
};

/* tsec.c */
void tsec_init(struct pq3 *p, unsigned i);
void tsec_boot(struct pq3 *p, unsigned i);
uint64_t tsec_next(const struct pq3 *p, unsigned i);
/* Take the step that is due. */
void tsec_run(struct pq3 *p, unsigned i);
bool tsec_read(struct pq3 *p, unsigned i, uint32_t offset, uint32_t *value);
bool tsec_write(struct pq3 *p, unsigned i, uint32_t offset, uint32_t value);
/* tsec_status.c: the interrupt lines, as events and mask have them. */
void tsec_lines(struct pq3 *p, unsigned i);
void tsec_event(struct pq3 *p, unsigned i, uint32_t events);
void tsec_mib(struct tsec *t, uint32_t offset, uint32_t by);
/* The MIB's counter of frames of that size, FCS included. */
void tsec_mib_size(struct tsec *t, uint32_t bytes);
void tsec_mib_address(struct tsec *t, const uint8_t *frame, uint32_t broadcast,
		      uint32_t multicast);
/* A descriptor's status and length, written to memory. */
void tsec_store_bd(struct pq3 *p, uint32_t paddr, uint32_t status,
		   uint32_t length);
bool tsec_is_broadcast(const uint8_t *frame);

static inline uint32_t *tsec_reg(struct tsec *t, uint32_t offset)
{
	return &t->reg[offset / 4];
}

/* tsec_filter.c */
uint32_t tsec_crc32(const uint8_t *bytes, uint32_t count);
enum tsec_match tsec_filter(const struct tsec *t, bool etsec,
			    const uint8_t *frame);

/* tsec_rx.c */
void tsec_rx_enabled(struct pq3 *p, unsigned i);
void tsec_rx_run(struct pq3 *p, unsigned i);

/* tsec_tx.c */
void tsec_tx_kick(struct pq3 *p, unsigned i);
void tsec_tx_run(struct pq3 *p, unsigned i);

#endif
