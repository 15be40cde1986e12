/* SPDX-License-Identifier: MIT */
/*
 * CRC-32 (polynomial 0xEDB88320) of 64 KiB, bit by bit and by table: much
 * arithmetic against some memory, the same answer.
 */
#include "demo.h"

enum { SIZE = 65536 };

static uint8_t data[SIZE];
static uint32_t table[256];

static uint32_t bits(uint32_t crc)
{
	for (int i = 0; i < 8; i++)
		crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
	return crc;
}

__attribute__((noipa)) static uint32_t crc32(const uint8_t *p, size_t size)
{
	uint32_t crc = UINT32_MAX;

	while (size--)
		crc = bits(crc ^ *p++);
	return ~crc;
}

__attribute__((noipa)) static uint32_t crc32_table(const uint8_t *p,
						   size_t size)
{
	uint32_t crc = UINT32_MAX;

	while (size--)
		crc = crc >> 8 ^ table[(crc ^ *p++) & 0xFF];
	return ~crc;
}

int main(void)
{
	uint32_t seed = 4;
	uint32_t slow;
	uint32_t fast;

	for (uint32_t i = 0; i < 256; i++)
		table[i] = bits(i);
	for (int i = 0; i < SIZE; i++)
		data[i] = (uint8_t)demo_random(&seed);
	slow = crc32(data, SIZE);
	fast = crc32_table(data, SIZE);
	if (slow != fast) {
		printf("crc32: %08lx bit by bit, %08lx by table\n",
		       (unsigned long)slow, (unsigned long)fast);
		return 1;
	}
	return demo_finish("crc32", slow);
}
