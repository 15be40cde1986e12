# What was left on gdb:localhost:44237 when the connection was lost.  GDB takes this file:
# source FILE
# a breakpoint by hardware at 0x8100: the server's, or a reset takes it away
# a breakpoint by hardware at 0x8200: the server's, or a reset takes it away
# l2c310, ECR: 
set {unsigned int}0x9200 = 0x0
# l2c310, ECFGR0: 
set {unsigned int}0x9208 = 0x0
# l2c310, EVR0: 
set {unsigned int}0x9210 = 0x0
# l2c310, ECFGR1: 
set {unsigned int}0x9204 = 0x0
# l2c310, EVR1: 
set {unsigned int}0x920c = 0x0
