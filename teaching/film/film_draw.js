/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the machine at a time on a canvas, and finds what lies under a point. Shapes and letters
 * tell what colours tell. */
"use strict";

const FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";
const INK = "#1c2530", SOFT = "#6b7684", LINE = "#c9d0d8", PALE = "#f6f8fa";

/* By enum warp_wait; then what a ready warp does. stripes: 1 one way, 2 both ways. */
const STATES = [
  {letter: "R", fill: "#ffffff", ink: INK, name: "ready", why: "could issue; the scheduler took another"},
  {letter: "B", fill: "#c9a6dd", ink: INK, stripes: 2, name: "barrier", why: "waits for the other warps of its block"},
  {letter: "F", fill: "#e3d3ee", ink: INK, stripes: 2, name: "fence", why: "waits until its earlier accesses are done"},
  {letter: "n", fill: "#e9ecef", ink: SOFT, name: "fetch", why: "waits for its next instruction"},
  {letter: "c", fill: "#e9ecef", ink: SOFT, name: "control", why: "waits for the latency of a branch, a barrier or a fence"},
  {letter: "D", fill: "#bcd8ee", ink: INK, name: "data", why: "waits for a result of arithmetic, shared memory or L1"},
  {letter: "M", fill: "#f2b04b", ink: INK, stripes: 1, name: "memory", why: "waits for a load or an atomic"},
  {letter: "e", fill: "#ffffff", ink: SOFT, name: "drains", why: "has ended; its last replies are not in"},
  {letter: "▸", fill: "#17324d", ink: "#ffffff", name: "issues", why: "issues an instruction in this cycle"},
  {letter: "U", fill: "#d5e8d4", ink: INK, name: "unit busy", why: "is ready, but its unit takes nothing in this cycle"},
  {letter: "Q", fill: "#e58a7b", ink: INK, stripes: 1, name: "queue full", why: "is ready, but the load/store queue is full and its head waits for an MSHR or a fill"}];
const ISSUING = 8, UNIT_BUSY = 9, QUEUE_FULL = 10;

function stateOf(warp) {
  if (warp.issues >= 0) return ISSUING;
  return warp.wait === 0 && warp.busy ? UNIT_BUSY + warp.busy - 1 : warp.wait;
}

/* By enum message_kind: a letter, and whether it goes to memory (0), back (1), or controls (2). */
const LETTERS = "RWAFRWAFRRWD" + "KKBBBBSPLKWT";
function directionOf(kind) { return kind <= 3 || kind === 9 || kind === 10 ? 0 : kind <= 11 ? 1 : 2; }

