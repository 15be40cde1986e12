/* SPDX-License-Identifier: MIT */
/*
 * Results as lines of TAP, each with a check sum: CRC-32 as zlib has it.  No
 * division, as not every core has one.
 */
#include "proof.h"

enum { PROOF_LINE = 200 };

static char proof_line[PROOF_LINE], proof_what[PROOF_LINE];
static unsigned proof_length, proof_what_length;
static unsigned proof_number, proof_good, proof_bad, proof_skipped;
static uint32_t proof_all; /* of all lines, as they come */

static uint32_t add_to_crc(uint32_t state, char c)
{
	state ^= (uint8_t)c;
	for (unsigned i = 0; i < 8; i++)
		state = state >> 1 ^ (0xEDB88320u & (0u - (state & 1)));
	return state;
}

static void append_to_line(char *to, unsigned *length, const char *text)
{
	while (*text && *length + 1 < PROOF_LINE)
		to[(*length)++] = *text++;
	to[*length] = '\0';
}

static void append_number(char *to, unsigned *length, uint64_t number)
{
	static const uint64_t tens[] = {
#define TEN(zeros) UINT64_C(1##zeros)
		TEN(0000000000000000000),
		TEN(000000000000000000),
		TEN(00000000000000000),
		TEN(0000000000000000),
		TEN(000000000000000),
		TEN(00000000000000),
		TEN(0000000000000),
		TEN(000000000000),
		TEN(00000000000),
		TEN(0000000000),
		TEN(000000000),
		TEN(00000000),
		TEN(0000000),
		TEN(000000),
		TEN(00000),
		TEN(0000),
		TEN(000),
		TEN(00),
		TEN(0),
		1,
#undef TEN
	};
	bool begun = false;

	for (unsigned i = 0; i < sizeof tens / sizeof tens[0]; i++) {
		char digit[2] = "0";

		while (number >= tens[i]) {
			number -= tens[i];
			digit[0]++;
		}
		begun |= digit[0] != '0' || tens[i] == 1;
		if (begun)
			append_to_line(to, length, digit);
	}
}

static void append_hex(char *to, unsigned *length, uint32_t number)
{
	for (unsigned i = 8; i--;) {
		char digit[2] = "0";

		digit[0] = "0123456789abcdef"[number >> 4 * i & 0xF];
		append_to_line(to, length, digit);
	}
}

/* Prints the line that is made. */
static void put_result_line(void)
{
	uint32_t state = UINT32_MAX;

	for (unsigned i = 0; i < proof_length; i++) {
		state = add_to_crc(state, proof_line[i]);
		proof_all = add_to_crc(proof_all, proof_line[i]);
	}
	proof_all = add_to_crc(proof_all, '\n');
	append_to_line(proof_line, &proof_length, " *");
	append_hex(proof_line, &proof_length, ~state);
	for (unsigned i = 0; i < proof_length; i++)
		proof_put(proof_line[i]);
	proof_put('\n');
	proof_length = 0;
}

static void line_says(const char *it)
{
	append_to_line(proof_line, &proof_length, it);
}

static void line_number(uint64_t it)
{
	append_number(proof_line, &proof_length, it);
}

void proof_lines_begin(uint32_t identity)
{
	proof_number = proof_good = proof_bad = proof_skipped = 0;
	proof_all = UINT32_MAX;
	line_says("TAP version 13");
	put_result_line();
	line_says("# tally proof 1 monitor=" PROOF_NAME
		  " version=" PROOF_VERSION " by=kit on=");
	append_hex(proof_line, &proof_length, identity);
	line_says(" where=" PROOF_WHERE);
	put_result_line();
}

int proof_lines_end(void)
{
	uint32_t all;

	line_says("1..");
	line_number(proof_number);
	put_result_line();
	all = ~proof_all;
	line_says("# end ");
	line_number(proof_number);
	line_says(" lines, ");
	line_number(proof_good);
	line_says(" ok, ");
	line_number(proof_bad);
	line_says(" not ok, ");
	line_number(proof_skipped);
	line_says(" skipped, all *");
	append_hex(proof_line, &proof_length, all);
	put_result_line();
	return (int)proof_bad;
}

void proof_check(const char *check)
{
	proof_what_length = 0;
	append_to_line(proof_what, &proof_what_length, check);
	append_to_line(proof_what, &proof_what_length, ": ");
}

void proof_say(const char *it)
{
	append_to_line(proof_what, &proof_what_length, it);
}

void proof_say_number(uint64_t it)
{
	append_number(proof_what, &proof_what_length, it);
}

static void begin_result(bool good)
{
	line_says(good ? "ok " : "not ok ");
	line_number(++proof_number);
	line_says(" - ");
	line_says(proof_what);
	line_says(" # ");
}

void proof_between(uint64_t least, uint64_t most, uint64_t counted)
{
	const bool good = counted >= least && counted <= most;

	begin_result(good);
	if (good)
		proof_good++;
	else
		proof_bad++;
	line_says(least == most ? "expected " : "least ");
	line_number(least);
	if (least != most) {
		line_says(" most ");
		line_number(most);
	}
	line_says(" counted ");
	line_number(counted);
	put_result_line();
}

void proof_counted(uint64_t expected, uint64_t counted)
{
	proof_between(expected, expected, counted);
}

void proof_skip(const char *why)
{
	begin_result(true);
	proof_skipped++;
	line_says("SKIP ");
	line_says(why);
	put_result_line();
}

void proof_remark(const char *it, uint64_t of)
{
	line_says("# ");
	line_says(it);
	line_number(of);
	put_result_line();
}
