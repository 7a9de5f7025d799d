/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the machine's units stand in the picture: in stages, from the host to DRAM; from left to
 * right, or on a narrow screen from top to bottom. */
"use strict";

const STAGES = ["front", "sm", "cluster", "crossbar", "l2", "dram"];
const MANY_UNITS = 24; /* of a stage: beyond them, idle ones are left out */

function stageOf(unit) {
  if (unit.role === "host" || unit.role === "dispatcher") return "front";
  if (unit.role === "request" || unit.role === "reply")
    return unit.name.includes("cluster") ? "cluster" : "crossbar";
  return unit.role === "other" ? "front" : unit.role;
}

class Machine {
  constructor(film) {
    this.film = film;
    const busy = new Set(film.unit);
    for (const wire of film.tables[SENDS].wire) {
      busy.add(film.wires[wire].from);
      busy.add(film.wires[wire].to);
    }
    this.stages = STAGES.map(name => ({name, units: [], idle: 0}));
    for (const unit of film.units) this.stages[STAGES.indexOf(stageOf(unit))].units.push(unit);
    for (const stage of this.stages) {
      if (stage.units.length <= MANY_UNITS) continue;
      const shown = stage.units.filter(unit => busy.has(unit.id));
      stage.idle = stage.units.length - shown.length;
      stage.units = shown;
    }
    this.stages = this.stages.filter(stage => stage.units.length > 0);
  }

  /* Sizes of a unit's box for a warp's cell of s pixels, in so many columns. */
  sizeOf(stage, s) {
    const banks = this.film.dram_banks, slots = this.film.slots;
    if (stage === "sm") {
      const columns = slots <= 8 ? slots : Math.min(slots, this.vertical ? 8 : slots <= 32 ? 8 : 12);
      /* Below the warps, a line for each scheduler says what it issues. */
      const lines = s >= 16 && !this.vertical ? Math.min(4, this.film.schedulers) : 0;
      const w = Math.max(columns * s + 8, lines ? 150 : 76);
      return {w, h: Math.ceil(slots / columns) * s + 20 + lines * 13 + (lines ? 4 : 0), columns, lines};
    }
    const b = Math.max(7, Math.min(12, s));
    const of_dram = Math.ceil(banks / (banks > 16 ? 8 : 4));
    if (stage === "dram") return {w: Math.min(banks, banks > 16 ? 8 : 4) * b + 8, h: of_dram * b + 20};
    if (stage === "front") return {w: 70, h: this.vertical ? 26 : 40};
    if (!this.vertical) return {w: 50, h: stage === "l2" ? 32 : 20};
    const n = this.stages.find(one => one.name === stage).units.length, room = this.width - 16;
    return {w: Math.max(22, Math.min(50, Math.floor(room / Math.min(n, 14)) - 4)), h: 22};
  }

  /* Boxes for a picture of this width; height: as high as it may be without scrolling. A small
   * machine is drawn larger: this.zoom. */
  layOut(width, height) {
    for (const zoom of [2, 1.75, 1.5, 1.35, 1.2, 1]) {
      this.zoom = zoom;
      this.tryToLayOut(width / zoom, height / zoom);
      if (!this.vertical && this.cell >= 18) return;
    }
  }

  tryToLayOut(width, height) {
    const n_sms = this.stages.find(stage => stage.name === "sm");
    this.vertical = width < (n_sms && n_sms.units.length > 6 ? 760 : 580);
    this.width = width;
    const try_sizes = () => {
      for (this.cell = 30; this.cell >= 6; this.cell--)
        if (this.vertical ? this.stack(width, height, this.cell) : this.spread(width, height, this.cell)) return true;
      return false;
    };
    if (!try_sizes() && !this.vertical) {
      this.vertical = true;
      try_sizes();
    }
    if (this.cell < 6) this.stack(width, height, this.cell = 6); /* it is higher than one likes */
    this.place = new Map();
    for (const stage of this.stages)
      for (const box of stage.boxes) this.place.set(box.unit.id, box);
  }