class Stage {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.film = film;
    this.machine = new Machine(film);
    this.hits = [];
  }

  resize(width, height) {
    const ratio = window.devicePixelRatio || 1;
    this.machine.layOut(width, height);
    this.zoom = this.machine.zoom;
    const high = Math.round(this.machine.height * this.zoom);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(high * ratio);
    this.canvas.style.width = width + "px";
    this.canvas.style.height = high + "px";
    this.c = this.canvas.getContext("2d");
    this.c.setTransform(ratio * this.zoom, 0, 0, ratio * this.zoom, 0, 0);
    this.makeStripes();
  }

  makeStripes() {
    this.stripes = [0, 1, 2].map(ways => {
      const tile = document.createElement("canvas");
      tile.width = tile.height = 6;
      const c = tile.getContext("2d");
      c.strokeStyle = "rgba(28,37,48,.38)";
      c.lineWidth = 1;
      c.beginPath();
      for (let k = -6; ways && k <= 6; k += 6) { c.moveTo(k, 6); c.lineTo(k + 6, 0); }
      for (let k = -6; ways > 1 && k <= 6; k += 6) { c.moveTo(k, 0); c.lineTo(k + 6, 6); }
      c.stroke();
      return this.c.createPattern(tile, "repeat");
    });
  }

  /* focus: {unit, sm, slot, message, line}: what is chosen; each may be missing. */
  draw(t, focus) {
    const c = this.c;
    this.t = t;
    this.focus = focus;
    this.hits = [];
    this.now = this.film.messagesAt(t);
    c.clearRect(0, 0, this.machine.width, this.machine.height);
    this.countQueues();
    this.radius = this.now.list.length > 150 ? 4.2 : 5.2;
    this.drawWires();
    this.drawTravellers();
    for (const stage of this.machine.stages) {
      this.drawTitle(stage);
      for (const box of stage.boxes) this.drawUnit(box);
    }
    for (const queue of this.queues.values()) this.drawQueue(queue);
    this.drawTravellers(true);
  }

  drawTitle(stage) {
    const words = STAGE_TITLES[stage.name] + (stage.idle ? ` (and ${stage.idle} idle)` : "");
    this.c.font = `11px ${FONT}`;
    const wide = this.c.measureText(words).width, x = Math.min(stage.x, this.machine.width - wide - 8);
    this.c.fillStyle = "#ffffff";
    this.c.fillRect(x - 2, stage.y - 1, wide + 4, 13);
    this.text(words, x, stage.y + 9, 11, SOFT);
  }

  text(words, x, y, size, ink, align = "left", weight = "") {
    this.c.font = `${weight} ${size}px ${FONT}`;
    this.c.fillStyle = ink;
    this.c.textAlign = align;
    this.c.fillText(words, x, y);
  }

  hit(x, y, w, h, what) { this.hits.push({x, y, w, h, what}); }

  under(x, y) {
    for (let i = this.hits.length; i-- > 0;) {
      const h = this.hits[i];
      if (x >= h.x && x < h.x + h.w && y >= h.y && y < h.y + h.h) return h.what;
    }
    return null;
  }

  /* ---- wires ---- */

  drawWires() {
    const film = this.film, c = this.c, all = film.wires.length <= (this.machine.vertical ? 30 : 120), busy = new Set();
    for (const {i, phase} of this.now.list)
      if (phase === ON_WIRE) busy.add(film.tables[SENDS].wire[i]);
    for (const wire of film.wires) {
      const chosen = this.focus.unit === wire.from || this.focus.unit === wire.to;
      if (!all && !busy.has(wire.id) && !chosen) continue;
      const way = this.machine.wayOf(wire);
      if (!way) continue;
      c.strokeStyle = chosen ? "#7d8b99" : busy.has(wire.id) ? "#b9c3cd" : "#e9edf0";
      c.lineWidth = 1;
      c.beginPath();
      this.path(way);
      c.stroke();
    }
  }

  path(way) {
    const c = this.c, mx = (way.x0 + way.x1) / 2, my = (way.y0 + way.y1) / 2;
    c.moveTo(way.x0, way.y0);
    if (this.machine.vertical) c.bezierCurveTo(way.x0, my, way.x1, my, way.x1, way.y1);
    else c.bezierCurveTo(mx, way.y0, mx, way.y1, way.x1, way.y1);
  }

  pointOn(way, p) {
    const q = 1 - p, a = q * q * q, b = 3 * q * q * p, d = 3 * q * p * p, e = p * p * p;
    const mx = (way.x0 + way.x1) / 2, my = (way.y0 + way.y1) / 2;
    const xs = this.machine.vertical ? [way.x0, way.x0, way.x1, way.x1] : [way.x0, mx, mx, way.x1];
    const ys = this.machine.vertical ? [way.y0, my, my, way.y1] : [way.y0, way.y0, way.y1, way.y1];
    return [a * xs[0] + b * xs[1] + d * xs[2] + e * xs[3], a * ys[0] + b * ys[1] + d * ys[2] + e * ys[3]];
  }

  /* ---- units ---- */

  /* The fullest of the unit's incoming wires. */
  fullest(unit) {
    let best = null;
    for (const wire of unit.ins) {
      const used = this.now.used.get(wire.id) || 0;
      if (used > 0 && (!best || used / wire.credits > best.used / best.of)) best = {used, of: wire.credits};
    }
    return best;
  }

  drawUnit(box) {
    const c = this.c, {x, y, w, h, unit} = box, role = unit.role;
    c.fillStyle = role === "sm" || role === "dram" ? "#ffffff" : PALE;
    c.strokeStyle = this.focus.unit === unit.id ? INK : LINE;
    c.lineWidth = this.focus.unit === unit.id ? 2 : 1;
    c.beginPath();
    c.roundRect(x + .5, y + .5, w - 1, h - 1, 3);
    c.fill();
    c.stroke();
    this.hit(x, y, w, h, {unit: unit.id});
    const narrow = w < 40, title = narrow ? String(unit.index) : shortName(unit);
    this.text(title, x + (narrow ? w / 2 : 5), y + (narrow ? 14 : 12), 10.5, INK, narrow ? "center" : "left", "600");
    if (this.focus.acts === unit.id) {
      c.setLineDash([3, 2]);
      c.strokeStyle = INK;
      c.lineWidth = 1.5;
      c.strokeRect(x - 2.5, y - 2.5, w + 5, h + 5);
      c.setLineDash([]);
    }
    if (role === "sm") this.drawWarps(box);
    if (role === "dram") this.drawBanks(box);
    this.drawGauge(box);
  }

  /* How full the fullest buffer is: a bar along the lower edge, black and marked where it is full. */
  drawGauge(box) {
    const c = this.c, full = this.fullest(box.unit);
    if (!full || full.of > 4096) return;
    const whole = full.used >= full.of, wide = Math.max(2, (box.w - 8) * full.used / full.of);
    c.fillStyle = whole ? "#b3261e" : "#8fa1b3";
    c.fillRect(box.x + 4, box.y + box.h - 4, wide, whole ? 4 : 2);
    if (whole && box.w >= 40 && box.w < 60) this.text("full", box.x + box.w - 2, box.h < 26 ? box.y - 3 : box.y + box.h - 6, 9.5,
      "#b3261e", "right", "700");
    else if (whole && box.w >= 60 && box.unit.role !== "sm")
      this.text(`full ${full.used}/${full.of}`, box.x + box.w - 4, box.y + 12, 9.5, "#b3261e", "right", "700");
  }

  drawWarps(box) {
    const film = this.film, s = this.machine.cell, columns = box.stage.size.columns;
    const counts = new Map(), issues = [];
    for (let slot = 0; slot < film.slots; slot++) {
      const x = box.x + 4 + (slot % columns) * s, y = box.y + 16 + Math.floor(slot / columns) * s;
      const warp = film.warpAt(box.unit.index, slot, this.t);
      this.drawWarp(x, y, s, warp, box.unit.index, slot);
      if (warp) counts.set(stateOf(warp), (counts.get(stateOf(warp)) || 0) + 1);
      if (warp && warp.issues >= 0) issues.push([slot, warp.issues]);
      this.hit(x, y, s, s, {unit: box.unit.id, sm: box.unit.index, slot});
    }
    const most = box.w > 150 ? 4 : box.w > 100 ? 2 : 1;
    const sum = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most)
      .map(([state, n]) => `${n} ${STATES[state].letter}`).join("  ");
    this.text(sum || (box.w > 100 ? "no warps" : ""), box.x + box.w - 5, box.y + 12, 9.5, SOFT, "right");
    this.drawIssues(box, issues);
  }

  /* Which instructions issue in this cycle. */
  drawIssues(box, issues) {
    const code = this.film.code, lines = box.stage.size.lines;
    if (lines && !issues.length) this.text("nothing issues", box.x + 5, box.y + box.h - 8 - (lines - 1) * 13, 10, SOFT);
    for (let k = 0; k < Math.min(lines, issues.length); k++) {
      const [slot, row] = issues[k], place = code.line[row] ? ` ${code.file[row]}:${code.line[row]}` : "";
      this.c.save();
      this.c.beginPath();
      this.c.rect(box.x, box.y, box.w - 4, box.h);
      this.c.clip();
      this.text(`▸ ${slot}: ${code.opcode[row] ? code.opcode[row] + place : code.text[row] || "pc " + code.pc[row]}`,
        box.x + 5, box.y + box.h - 8 - (lines - 1 - k) * 13, 10, INK);
      this.c.restore();
    }
  }

  drawWarp(x, y, s, warp, sm, slot) {
    const c = this.c, gap = s > 10 ? 1.5 : 0.75;
    const state = warp ? STATES[stateOf(warp)] : null;
    c.fillStyle = state ? state.fill : "#fafbfc";
    c.fillRect(x + gap, y + gap, s - 2 * gap, s - 2 * gap);
    if (state && state.stripes) {
      c.fillStyle = this.stripes[state.stripes];
      c.fillRect(x + gap, y + gap, s - 2 * gap, s - 2 * gap);
    }
    const chosen = this.focus.sm === sm && this.focus.slot === slot;
    c.strokeStyle = chosen ? "#000000" : state ? (warp.wait === 0 ? INK : "#9aa6b2") : "#eceff2";
    c.lineWidth = chosen ? 2.5 : 1;
    c.strokeRect(x + gap, y + gap, s - 2 * gap, s - 2 * gap);
    if (!state || s < 10) return;
    const size = Math.min(14, s * .62);
    if (state.stripes) {
      c.fillStyle = state.fill;
      c.fillRect(x + s / 2 - size * .4, y + s / 2 - size * .45, size * .8, size * .9);
    }
    this.text(state.letter, x + s / 2, y + s / 2 + size * .36, size, state.ink, "center", "600");
  }

  drawBanks(box) {
    const film = this.film, c = this.c, columns = film.dram_banks > 16 ? 8 : Math.min(4, film.dram_banks);
    const s = (box.w - 8) / columns;
    for (let bank = 0; bank < film.dram_banks; bank++) {
      const x = box.x + 4 + (bank % columns) * s, y = box.y + 16 + Math.floor(bank / columns) * s;
      const row = film.rowAt(box.unit.id, bank, this.t);
      c.fillStyle = !row ? "#fafbfc" : row.busy ? "#17324d" : "#d6e3ec";
      c.fillRect(x + .75, y + .75, s - 1.5, s - 1.5);
      c.strokeStyle = row ? "#7d8b99" : "#eceff2";
      c.lineWidth = 1;
      c.strokeRect(x + .75, y + .75, s - 1.5, s - 1.5);
      if (row && s >= 9) /* a hit, an opened row, a conflict */
        this.text("hox"[row.was], x + s / 2, y + s * .72, s * .7, row.busy ? "#ffffff" : INK, "center");
      this.hit(x, y, s, s, {unit: box.unit.id, bank});
    }
  }

  /* ---- messages ---- */

  /* Waiting messages by unit and side, in the order of their numbers. */
  countQueues() {
    const film = this.film, sends = film.tables[SENDS];
    this.queues = new Map();
    for (const one of this.now.list) {
      if (one.phase === ON_WIRE) continue;
      const wire = film.wires[sends.wire[one.i]], way = this.machine.wayOf(wire);
      const inside = one.phase === IN_BUFFER;
      const role = film.units[inside ? wire.to : wire.from].role;
      /* In a port it waits for its next wire, and is seen there. */
      if (!way || (inside && (role === "request" || role === "reply"))) continue;
      const key = `${inside ? wire.to : wire.from} ${inside} ${way.there}`;
      if (!this.queues.has(key)) this.queues.set(key, {way, inside, list: []});
      this.queues.get(key).list.push(one);
    }
  }

  /* Whether the message is chosen, or belongs to what is chosen. */
  isChosen(i) {
    const focus = this.focus, sends = this.film.tables[SENDS];
    return focus.message === i || focus.sent === i ||
      (focus.line !== undefined && sends.kind[i] <= 11 && Math.floor(sends.address[i] / 128) === focus.line) ||
      (focus.slot !== undefined && sends.sm[i] === focus.sm && sends.warp[i] === focus.slot);
  }

  /* Below the units, so that these stay readable; then the chosen ones above them. */
  drawTravellers(chosen) {
    const film = this.film, sends = film.tables[SENDS];
    for (const {i, phase, part} of this.now.list) {
      if (phase !== ON_WIRE || (chosen && !this.isChosen(i))) continue;
      const way = this.machine.wayOf(film.wires[sends.wire[i]]);
      if (way) this.drawMessage(i, phase, ...this.pointOn(way, part));
    }
  }

  drawQueue({way, inside, list}) {
    const step = 2 * this.radius + 1, across = 4, most = 8;
    list.sort((a, b) => a.i - b.i);
    const [x, y] = inside ? [way.x1, way.y1] : [way.x0, way.y0];
    const out = (inside ? -1 : 1) * (way.there ? 1 : -1); /* away from the box */
    const at = k => {
      const along = out * (8 + (k % across) * step), beside = Math.floor(k / across) * step;
      return this.machine.vertical ? [x + beside - 6, y + along] : [x + along, y + beside - (list.length > across ? 5 : 0)];
    };
    list.slice(0, most).forEach(({i, phase}, k) => this.drawMessage(i, phase, ...at(k)));
    const stuck = list.filter(one => one.phase === NO_CREDIT).length;
    const more = list.length > most ? `+${list.length - most}` : "";
    const words = this.machine.vertical ? more + (stuck ? "!" : "")
      : [more, stuck ? `${stuck} no room` : ""].filter(w => w).join(" · ");
    if (!words) return;
    this.c.font = `600 9.5px ${FONT}`;
    const wide = this.c.measureText(words).width;
    const left = this.machine.vertical ? x + 2 * step - 4 : out > 0 ? x + 4 : x - 4 - wide;
    const low = this.machine.vertical ? y + out * 8 + 3 : y + step + 8;
    this.c.fillStyle = "rgba(255,255,255,.85)";
    this.c.fillRect(left - 1, low - 8.5, wide + 2, 10.5);
    this.text(words, left, low, 9.5, stuck ? "#b3261e" : SOFT, "left", "600");
  }

  drawMessage(i, phase, x, y) {
    const c = this.c, sends = this.film.tables[SENDS], kind = sends.kind[i];
    const direction = directionOf(kind), r = this.radius;
    c.beginPath();
    if (direction === 0) c.arc(x, y, r, 0, 7);
    else if (direction === 1) c.rect(x - r + .5, y - r + .5, 2 * r - 1, 2 * r - 1);
    else { c.moveTo(x, y - r - 1); c.lineTo(x + r + 1, y); c.lineTo(x, y + r + 1); c.lineTo(x - r - 1, y); c.closePath(); }
    const stuck = phase === NO_CREDIT;
    c.fillStyle = stuck ? "#ffffff" : direction === 0 ? "#0f5c7c" : direction === 1 ? "#ffd978" : "#ffffff";
    c.fill();
    c.strokeStyle = stuck ? "#b3261e" : direction === 0 ? "#0a3f55" : "#6e5411";
    c.lineWidth = stuck ? 2.2 : 1;
    c.stroke();
    this.text(LETTERS[kind], x, y + r * .55, r * 1.55, direction === 0 && !stuck ? "#ffffff" : INK, "center", "700");
    if (this.isChosen(i)) {
      c.strokeStyle = "#000000";
      c.lineWidth = this.focus.message === i || this.focus.sent === i ? 2.5 : 1.5;
      c.beginPath();
      c.arc(x, y, r + 3.5, 0, 7);
      c.stroke();
    }
    this.hit(x - 7, y - 7, 14, 14, {message: i});
  }
}

const STAGE_TITLES = {front: "host", sm: "SMs and their warps", cluster: "clusters", crossbar: "crossbar ports",
  l2: "L2 banks", dram: "DRAM banks"};

function shortName(unit) {
  switch (unit.role) {
    case "sm": return "SM " + unit.index;
    case "l2": return "L2 " + unit.index;
    case "dram": return "DRAM " + unit.index;
    case "request":
    case "reply": {
      const way = unit.role === "request" ? "to L2" : "to SM";
      if (unit.name.includes("switch")) return way + "s";
      if (unit.name.includes("cluster")) return (unit.role === "request" ? "from " : "to ") + unit.name.split("-").pop();
      return `${way} ${unit.index}`;
    }
    default: return unit.name;
  }
}
