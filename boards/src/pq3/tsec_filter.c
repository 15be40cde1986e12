/* SPDX-License-Identifier: MIT */
/*
 * Which frames a TSEC lets in: its station address, broadcasts unless refused,
 * two hash tables of 256 bits, exact matches (eTSEC), or all of them.
 *
 * The hash is the upper eight bits of the address's CRC-32, least significant
 * bit of each byte first: three bits choose the register, five the bit, from
 * the most significant on.  An eTSEC with GHTX takes nine bits and both
 * tables, for groups [Linux, gianfar.c: gfar_set_hash_for_addr].
 */
#include "boards/src/pq3/tsec.h"

enum { CRC_POLYNOMIAL_BITS = 32, GROUP_BIT = 1 };

#define CRC_POLYNOMIAL UINT32_C(0xEDB88320)

static uint32_t crc_register(const uint8_t *bytes, uint32_t count)
{
	uint32_t crc = UINT32_MAX;

	for (uint32_t i = 0; i < count; i++) {
		crc ^= bytes[i];
		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
	}
	return crc;
}

uint32_t tsec_crc32(const uint8_t *bytes, uint32_t count)
{
	return ~crc_register(bytes, count);
}

/* The register's bits from the other end, without the final inversion. */
static uint32_t hash_of(const uint8_t *address)
{
	uint32_t crc = crc_register(address, ADDRESS_BYTES), hash = 0;

	for (unsigned bit = 0; bit < CRC_POLYNOMIAL_BITS; bit++)
		hash |= (crc >> bit & 1) << (31 - bit);
	return hash;
}

static bool in_table(const struct tsec *t, uint32_t table, uint32_t index)
{
	return t->reg[table / 4 + index / 32] >> (31 - index % 32) & 1;
}

static bool group_hashed(const struct tsec *t, bool etsec, uint32_t hash)
{
	uint32_t index = hash >> 23;

	if (!etsec || !(t->reg[RCTRL / 4] & RCTRL_GHTX))
		return in_table(t, GADDR0, hash >> 24);
	return index < 256 ? in_table(t, IADDR0, index)
			   : in_table(t, GADDR0, index - 256);
}

/* A register pair holds the address's last byte first. */
static bool is_address(const struct tsec *t, uint32_t pair, const uint8_t *a)
{
	uint32_t first = t->reg[pair / 4], second = t->reg[pair / 4 + 1];

	return first == ((uint32_t)a[5] << 24 | (uint32_t)a[4] << 16 |
			 (uint32_t)a[3] << 8 | a[2]) &&
	       second >> 16 == ((uint32_t)a[1] << 8 | a[0]);
}

static bool is_exact(const struct tsec *t, const uint8_t *address)
{
	if (!(t->reg[RCTRL / 4] & RCTRL_EMEN))
		return false;
	for (uint32_t pair = MAC01ADDR1; pair < MAC15ADDR2; pair += 8)
		if (is_address(t, pair, address))
			return true;
	return false;
}

bool tsec_is_broadcast(const uint8_t *frame)
{
	for (unsigned i = 0; i < ADDRESS_BYTES; i++)
		if (frame[i] != 0xFF)
			return false;
	return true;
}

enum tsec_match tsec_filter(const struct tsec *t, bool etsec,
			    const uint8_t *frame)
{
	uint32_t rctrl = t->reg[RCTRL / 4], hash = hash_of(frame);
	bool group = frame[0] & GROUP_BIT;
	bool extended = etsec && rctrl & RCTRL_GHTX;

	if (tsec_is_broadcast(frame)) {
		if (!(rctrl & RCTRL_BC_REJ))
			return MATCH_STATION;
	} else if (group && group_hashed(t, etsec, hash)) {
		return MATCH_GRP_HASH;
	} else if (!group && is_address(t, MACSTNADDR1, frame)) {
		return MATCH_STATION;
	} else if (!group && !extended && in_table(t, IADDR0, hash >> 24)) {
		return MATCH_IND_HASH;
	}
	if (etsec && is_exact(t, frame))
		return MATCH_STATION;
	return rctrl & RCTRL_PROM ? MATCH_PROMISCUOUS : MATCH_NONE;
}
