/* SPDX-License-Identifier: MIT */
/*
 * For test_decode.py: reads "ADDR WORD SIZE THUMB IT" lines (the numbers in
 * hexadecimal, all of a core with ARMv6T2) and prints what the boards' decoder
 * makes of each: "SPECIAL FLOW CLASS TRANSFERS CONDITIONAL INDIRECT PRELOAD
 * TARGET READS WRITES".
 */
#include <stdio.h>

#include "boards/src/a32/decode/decode.h"

int main(void)
{
	struct error err;
	static const struct decode_features has = { .thumb2 = true };
	struct decoder *d = decoder_new(&has, NULL, &err);
	unsigned addr, word, size, thumb, it;

	if (!d)
		return 1;
	while (scanf("%x %x %x %x %x", &addr, &word, &size, &thumb, &it) == 5) {
		const struct decoded *f =
			decode(d, addr, word, size, thumb, (uint8_t)it);
		const struct insn *i = &f->insn;

		printf("%u %u %u %u %d %d %d %x %x %x\n", f->special, i->flow,
		       i->class, i->transfers, i->conditional, i->indirect,
		       i->preload, (unsigned)i->target, (unsigned)i->reads,
		       (unsigned)i->writes);
	}
	decoder_free(d);
	return 0;
}
