/* SPDX-License-Identifier: MIT */
/*
 * Cells of rows, made as JSON.
 */
#include "explain/cells.h"

#include <stdlib.h>

#include "base/text.h"
#include "boards/src/board.h"
#include "catalog/catalog.h"

json_t *rows_text(const char *text)
{
	char *utf8 = text_utf8(text);
	json_t *value = utf8 ? json_string(utf8) : json_null();

	free(utf8);
	return value;
}

json_t *rows_bits(struct tally_field f)
{
	if (f.width == 1)
		return json_sprintf("%u", f.lsb);
	return json_sprintf("%u:%u", f.lsb + f.width - 1u, f.lsb);
}

json_t *rows_hex(uint64_t value, unsigned bits)
{
	return json_sprintf("0x%0*llx", (int)((bits + 3) / 4),
			    (unsigned long long)value);
}

json_t *rows_monitors(const struct board_info *b)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < TARGET_MONITORS && b->monitor[i]; i++)
		json_array_append_new(list, json_string(b->monitor[i]));
	return list;
}

json_t *rows_aliases(const char *aliases)
{
	json_t *list = json_array();
	char alias[96];

	while (catalog_alias(&aliases, alias, sizeof(alias)))
		json_array_append_new(list, json_string(alias));
	return list;
}
