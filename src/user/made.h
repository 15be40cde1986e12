/* SPDX-License-Identifier: MIT */
#ifndef USER_MADE_H
#define USER_MADE_H

#include "catalog/catalog.h"
#include "user/list.h"

/* The most that an event counts in one cycle, where nobody says it. */
enum { USER_RATE = 16 };

/* A core of the user's: inside of this room only. */
struct user_core {
	struct catalog_monitor catalog;
	struct tally_monitor monitor;
	const struct catalog_monitor *base;
	struct user_list list;
	char name[USER_NAME + 8], title[USER_NAME + 48];
	char summary[512], sources[400];
	struct tally_counter counter[32];
	struct catalog_counter counter_name[32];
	struct catalog_event *event;
	unsigned events;
	struct tally_event *row;
	struct catalog_metric *metric;
	struct catalog_note *note;
	struct catalog_group *group;
	struct catalog_question *question;
	char overview[512];
	struct user_core *next;
};

/* Metrics, notes, groups and questions whose events the core has. */
bool user_put_metrics(struct user_core *c, struct error *err);
void user_free_metrics(struct user_core *c);

#endif
