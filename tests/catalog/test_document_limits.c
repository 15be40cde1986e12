/* SPDX-License-Identifier: MIT */
/*
 * A file of tests/documents that is too long for the tables of the tests, or
 * wrong, is told by its line, and by what to do: nobody finds a test that ends
 * without a word.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "documents.h"
#include "test.h"

/* A file is read in a process of its own, which that may end: what it says. */
static void read_it(const char *text, size_t size, char *said, size_t room)
{
	char root[] = "/tmp/tally-documents-XXXXXX", path[128];
	int out[2], status;
	size_t used = 0;
	ssize_t got;
	FILE *to;
	pid_t child;

	assert_non_null(mkdtemp(root));
	snprintf(path, sizeof(path), "%s/tests", root);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/tests/documents", root);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/tests/documents/one.txt", root);
	to = fopen(path, "w");
	assert_non_null(to);
	assert_int_equal(fwrite(text, 1, size, to), size);
	assert_int_equal(fclose(to), 0);
	assert_int_equal(pipe(out), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		static struct document d;

		dup2(out[1], STDERR_FILENO);
		close(out[0]);
		close(out[1]);
		setenv("TALLY_ROOT", root, 1);
		document_read("m", &d);
		_exit(0);
	}
	close(out[1]);
	while ((got = read(out[0], said + used, room - 1 - used)) > 0)
		used += (size_t)got;
	said[used] = '\0';
	close(out[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	rmdir(root);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), used ? 1 : 0);
}

static void check_says(const char *text, const char *where, const char *says)
{
	char said[1024];

	read_it(text, strlen(text), said, sizeof(said));
	if (!strstr(said, where) || !strstr(said, says))
		fail_msg("not '%s' and '%s', but: %s", where, says, said);
}

TEST(a_good_file_says_nothing)
{
	char said[256];
	static const char text[] = "of m\nregister PMNC p15,0,c15,c12,0\n"
				   "field PMNC 0 E RW\n";

	read_it(text, sizeof(text) - 1, said, sizeof(said));
	assert_string_equal(said, "");
}

TEST(a_bad_row_is_told_by_its_form)
{
	check_says("of m\nregister PMNC somewhere\n",
		   "one.txt:2: ", "register NAME PLACE");
	check_says("of m\nregister PMNC p15,0,c16,c12,0\n",
		   "one.txt:2: ", "register NAME PLACE");
	check_says("of m\nfield PMNC 0 E\n",
		   "one.txt:2: ", "field REGISTER BITS NAME ACCESS");
	check_says("of m\n\nfield PMNC 0 E RU\n",
		   "one.txt:3: ", "ACCESS is RW, RO, WO, W1, W1C or W1S");
	check_says("of m\nword !start PMNC E\n",
		   "one.txt:2: ", "!WHEN wants a VALUE");
	check_says("of m\nfield PMNC 64 E RW\n", "one.txt:2: ", "31:24 or 7");
	check_says("of m\nreach el7 read PMNC\n",
		   "one.txt:2: ", "reach LEVEL nothing|read|all REGISTERS");
	check_says("of m\nevidence sure CYCLES\n",
		   "one.txt:2: ", "evidence transcribed|agreed NAME...");
	check_says("of m\nmany 6\n", "one.txt:2: ", "many -");
	check_says("of m\nidentity p15,0,c0,c0,0 = 1\n",
		   "one.txt:2: ", "identity PLACE = VALUE / MASK [/ LEFT]");
}

TEST(a_long_word_is_told_with_its_limit)
{
	char text[160], name[80];

	memset(name, 'A', sizeof(name));
	name[DOCUMENT_NAME] = '\0';
	snprintf(text, sizeof(text), "of m\nevent 1 %s\n", name);
	check_says(text,
		   "one.txt:2: ", "DOCUMENT_NAME in tests/kit/documents.h");
}

/* More rows than there is room for: of which kind, and where the room is. */
TEST(too_many_rows_are_told_with_their_limit)
{
	static const struct {
		const char *kind, *row;
		unsigned room;
	} kinds[] = {
		{ "reg", "register R%u base+0x%x\n", 128 },
		{ "field", "field R%u %u F RW\n", 192 },
		{ "event", "event %u E%u\n", 320 },
		{ "word", "word always R%u F%u 1\n", DOCUMENT_WORDS },
	};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		char *text = NULL, line[64], where[32], says[64];
		size_t size;
		FILE *to = open_memstream(&text, &size);

		assert_non_null(to);
		fputs("of m\n", to);
		for (unsigned n = 0; n <= kinds[i].room; n++) {
			/* NOLINTNEXTLINE(clang-diagnostic-format-nonliteral) */
			snprintf(line, sizeof(line), kinds[i].row, n, n % 32);
			fputs(line, to);
		}
		assert_int_equal(fclose(to), 0);
		snprintf(where, sizeof(where),
			 "one.txt:%u: ", kinds[i].room + 2);
		snprintf(says, sizeof(says), "at most %u rows '%s'",
			 kinds[i].room, kinds[i].kind);
		check_says(text, where, says);
		check_says(text, where, "tests/kit/documents.h");
		free(text);
	}
}
