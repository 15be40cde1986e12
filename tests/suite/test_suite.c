/* SPDX-License-Identifier: MIT */
/* A suite's file, its jobs and their command lines. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite/results.h"
#include "suite/suite.h"
#include "test.h"

/* A file of that text, as a suite. */
static struct suite *suite_of(const char *text, struct error *err)
{
	char path[] = "/tmp/tally-suite-XXXXXX";
	const int fd = mkstemp(path);
	struct suite *s;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	s = suite_read(path, err);
	unlink(path);
	return s;
}

/* The names of all jobs of that suite, a blank behind each. */
static void names_of(const char *text, char *names, size_t room)
{
	struct error err;
	struct suite *s = suite_of(text, &err);
	struct suite_job *job;
	unsigned count;
	size_t at = 0;

	assert_non_null(s);
	job = suite_jobs(s, &count, &err);
	assert_non_null(job);
	for (unsigned i = 0; i < count; i++) {
		char name[SUITE_NAME];

		suite_job_name(&job[i], name);
		at += (size_t)snprintf(names + at, room - at, "%s ", name);
	}
	free(job);
	suite_free(s);
}

TEST(jobs_are_all_combinations)
{
	char names[1024];

	names_of("targets: [board:pb1176, 'gdb:h:1,arm1176']\n"
		 "options: {warm: \"\", cold: --cold}\n"
		 "programs:\n"
		 "  a: x.elf\n"
		 "  b: {elf: y.elf, arguments: {one: '1', two: '2'}}\n",
		 names, sizeof names);
	assert_string_equal(names, "a@pb1176@warm a@pb1176@cold "
				   "a@gdb_h_1_arm1176@warm "
				   "a@gdb_h_1_arm1176@cold "
				   "b@pb1176@warm@one b@pb1176@warm@two "
				   "b@pb1176@cold@one b@pb1176@cold@two "
				   "b@gdb_h_1_arm1176@warm@one "
				   "b@gdb_h_1_arm1176@warm@two "
				   "b@gdb_h_1_arm1176@cold@one "
				   "b@gdb_h_1_arm1176@cold@two ");
	names_of("targets: board:pb1176\n"
		 "compile: {O2: -O2, Os: -Os}\n"
		 "programs: {a: {source: a.c}, b: {elf: b.elf}}\n",
		 names, sizeof names);
	assert_string_equal(names, "a@pb1176@O2 a@pb1176@Os b@pb1176 ");
}

/* Of ways, entries and cycles as of sizes. */
TEST(a_range_is_of_any_part)
{
	static const struct {
		const char *text, *unit, *second;
		unsigned count;
	} cases[] = {
		{ "dcache=16K,1way..8way", "way", "--machine dcache=16K,2way",
		  4 },
		{ "l2=64K..128K,8way,random", "K",
		  "--machine l2=128K,8way,random", 2 },
		{ "dtlb=4..32", "", "--machine dtlb=8", 4 },
		{ "memory=50..200", "", "--machine memory=100", 3 },
	};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[160];
		struct error err = { "" };
		struct suite *s;

		snprintf(text, sizeof text,
			 "targets: a\nprograms: {p: x}\noptions:\n"
			 "  d: --machine %s\n",
			 cases[i].text);
		s = suite_of(text, &err);
		if (!s)
			fail_msg("%s: %s", cases[i].text, err.text);
		assert_int_equal(s->options.count, cases[i].count);
		assert_string_equal(s->options.item[1].text, cases[i].second);
		assert_string_equal(s->options.item[1].unit, cases[i].unit);
		assert_string_equal(s->options.item[1].axis, cases[i].text);
		suite_free(s);
	}
}

TEST(a_range_is_an_entry_of_each_size)
{
	struct error err;
	struct suite *s =
		suite_of("targets: a\nprograms: {p: x}\n"
			 "options:\n  none: ''\n"
			 "  d: --machine dcache=4K..16K,2way --cold\n",
			 &err);

	assert_non_null(s);
	assert_int_equal(s->options.count, 4);
	assert_string_equal(s->options.item[0].name, "none");
	assert_null(s->options.item[0].sweep);
	for (unsigned i = 1; i < 4; i++) {
		const struct suite_item *item = &s->options.item[i];
		char text[80];

		assert_int_equal(item->at, 2u << i);
		assert_string_equal(item->sweep, "d");
		assert_string_equal(item->axis, "dcache=4K..16K,2way");
		snprintf(text, sizeof text, "d-%uK", item->at);
		assert_string_equal(item->name, text);
		snprintf(text, sizeof text, "--machine dcache=%uK,2way --cold",
			 item->at);
		assert_string_equal(item->text, text);
	}
	suite_free(s);
}

