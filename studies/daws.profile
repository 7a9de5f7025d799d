daws profile 1
# The loads of DAWS's five cache-sensitive programs: divergence and locality learned on other inputs, repetition from
# the assembly. docs/papers/daws.md says how.
kernel _Z15expand_frontierPK4nodePKiPbS4_PKbPii
loop 46 40 60 locality 10483
load 46 in 46 divergence 3556 repetition 0
load 48 in 46 divergence 4080 repetition 1
load 54 in 46 divergence -1714 repetition 2
load 58 in 46 divergence -1714 repetition 3
load 59 in 46 divergence -1714 repetition 3
kernel _Z6invertPKfPfii
loop 22 22 28 locality 960
load 22 in 22 divergence 930 repetition 0
kernel _Z3get5storePK7requestP8responsei
loop 26 26 35 locality 4046
loop 68 59 97 locality 557
loop 86 86 96 locality 38442
loop 111 111 118 locality 30908
load 26 in 26 divergence 3792 repetition 0
load 91 in 86 divergence 14310 repetition 1
load 93 in 86 divergence 14330 repetition 2
load 114 in 111 divergence 9353 repetition 3
load 111 in 111 divergence 9323 repetition 4
load 71 in 68 divergence 397 repetition 1
load 76 in 68 divergence 285 repetition 1
load 80 in 68 divergence 311 repetition 1
load 81 in 68 divergence 311 repetition 2
load 64 in 68 divergence 320 repetition 1
kernel _Z13mark_frontierPjPKjj5queue
loop 68 63 122 locality 2367
load 77 in 68 divergence 787 repetition 0
load 104 in 68 divergence 801 repetition 1
load 98 in 68 divergence 859 repetition 2
load 71 in 68 divergence 856 repetition 2
kernel _Z10csr_scalarPKfPKiS2_yPfi
loop 25 25 35 locality 6826
load 27 in 25 divergence 3147 repetition 0
load 29 in 25 divergence 3147 repetition 1
