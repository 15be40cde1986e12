/* SPDX-License-Identifier: MIT */
/* A client of OpenOCD's Tcl port, and dialogues that it is to have. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gdb/tcl.h"

#include "server_fixture.h"
#include "test.h"

/* A command as it is sent, and the end of whatever is said. */
#define ASKED(number, command)                                                 \
	"set tally_s [catch {" command "} tally_r]; "                          \
	"concat tally " number " $tally_s $tally_r" END
#define END "\x1a"

static struct error err;

static struct tcl_client *connected(void)
{
	struct tcl_client *c = tcl_connect(host, port, &err);

	assert_non_null(c);
	assert_true(tcl_fd(c) >= 0);
	assert_false(tcl_lost(c));
	return c;
}

/* A command's words are told from the reason of its failure, and from what the
 * server tells unasked or has said of a command before. */
TEST(a_dialogue)
{
	static const struct turn turn[] = {
		{ ASKED("1", "reg pc"), "tally 1 0 pc (/32): 0x8000" END },
		{ ASKED("2", "halt 9"), "tally 2 1 no such target" END },
		{ ASKED("3", "resume"), "type target_event event resumed" END
					"tally 2 0 late" END "tally 3 0" END },
		{ ASKED("4", "wait"), "tally 4 what ever" END },
		{ ASKED("5", "wait"), "tally 5 01 again" END },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct tcl_client *c = connected();
	bool failed = true;

	assert_string_equal(tcl_ask(c, &failed, &err, "reg %s", "pc"),
			    "pc (/32): 0x8000");
	assert_false(failed);
	assert_string_equal(tcl_ask(c, &failed, &err, "halt %d", 9),
			    "no such target");
	assert_true(failed);
	assert_string_equal(tcl_ask(c, &failed, &err, "resume"), "");
	assert_false(failed);
	assert_string_equal(tcl_ask(c, &failed, &err, "wait"), "ever");
	assert_true(failed);
	failed = false;
	assert_string_equal(tcl_ask(c, &failed, &err, "wait"), "again");
	assert_true(failed);
	tcl_disconnect(c);
	is_content(child);
}

/* An answer that is taken later: not yet, then whole, though it came in two
 * pieces; then the server goes. */
TEST(an_answer_taken_later)
{
	static const struct turn turn[] = {
		{ ASKED("1", "wait_halt"), "" },
		{ ASKED("2", "a"), "tally 1 0 hal" },
		{ ASKED("3", "b"), "ted" END "tally 3 7 whatever" END },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct tcl_client *c = connected();
	bool failed = false;

	assert_true(tcl_say(c, &err, "wait_halt"));
	assert_null(tcl_heard(c, &failed, &err));
	assert_false(tcl_lost(c));
	assert_true(tcl_say(c, &err, "a"));
	assert_true(tcl_say(c, &err, "b"));
	assert_string_equal(tcl_answer(c, &failed, &err), "whatever");
	assert_true(failed);
	is_content(child);
	assert_null(tcl_heard(c, &failed, &err));
	assert_true(tcl_lost(c));
	assert_non_null(strstr(err.text, "OpenOCD at 127.0.0.1:"));
	assert_non_null(strstr(err.text, "has closed the connection"));
	assert_false(tcl_say(c, &err, "halt"));
	assert_null(tcl_answer(c, &failed, &err));
	tcl_disconnect(c);
}

/* Neither a command nor an answer is cut off. */
TEST(too_long)
{
	static char much[20000];
	static struct turn turn[] = { { ASKED("1", "a"), much },
				      { NULL, NULL } };
	bool failed;
	struct tcl_client *c;
	pid_t child;

	memset(much, 'x', sizeof much - 1);
	child = server(turn);
	c = connected();
	assert_null(tcl_ask(c, &failed, &err, "a"));
	assert_true(tcl_lost(c));
	assert_int_equal(tcl_fd(c), -1);
	assert_non_null(strstr(err.text, "says too much"));
	tcl_disconnect(c);
	is_content(child);

	turn[0].sent = NULL;
	child = server(turn);
	c = connected();
	assert_null(tcl_ask(c, &failed, &err, "%s", much));
	assert_string_equal(err.text, "a command for OpenOCD is too long");
	tcl_disconnect(c);
	is_content(child);
}

TEST(given_up)
{
	static const struct turn turn[] = { { NULL, NULL } };
	const pid_t child = server(turn);
	struct tcl_client *c = connected();

	tcl_give_up(c);
	assert_true(tcl_lost(c));
	assert_int_equal(tcl_fd(c), -1);
	assert_false(tcl_say(c, &err, "halt"));
	tcl_disconnect(c);
	tcl_disconnect(NULL);
	is_content(child);
}
