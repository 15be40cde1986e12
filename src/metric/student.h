/* SPDX-License-Identifier: MIT */
#ifndef METRIC_STUDENT_H
#define METRIC_STUDENT_H

/*
 * The 97.5 % quantile of Student's t: within so many standard errors of the
 * mean of n = degrees + 1 samples the true mean lies with 95 %.  `degrees` is
 * at least 1.
 */
double student_95(unsigned degrees);

/*
 * Half the width of the 95 % confidence interval of the mean of these samples;
 * below 0: fewer than three give none worth the name.
 */
double student_margin(const double *sample, unsigned samples);

/*
 * How probable a t is by chance that is as far from 0, on either side; and
 * the t that is as improbable as `p`, above 0.  `degrees` need not be whole, as
 * those of Welch are not.
 */
double student_p(double t, double degrees);
double student_quantile(double p, double degrees);

#endif
