/* SPDX-License-Identifier: MIT */
/*
 * A bus with many masters: while the CPU counts primes, the display controller
 * PL110 fetches its frames, and the DMA controller PL080 copies a block of
 * memory by its second master and sends a line of text to UART 0 by its first.
 * The AHB monitor shows who moved what and who waited for whom:
 *
 *   tally stat -t board:versatile bus.elf
 *   tally board versatile bus.elf --truth
 */
#include <string.h>

#include "chip.h"
#include "demo/demo.h"

enum {
	WIDTH = 64,
	HEIGHT = 48,
	PIXELS = WIDTH * HEIGHT, /* of two bytes */
	FRAMES = 4,
	BLOCK_WORDS = 2048,
	PRIMES_BELOW = 20000,
	COPY = 0, /* channels */
	TEXT = 1,
};

static uint16_t frame[PIXELS] __attribute__((aligned(1024)));
static uint32_t from[BLOCK_WORDS] __attribute__((aligned(1024)));
static uint32_t to[BLOCK_WORDS] __attribute__((aligned(1024)));
static char text[] = "bus: sent by DMA, a byte at a time\n";
static uint8_t composite[PRIMES_BELOW];

/* The other masters read memory, not the CPU's cache. */
static void clean_cache(void)
{
	__asm__ volatile("1: mrc p15, 0, r15, c7, c10, 3\n\t"
			 "bne 1b\n\t"
			 "mcr p15, 0, %0, c7, c10, 4"
			 :
			 : "r"(0)
			 : "memory", "cc");
}

static uint32_t address(const volatile void *p)
{
	return (uint32_t)(uintptr_t)p;
}

static void channel(uint32_t n, uint32_t source, uint32_t destination,
		    uint32_t control, uint32_t configuration)
{
	uint32_t base = DMA_CHANNEL + n * 0x20;

	chip_write(base + DMA_SOURCE, source);
	chip_write(base + DMA_DESTINATION, destination);
	chip_write(base + DMA_LINK, 0);
	chip_write(base + DMA_CONTROL, control | dma_terminal_interrupt);
	chip_write(base + DMA_CHANNEL_CONFIGURATION,
		   configuration | 1u << 15 | DMA_ENABLE);
}

static void show_frames(void)
{
	/* Pixels / 16 - 1; lines - 1; a pixel each four HCLK. */
	chip_write(CLCD_TIMING0, (WIDTH / 16 - 1) << 2);
	chip_write(CLCD_TIMING1, HEIGHT - 1);
	chip_write(CLCD_TIMING2, (WIDTH - 1) << 16 | 2);
	chip_write(CLCD_UPBASE, address(frame));
	chip_write(CLCD_CONTROL,
		   CLCD_16_BITS | CLCD_TFT | CLCD_POWER | CLCD_ENABLE);
}

static void copy_block(void)
{
	channel(COPY, address(from), address(to),
		BLOCK_WORDS | DMA_BURST_8 << DMA_SOURCE_BURST_LSB |
			DMA_BURST_8 << DMA_DESTINATION_BURST_LSB |
			DMA_WORDS << DMA_SOURCE_WIDTH_LSB |
			DMA_WORDS << DMA_DESTINATION_WIDTH_LSB |
			DMA_SOURCE_MASTER_2 | DMA_DESTINATION_MASTER_2 |
			DMA_SOURCE_UP | DMA_DESTINATION_UP,
		0);
}

static void send_text(void)
{
	chip_write(UART0_DIVISOR, 1);
	chip_write(UART0_FRACTION, 0);
	chip_write(UART0_LINE, UART_8_BITS_FIFO);
	chip_write(UART0_CONTROL, UART_ENABLE_TRANSMIT);
	chip_write(UART0_DMA_CONTROL, UART_DMA_TRANSMIT);
	channel(TEXT, address(text), UART0_DATA,
		(sizeof(text) - 1) | DMA_BURST_4 << DMA_SOURCE_BURST_LSB |
			DMA_BURST_4 << DMA_DESTINATION_BURST_LSB |
			DMA_SOURCE_MASTER_2 | DMA_SOURCE_UP,
		DMA_TO_PERIPHERAL | DMA_UART0_TRANSMIT << DMA_DESTINATION_LSB);
}

__attribute__((noipa)) static uint32_t primes(void)
{
	uint32_t sum = 0;

	memset(composite, 0, sizeof(composite));
	for (uint32_t n = 2; n < PRIMES_BELOW; n++) {
		if (composite[n])
			continue;
		sum = demo_checksum(sum, n);
		for (uint32_t i = 2 * n; i < PRIMES_BELOW; i += n)
			composite[i] = 1;
	}
	return sum;
}

/* So many more frames begin. */
static void wait_frames(uint32_t frames)
{
	while (frames--) {
		chip_write(CLCD_CLEAR, CLCD_NEXT_BASE);
		while (!(chip_read(CLCD_RAW_STATUS) & CLCD_NEXT_BASE))
			;
	}
}

int main(void)
{
	uint32_t seed = 7, sum;

	for (uint32_t i = 0; i < BLOCK_WORDS; i++)
		from[i] = demo_random(&seed);
	for (uint32_t i = 0; i < PIXELS; i++)
		frame[i] = (uint16_t)demo_random(&seed);
	clean_cache();
	chip_write(DMA_CONFIGURATION, DMA_ENABLE);
	show_frames();
	copy_block();
	send_text();
	sum = primes();
	while ((chip_read(DMA_RAW_TERMINAL) & 3) != 3)
		if (chip_read(DMA_RAW_ERROR)) {
			printf("bus: the DMA controller reports an error\n");
			return 1;
		}
	wait_frames(FRAMES);
	chip_write(CLCD_CONTROL, 0);
	while (chip_read(UART0_FLAGS) & UART_BUSY)
		;
	for (uint32_t i = 0; i < BLOCK_WORDS; i++)
		sum = demo_checksum(sum, ((volatile uint32_t *)to)[i]);
	return demo_finish("bus", sum);
}
