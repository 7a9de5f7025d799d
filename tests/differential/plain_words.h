/* SPDX-License-Identifier: BSD-3-Clause */
/* The modifiers that the plain interpreter knows, by their spelling. An instruction with another
 * one is a fault, so that none is overlooked. */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_PLAIN_WORDS_H
#define SIMGPU_TESTS_DIFFERENTIAL_PLAIN_WORDS_H

/* clang-format off */
#define PLAIN_WORD_LIST(X) \
    X(lo) X(hi) X(wide) X(sat) X(ftz) X(cc) X(rn) X(rz) X(rm) X(rp) X(rni) X(rzi) X(rmi) X(rpi) \
    X(wrap) X(clamp) X(l) X(r) X(global) X(shared) X(local) X(param) X(v2) X(v4) X(to) X(add) \
    X(and) X(or) X(xor) X(min) X(max) X(exch) X(cas) X(inc) X(dec) X(up) X(down) X(bfly) X(idx) \
    X(all) X(any) X(uni) X(ballot) X(sync) X(red) X(popc) X(shiftamt) X(f4e) X(b4e) X(rc8) X(ecl) \
    X(ecr) X(rc16) X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(ls) X(hs) X(equ) X(neu) X(ltu) X(leu) \
    X(gtu) X(geu) X(num) X(nan) X(finite) X(infinite) X(number) X(notanumber) X(normal) \
    X(subnormal) X(relaxed) X(acq_rel) X(sc) X(gl) X(cta) X(gpu) X(sys) X(ca) X(cg) X(nc) X(volatile)
/* clang-format on */

#define PLAIN_WORD_ENUMERATOR(name) WORD_##name,
enum plain_word { PLAIN_WORD_LIST(PLAIN_WORD_ENUMERATOR) WORD_const, PLAIN_WORDS };

#endif