/* The line, and what is wrong there. */
TEST(bad_files_are_told_by_line)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "", "no suite is in it" },
		{ "- a\n", "no suite is in it" },
		{ "targets: [a\n", "line 2: not YAML" },
		{ "\ntargetz: [a]\n", "line 2: no key is called targetz; did "
				      "you mean targets?" },
		{ "targets: a\n", "it has no programs" },
		{ "programs: {a: b}\n", "it has no targets" },
		{ "targets: a\nprograms: x\n",
		  "line 2: names of programs are wanted here" },
		{ "targets: a\nprograms:\n  a: [x]\n",
		  "line 3: a: the path of an ELF file is wanted here" },
		{ "targets: a\nprograms:\n  a: {elf: x, source: y}\n",
		  "line 3: a: elf or source says which program this is" },
		{ "targets: a\nprograms:\n  a: {}\n",
		  "line 3: a: elf or source says which program this is" },
		{ "targets: a\nprograms:\n  a: {elf: [x]}\n",
		  "line 3: one text is wanted here" },
		{ "targets: a\nprograms:\n  a/b: x\n",
		  "line 3: a/b: a name is made of letters, digits and ._+=-" },
		{ "targets: a\nprograms:\n  a: x\n  a: y\n",
		  "line 4: a stands in line 3, too" },
		{ "targets: [board:a, a]\nprograms: {p: x}\n",
		  "line 1: a stands in line 1, too" },
		{ "targets: a\nprograms: {p: {elf: x, arguments: {'': y}}}\n",
		  "line 2: a name is wanted here, of at most 40 letters" },
		{ "targets: a\nprograms: {p: x}\noptions:\n"
		  "  d: --machine dcache=4K..48K,4way\n",
		  "line 4: --machine dcache=4K..48K,4way: a range "
		  "doubles from its first to its last" },
		{ "targets: a\nprograms: {p: x}\n"
		  "options: {d: '--machine dcache=8K..4K,4way'}\n",
		  "line 3: --machine dcache=8K..4K,4way: a range" },
		{ "targets: a\nprograms: {p: x}\n"
		  "options: {d: '--machine dcache=0K..4K,4way'}\n",
		  "a range doubles" },
		{ "targets: a\nprograms: {p: x}\n"
		  "options: {d: '--machine dcache=4K..,4way'}\n",
		  "a range doubles" },
		{ "targets: a\nprograms: {p: x}\n"
		  "options: {d: '--machine dcache=4K..8K,4way "
		  "--machine icache=4K..8K,4way'}\n",
		  "an entry has one range" },
		{ "targets: a\nprograms: {p: x}\n"
		  "options: {d-8K: '', d: '--machine dcache=4K..8K,4way'}\n",
		  "line 3: d-8K is an entry of a range and another one, too" },
		{ "targets: [[a]]\nprograms: {p: x}\n",
		  "line 1: one text is wanted here" },
	};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct error err = { "" };

		assert_null(suite_of(cases[i].text, &err));
		if (!strstr(err.text, cases[i].says))
			fail_msg("%s: %s", cases[i].says, err.text);
	}
}

TEST(sources_are_for_boards)
{
	struct error err;
	struct suite *s = suite_of("targets: linux\n"
				   "programs: {a: {source: a.c}}\n",
				   &err);
	unsigned count;

	assert_non_null(s);
	assert_null(suite_jobs(s, &count, &err));
	assert_non_null(strstr(err.text, "line 2: a is compiled, which is done "
					 "for boards"));
	suite_free(s);
}

/* The words that a job measures by, or the message. */
static void measured_by(const char *text, char *line, size_t room)
{
	struct error err = { "" };
	struct suite *s = suite_of(text, &err);
	struct suite_words w = { 0 };
	struct suite_job *job;
	unsigned count;
	FILE *to = fmemopen(line, room, "w");
	char *file;

	assert_non_null(s);
	assert_non_null(to);
	job = suite_jobs(s, &count, &err);
	assert_non_null(job);
	file = suite_job_file(s, &job[0], "c.elf");
	if (suite_job_measure(s, &job[0], "tally", file, "r.json", &w, &err))
		suite_words_print(to, &w);
	else
		fputs(err.text, to);
	fclose(to);
	free(file);
	suite_words_free(&w);
	free(job);
	suite_free(s);
}

