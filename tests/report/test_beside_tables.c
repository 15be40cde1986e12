/* SPDX-License-Identifier: MIT */
/*
 * Several records beside each other, of documents made by hand, against pages
 * made by hand.
 */
#include <jansson.h>

#include "page_fixture.h"
#include "report/beside.h"
#include "test.h"

/* The third is not to be trusted, and has what the others lack. */
CASE(records_beside_each_other)
{
	struct record *r[3] = { record_of("record/hand_parts.json"),
				record_of("record/hand_log.json"),
				record_of("record/hand.json") };

	measure(r[0], 0);
	measure(r[1], 1);
	fputs("== text\n", to);
	assert_true(report_beside(to, r, 3, REPORT_TEXT));
	fputs("== sheet\n", to);
	assert_true(report_beside(to, r, 3, REPORT_CSV));
	told_is("report/hand_beside.txt");
	for (unsigned i = 0; i < 3; i++)
		record_free(r[i]);
}

/* Each as its own file has it. */
CASE(a_list_of_records)
{
	struct record *r[2] = { record_of("record/hand.json"),
				record_of("record/hand_log.json") };
	json_t *list, *one;
	FILE *from;

	assert_true(report_beside(to, r, 2, REPORT_JSON));
	fclose(to);
	list = json_loads(told, 0, NULL);
	assert_int_equal(json_array_size(list), 2);
	for (unsigned i = 0; i < 2; i++) {
		from = open_page(i ? "record/hand_log.json"
				   : "record/hand.json");
		one = json_loadf(from, 0, NULL);
		assert_true(json_equal(json_array_get(list, i), one));
		json_decref(one);
		fclose(from);
		record_free(r[i]);
	}
	json_decref(list);
}
