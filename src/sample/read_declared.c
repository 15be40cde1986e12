/* SPDX-License-Identifier: MIT */
/* Reads where functions are declared, which not each profile's document says.
 */
#include "sample/reader.h"

void reader_declared(struct sample_reader *f, json_t *root)
{
	const json_t *list = json_object_get(root, "functions");
	struct sample *s = f->to;

	f->in.list = "functions";
	for (uint32_t i = 0; i < s->functions && !f->in.failed; i++) {
		const json_t *row = json_array_get(list, i);
		const json_t *line = json_object_get(row, "line");

		if (!line)
			continue;
		f->in.row = i;
		if (!s->files) {
			reader_fail(&f->in, "file is of a list that is empty");
			return;
		}
		s->function[i].file = (uint32_t)reader_whole(
			&f->in, json_object_get(row, "file"), "file",
			s->files - 1);
		s->function[i].line = (uint32_t)reader_whole(
			&f->in, line, "line", UINT32_MAX);
	}
}
