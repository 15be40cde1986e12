/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_FILE_H
#define SAMPLE_FILE_H

/* The words that tell a profile's document from others: for its writer and
 * reader. */
#define SAMPLE_SCHEMA   1
/* Of one that was sampled, which who knows the first alone would take for
 * exact. */
#define SAMPLE_SAMPLED  2
#define SAMPLE_DOCUMENT "profile"

#endif
