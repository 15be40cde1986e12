/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_GIT_H
#define HISTORY_GIT_H

#include "base/error.h"

/*
 * Questions to git, by its command: a repository is asked, and never changed.
 * Of what its configuration names no monitor of the file system is started, and
 * no check of signatures.  Filters of contents may be ("clean" of git-lfs is
 * one): git needs them to tell whether a tracked file differs.
 */
enum { GIT_TEXT = 256, GIT_HASH = 72 };

/*
 * Tells which sources a folder has, as `--label` takes it:
 * "0a1b2c3,commit=HASH, time=SECONDS,number=N", and ",changed" where tracked
 * files differ from the commit, whose label ends in "-changed" then.  False: it
 * is no repository, there is no commit, or no git.
 */
bool git_label(const char *folder, char text[GIT_TEXT]);

/* Git's answer behind a label that somebody chose; the label alone where there
 * is no repository. */
void git_label_named(const char *folder, const char *name, char text[GIT_TEXT]);

/* The commit that a revision is ("HEAD~1", "v1.2"), in the repository of the
 * folder that the command runs in.  False: none is. */
bool git_commit(const char *revision, char hash[GIT_HASH]);

#endif
