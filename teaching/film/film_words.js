/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said of events, messages, warps and units. */
"use strict";

const PHASES = ["waits for the port, which other messages pass", "waits for room in the receiver's buffer",
  "waits for its turn, or for the sender's next cycle", "passes the port", "is on the wire",
  "is in the receiver's buffer"];
const SHORT_PHASES = ["waits: port", "waits: no room", "waits: turn", "passes the port", "on the wire", "in the buffer"];

function grouped(n) { return Math.round(n).toLocaleString("en-US"); }
function hex(address) { return "0x" + address.toString(16).padStart(10, "0"); }
function sectorsOf(mask) { return [0, 1, 2, 3].map(i => mask >> i & 1 ? i : "-").join(""); }

class Words {
  constructor(film) { this.film = film; }

  cycles(ps) {
    const n = ps / this.film.cycle_ps;
    return Math.abs(n - Math.round(n)) < .01 ? grouped(n) : n.toFixed(1);
  }

  warp(sm, slot) { return sm < 0 || slot === NO_WARP ? "" : `warp ${sm}:${slot}`; }

  place(row) {
    const code = this.film.code;
    const line = code.line[row] ? `${code.file[row]}:${code.line[row]}` : "";
    return {opcode: code.opcode[row], pc: code.pc[row], line, text: code.text[row], kernel: code.kernel[row]};
  }

  instruction(row) {
    const p = this.place(row);
    return `${p.opcode || p.text || "pc " + p.pc}${p.line ? " · " + p.line : ""}`;
  }

  /* Why a message waited in its sender, part by part. */
  waits(i) {
    const sends = this.film.tables[SENDS], parts = [];
    if (sends.port[i] > 0) parts.push(`${this.cycles(sends.port[i])} for the port behind ${sends.behind[i]}`);
    if (sends.credit[i] > 0) parts.push(`${this.cycles(sends.credit[i])} for room`);
    if (sends.edge[i] > 0) parts.push(`${this.cycles(sends.edge[i])} for its turn`);
    return parts.join(", ");
  }

  /* [unit, what it does, about what] */
  event(e) {
    const film = this.film, kind = film.kind[e], r = film.row[e], table = film.tables[kind];
    const unit = film.units[film.unit[e]].name, does = film.event_names[kind], names = film.message_names;
    const of_message = () => `${names[table.kind[r]]} ${hex(table.address[r])}`;
    const found = () => ["hit", "merged", "missed"].filter(f => table[f][r]).map(f => `${f} ${sectorsOf(table[f][r])}`).join(" ");
    switch (kind) {
      case ENDS: return [unit, does, `warp ${table.sm[r]}:${table.warp[r]} of block ${table.block[r]}`];
      case STARTS: return [unit, does, `warp ${table.sm[r]}:${table.warp[r]} of block ${table.block[r]}`];
      case WAITS: {
        const state = table.wait[r] === 0 && table.busy[r] ? UNIT_BUSY + table.busy[r] - 1 : table.wait[r];
        return [unit, does, `warp ${table.sm[r]}:${table.warp[r]}: ${STATES[state].name}`];
      }
      case ISSUES: return [unit, does, `warp ${table.sm[r]}:${table.warp[r]} ${this.instruction(table.row[r])}`];
      case LOOKS: return [unit, does, `L1 ${hex(table.address[r])} ${found()} ${this.warp(table.sm[r], table.warp[r])}`];
      case SERVES: return [unit, does, `${of_message()} ${found()}`];
      case BURSTS: return [unit, does, `${hex(table.address[r])} bank ${table.bank[r]} row ${film.row_names[table.row_was[r]]}`];
      case SENDS: return [unit, does, this.sent(r)];
      default: return [unit, does, `${of_message()} ${this.warp(table.sm[r], table.warp[r])}`];
    }
  }

  sent(i) {
    const sends = this.film.tables[SENDS], kind = sends.kind[i];
    const to = this.film.units[this.film.wires[sends.wire[i]].to].name, why = this.waits(i);
    const about = kind <= 11 ? " " + hex(sends.address[i]) : sends.block[i] ? ` block ${sends.block[i] - 1}` : "";
    return `#${sends.number[i]} ${this.film.message_names[kind]}${about} → ${to}${why ? "; waited " + why : ""}`;
  }

  /* ---- details: [title, rows of [name, value], more] ---- */

