/* SPDX-License-Identifier: MIT */
/*
 * The profile of an Arm core that a program is for, as its build attributes
 * tell it [IHI 0045, Addenda to the ABI for the Arm Architecture]: a section
 * of 'A', then per vendor a length, its name, and parts of a tag, a length and
 * pairs of a tag and a value.
 */
#include <string.h>

#include "program/inner.h"

enum { TAG_FILE = 1, TAG_PROFILE = 7, TAG_COMPATIBILITY = 32 };

/* Bytes that are still to be read. */
struct rest {
	const uint8_t *at, *end;
};

static uint64_t take_number(struct rest *r)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (r->at < r->end) {
		const uint8_t byte = *r->at++;

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7F) << shift;
		shift += 7;
		if (!(byte & 0x80))
			break;
	}
	return value;
}

static void take_text(struct rest *r)
{
	while (r->at < r->end && *r->at++)
		;
}

/* A length of four bytes, which counts from `from` on; false: it is wrong. */
static bool take_part(struct rest *r, const uint8_t *from, bool big_endian,
		      struct rest *part)
{
	uint32_t size = 0;

	if (r->end - r->at < 4)
		return false;
	for (unsigned i = 0; i < 4; i++)
		size |= (uint32_t)r->at[big_endian ? 3 - i : i] << 8 * i;
	r->at += 4;
	if (size < (size_t)(r->at - from) || size > (size_t)(r->end - from))
		return false;
	*part = (struct rest){ r->at, from + size };
	r->at = part->end;
	return true;
}

/* Above 32 a tag with a text is odd; below, two have one. */
static bool has_text(uint64_t tag)
{
	return tag == 4 || tag == 5 || (tag > TAG_COMPATIBILITY && tag & 1);
}

static char profile_of(struct rest pairs)
{
	while (pairs.at < pairs.end) {
		const uint64_t tag = take_number(&pairs);

		if (tag == TAG_PROFILE)
			return (char)take_number(&pairs);
		if (!has_text(tag))
			(void)take_number(&pairs);
		if (has_text(tag) || tag == TAG_COMPATIBILITY)
			take_text(&pairs);
	}
	return '\0';
}

char program_profile(const uint8_t *bytes, size_t size, bool big_endian)
{
	struct rest all = { bytes, bytes + size }, vendor, part;

	if (!size || *all.at++ != 'A')
		return '\0';
	while (take_part(&all, all.at, big_endian, &vendor)) {
		const char *name = (const char *)vendor.at;
		const size_t length = (size_t)(vendor.end - vendor.at);
		const bool abi = length > 6 && memcmp(name, "aeabi", 6) == 0;

		take_text(&vendor);
		while (abi && vendor.at < vendor.end) {
			const uint8_t *from = vendor.at;
			const uint64_t tag = take_number(&vendor);

			if (!take_part(&vendor, from, big_endian, &part))
				break;
			if (tag == TAG_FILE)
				return profile_of(part);
		}
	}
	return '\0';
}
