/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what is read of a text with lines of proofs and logs (libFuzzer).  A
 * fuzzer makes no check sums: a line that begins with '+' gets the right one.
 */
#include "fuzz_text.h"

#include <string.h>
#include <zlib.h>

#include "dump/dump.h"
#include "evidence/proof.h"

static void put_line(FILE *to, const uint8_t *line, size_t size)
{
	const bool summed = size && *line == '+';

	fwrite(line + summed, 1, size - summed, to);
	if (summed)
		fprintf(to, " *%08lx",
			crc32(0, line + summed, (uInt)(size - summed)));
	fputc('\n', to);
}

static void use_log(const struct proof_log *log)
{
	struct error err = { "" };
	struct dump *d = dump_read(log->bytes, log->size, &err);

	fuzz_require(d || err.text[0]);
	dump_free(d);
}

static void use_proof(const struct proof *p)
{
	char text[160] = "";

	proof_damage(p, text, sizeof text);
	fuzz_require(p->whole == !text[0]);
	fuzz_require(p->ok + p->not_ok + p->skipped == p->rows);
	for (size_t i = 0; i < p->rows; i++)
		fuzz_require(p->row[i].number != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct proofs all;
	struct error err = { "" };
	char *text = NULL, said[160];
	size_t length;
	FILE *to = open_memstream(&text, &length), *from;

	fuzz_require(to != NULL);
	for (size_t at = 0; at < size;) {
		const uint8_t *end = memchr(data + at, '\n', size - at);
		const size_t n = end ? (size_t)(end - data) - at : size - at;

		put_line(to, data + at, n);
		at += n + 1;
	}
	fuzz_require(!fclose(to));
	from = length ? fmemopen(text, length, "r") : NULL;
	if (from) {
		fuzz_require(proofs_read(&all, from, size & 1, &err) ||
			     err.text[0]);
		for (size_t i = 0; i < all.flaws; i++)
			proof_flaw_text(&all.flaw[i], said, sizeof said);
		for (size_t i = 0; i < all.count; i++)
			use_proof(&all.proof[i]);
		for (size_t i = 0; i < all.logs; i++)
			use_log(&all.log[i]);
		proofs_free(&all);
		fclose(from);
	}
	free(text);
	return 0;
}
