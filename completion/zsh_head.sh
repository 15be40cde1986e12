#compdef tally
# SPDX-License-Identifier: MIT