TEST(a_job_is_a_command_that_can_be_typed)
{
	char line[512];

	measured_by("targets: board:virt-a53\nmetrics: [cpi, 'a b']\n"
		    "regions: main\nrepeat: 3\noptions: {j: '--jitter 7'}\n"
		    "programs: {p: {elf: '/b/{board}/p.elf', "
		    "arguments: {x: \"1 'two words'\"}}}\n",
		    line, sizeof line);
	assert_string_equal(line, "tally stat -t board:virt-a53 -M cpi -M "
				  "'a b' --region main -r 3 --jitter 7 --json "
				  "-o r.json /b/virt-a53/p.elf -- 1 'two "
				  "words'\n");
	measured_by("targets: linux\nevents: cycles\n"
		    "programs: {p: {elf: /bin/ls, arguments: -l}}\n",
		    line, sizeof line);
	assert_string_equal(line, "tally stat -t linux -e cycles --json -o "
				  "r.json -- /bin/ls -l\n");
}

TEST(a_suite_runs_no_commands_of_its_own)
{
	char line[512];

	measured_by("targets: board:a\nprograms: {p: {elf: /x, "
		    "arguments: '$(touch /tmp/no)'}}\n",
		    line, sizeof line);
	assert_string_equal(line, "line 2: $(touch /tmp/no): no commands are "
				  "run here");
	measured_by("targets: board:a\nprograms: {p: {elf: /x, "
		    "arguments: '$TALLY_NOT_SET_AT_ALL'}}\n",
		    line, sizeof line);
	assert_string_equal(line, "line 2: $TALLY_NOT_SET_AT_ALL: a variable "
				  "is not set");
	measured_by("targets: board:a\nprograms: {p: {elf: /x, "
		    "arguments: 'a | b'}}\n",
		    line, sizeof line);
	assert_non_null(strstr(line, "put signs that it obeys in quotes"));
}

/* Also that of a folder, of which only such files count, and of texts. */
TEST(files_of_the_users_have_a_hash)
{
	char folder[] = "/tmp/tally-suite-XXXXXX", file[64], other[64];
	char hash[4][RESULTS_HASH + 1];
	const char *const text[] = { "one" }, *const path[] = { folder, file };

	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/a.json", folder);
	snprintf(other, sizeof other, "%s/b", folder);
	assert_true(results_hash_files(NULL, 0, NULL, 0, hash[0]));
	assert_string_equal(hash[0], "");
	assert_false(results_hash_files(NULL, 0, path + 1, 1, hash[0]));
	close(open(file, O_CREAT | O_WRONLY, 0600));
	assert_true(results_hash_files(NULL, 0, path, 1, hash[0]));
	close(open(other, O_CREAT | O_WRONLY, 0600));
	assert_true(results_hash_files(NULL, 0, path + 1, 1, hash[1]));
	assert_string_equal(hash[0], hash[1]);
	assert_int_equal(truncate(file, 1), 0);
	assert_true(results_hash_files(NULL, 0, path, 1, hash[1]));
	assert_true(results_hash_files(text, 1, path, 1, hash[2]));
	assert_true(results_hash_files(text, 1, path, 0, hash[3]));
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < i; k++)
			assert_string_not_equal(hash[i], hash[k]);
	unlink(file);
	unlink(other);
	rmdir(folder);
}

/* The hash follows the program's bytes, the words and the version, and not
 * where files are. */
TEST(hashes_follow_what_is_asked)
{
	char path[] = "/tmp/tally-suite-XXXXXX", other[] = "/tmp/tally-suite-"
							   "XXXXXX";
	char hash[4][RESULTS_HASH + 1], program[RESULTS_WHOLE + 1];
	struct suite_words w = { 0 };
	const char *const words[] = { "tally", "stat", "-o", "here", path };

	close(mkstemp(path));
	close(mkstemp(other));
	for (unsigned i = 0; i < 5; i++)
		suite_words_add(&w, words[i]);
	assert_true(results_hash_program(path, program));
	assert_true(results_hash(&w, path, program, "1", hash[0]));
	free(w.word[3]);
	w.word[3] = strdup("there");
	assert_true(results_hash(&w, path, program, "1", hash[1]));
	assert_string_equal(hash[0], hash[1]);
	assert_true(results_hash(&w, path, program, "2", hash[1]));
	suite_words_add(&w, "--cold");
	assert_true(results_hash(&w, path, program, "1", hash[2]));
	assert_int_equal(truncate(path, 1), 0);
	assert_true(results_hash_program(path, program));
	assert_true(results_hash(&w, path, program, "1", hash[3]));
	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < i; k++)
			assert_string_not_equal(hash[i], hash[k]);
	suite_words_free(&w);
	unlink(path);
	unlink(other);
	assert_false(results_hash_program(path, program));
}