  message(i, t) {
    const film = this.film, sends = film.tables[SENDS], m = film.messages, wire = film.wires[sends.wire[i]];
    const phase = film.phaseOf(i, t), cycle = ps => grouped(film.cycle(ps));
    const gone = t >= Math.max(m.freed[i], m.arrives[i]), early = t < m.ready[i];
    const rows = [
      ["now", early ? "is not there yet" : gone ? "has left the receiver's buffer" : PHASES[phase]],
      ["from", film.units[wire.from].name], ["to", film.units[wire.to].name]];
    if (sends.kind[i] <= 11)
      rows.push(["address", `${hex(sends.address[i])}, sectors ${sectorsOf(sends.sectors[i])}`]);
    if (sends.block[i]) rows.push(["block", sends.block[i] - 1]);
    if (sends.bytes[i]) rows.push(["bytes", sends.bytes[i]]);
    if (sends.sm[i] >= 0) rows.push(["for", `${this.warp(sends.sm[i], sends.warp[i])}, issued in cycle ${grouped(sends.issued[i])}`]);
    rows.push(["ready", `cycle ${cycle(m.ready[i])}`], ["waited", this.waits(i) || "not at all"]);
    if (sends.passing[i] > 0) rows.push(["passed", `${this.cycles(sends.passing[i])} cycles, until its last flit had left`]);
    rows.push(["left", `cycle ${cycle(m.departs[i])}`],
      ["arrives", `cycle ${cycle(m.arrives[i])}, after ${this.cycles(sends.flight[i])} on the wire`]);
    if (m.freed[i] < Infinity && m.freed[i] > m.arrives[i])
      rows.push(["in buffer", `${this.cycles(m.freed[i] - m.arrives[i])} cycles`]);
    return [`Message #${sends.number[i]}: ${film.message_names[sends.kind[i]]}`, rows];
  }

  /* What keeps a warp: the other warps of its block, or its messages. */
  warpReasons(sm, slot, warp, t) {
    const film = this.film, lines = [];
    if (warp.issues < 0 && warp.wait === 1) {
      const others = [];
      for (let other = 0; other < film.slots; other++) {
        const its = other === slot ? null : film.warpAt(sm, other, t);
        if (its && its.block === warp.block && its.launch === warp.launch && its.wait !== 1)
          others.push(`${other} (${STATES[stateOf(its)].name})`);
      }
      lines.push(others.length ? `The barrier waits for warps ${others.join(", ")}.`
        : "Every other warp of its block that is left waits at a barrier, too.");
    }
    return lines;
  }

  /* Messages about the warp's accesses that are somewhere now. */
  messagesOf(sm, slot, t) {
    const sends = this.film.tables[SENDS];
    return this.film.messagesAt(t).list.filter(({i}) => sends.sm[i] === sm && sends.warp[i] === slot);
  }

  warpDetails(sm, slot, t) {
    const film = this.film, warp = film.warpAt(sm, slot, t);
    if (!warp) return [`SM ${sm}, slot ${slot}`, [["now", "no warp is there"]]];
    const state = STATES[stateOf(warp)], row = warp.issues >= 0 ? warp.issues : warp.row, p = this.place(row);
    const rows = [["now", `${state.name}: ${state.why}`],
      ["since", `cycle ${grouped(film.cycle(warp.since))}, for ${this.cycles(t - warp.since)} cycles`],
      [warp.issues >= 0 ? "issues" : "next", `${p.opcode || "instruction"} at pc ${p.pc}`]];
    if (p.line) rows.push(["line", p.line]);
    if (p.text) rows.push(["source", p.text]);
    if (warp.issues < 0 && warp.last >= 0)
      rows.push(["before", `${this.instruction(warp.last)}, issued in cycle ${grouped(film.cycle(warp.last_at))}`]);
    rows.push(["kernel", p.kernel], ["block", `${warp.block}, its warp ${warp.in_block}`]);
    for (const reason of this.warpReasons(sm, slot, warp, t)) rows.push(["why", reason]);
    return [`Warp ${sm}:${slot}`, rows];
  }

  /* Everything that the unit has: its buffers, and for an SM how many warps do what. */
  unit(id, t, used) {
    const film = this.film, unit = film.units[id], rows = [];
    if (unit.role === "sm") {
      const counts = new Map();
      for (let slot = 0; slot < film.slots; slot++) {
        const warp = film.warpAt(unit.index, slot, t);
        if (warp) counts.set(stateOf(warp), (counts.get(stateOf(warp)) || 0) + 1);
      }
      for (const [state, n] of [...counts].sort((a, b) => b[1] - a[1]))
        rows.push([`${n} ${STATES[state].letter}`, `${STATES[state].name}: ${STATES[state].why}`]);
      if (!counts.size) rows.push(["warps", "none"]);
    }
    for (const [wires, word, end] of [[unit.ins, "in from", "from"], [unit.outs, "out to", "to"]])
      for (const wire of wires) {
        const n = used.get(wire.id) || 0;
        if (n === 0) continue;
        rows.push([`${word} ${film.units[wire[end]].name}`,
          `${n} of ${wire.credits} places taken${n >= wire.credits ? ": full" : ""}`]);
      }
    return [unit.name, rows];
  }

  bank(id, bank, t) {
    const row = this.film.rowAt(id, bank, t);
    const rows = row ? [["row", `${row.row} was used last, in cycle ${grouped(this.film.cycle(row.since))}`],
      ["then", ["the row was open (h)", "the row had to be opened (o)", "another row had to be closed first (x)"][row.was]],
      ["now", row.busy ? "its data are on the bus" : "no data"]] : [["now", "not used yet"]];
    return [`${this.film.units[id].name}, bank ${bank}`, rows];
  }
}