  /* From left to right. */
  spread(width, height, s) {
    const least_gap = 50, top = 34, space = 14;
    let sum = 0, most = 0;
    for (const stage of this.stages) {
      const size = stage.size = this.sizeOf(stage.name, s);
      const gap = stage.name === "sm" ? 12 : 9;
      const fits = Math.max(1, Math.floor((height - top) / (size.h + gap)));
      stage.wraps = stage.name === "crossbar" || stage.name === "front" ? 1 : Math.ceil(stage.units.length / fits);
      stage.rows = Math.ceil(stage.units.length / stage.wraps);
      stage.gap = gap;
      stage.w = stage.wraps * (size.w + space) - space;
      sum += stage.w;
      most = Math.max(most, stage.rows * (size.h + gap) - gap);
    }
    const gap = (width - sum - 16) / (this.stages.length - 1);
    if (gap < least_gap || top + most > height) return false;
    this.height = Math.max(Math.min(height, 620, Math.max(280, top + 1.7 * most + 24)), top + most + 24);
    let x = 8;
    for (const stage of this.stages) {
      const {w, h} = stage.size, free = this.height - top - 16 - stage.rows * h;
      const between = Math.min(stage.name === "front" ? 60 : 40, free / Math.max(1, stage.rows));
      const begin = top + (this.height - top - 16 - stage.rows * (h + between) + between) / 2;
      stage.x = x;
      stage.y = top - 20;
      stage.boxes = stage.units.map((unit, i) => ({unit, stage, w, h,
        x: x + Math.floor(i / stage.rows) * (w + space), y: begin + (i % stage.rows) * (h + between)}));
      x += stage.w + Math.min(gap, 220);
    }
    return true;
  }

  /* From top to bottom. */
  stack(width, height, s) {
    let y = 8;
    for (const stage of this.stages) {
      const size = stage.size = this.sizeOf(stage.name, s), space = 12;
      const least = stage.name === "sm" || stage.name === "dram" ? space : 3;
      const columns = Math.min(stage.units.length, Math.max(1, Math.floor((width - 16 + least) / (size.w + least))));
      if (size.w > width - 16) return false;
      if (stage.name === "sm" && stage.units.length <= 4 && columns < stage.units.length && s > 12) return false;
      const rows = Math.ceil(stage.units.length / columns), gap = stage.name === "sm" ? 14 : 16;
      const even = Math.ceil(stage.units.length / rows);
      const step = Math.min((width - 16) / even, size.w + 60), left = (width - step * even + step - size.w) / 2;
      stage.x = 8;
      stage.y = y;
      y += 16;
      stage.boxes = stage.units.map((unit, i) => ({unit, stage, w: size.w, h: size.h,
        x: left + (i % even) * step, y: y + Math.floor(i / even) * (size.h + gap)}));
      y += rows * (size.h + gap) - gap + (stage.name === "front" ? 36 : 48);
    }
    this.height = y - 30;
    return this.height < (width > 500 ? Math.max(640, height) : 900);
  }

  /* Where a message leaves and where it enters. Ways to memory and back lie side by side. */
  wayOf(wire) {
    const a = this.place.get(wire.from), b = this.place.get(wire.to);
    if (!a || !b) return null;
    const there = this.stages.indexOf(b.stage) > this.stages.indexOf(a.stage) ||
      (a.stage === b.stage && a.unit.id < b.unit.id);
    const side = there ? 0.34 : 0.72;
    if (this.vertical)
      return {x0: a.x + a.w * side, y0: there ? a.y + a.h : a.y, x1: b.x + b.w * side, y1: there ? b.y : b.y + b.h, there};
    return {x0: there ? a.x + a.w : a.x, y0: a.y + a.h * side, x1: there ? b.x : b.x + b.w, y1: b.y + b.h * side, there};
  }
}
