/* SPDX-License-Identifier: BSD-3-Clause */
/* The page: time, keys, the list of events, details. Several films are locked in time. */
"use strict";

const $ = id => document.getElementById(id);
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000], ROW = 22;
/* What the list shows, and which events it is about. */
const FILTERS = [["messages", [SENDS], true], ["caches and DRAM", [LOOKS, SERVES, BURSTS, QUEUES, RECEIVES], true],
  ["issues", [ISSUES, STARTS, ENDS], true], ["waits", [WAITS], false]];

class Page {
  constructor(films) {
    this.films = films;
    this.words = films.map(film => new Words(film));
    this.from = Math.min(...films.map(film => film.from));
    this.until = Math.max(...films.map(film => film.until));
    this.cycle_ps = films[0].cycle_ps;
    const slots = Math.max(...films.map(film => film.slots));
    films.forEach(film => { film.slots = slots; }); /* so that pictures are alike */
    this.t = this.from;
    this.at = -1; /* in this.steps */
    this.speed = 10;
    this.focus = films.map(() => ({}));
    this.chosen = null; /* {film, what} */
    this.frames = [];
    this.build();
    this.filter();
    this.resize();
    this.go(this.from);
    this.readAddress();
  }

  /* ---- time ---- */

  /* The events that are listed, of all films in one order. */
  filter() {
    const kinds = new Set(FILTERS.filter((f, i) => $("filter" + i).checked).flatMap(f => f[1]));
    this.steps = [];
    this.films.forEach((film, f) => {
      for (let e = film.shown_from; e < film.shown_until; e++)
        if (kinds.has(film.kind[e])) this.steps.push({t: film.time[e], f, e});
    });
    if (this.films.length > 1) this.steps.sort((a, b) => a.t - b.t || a.f - b.f || a.e - b.e);
    this.times = Float64Array.from(this.steps, step => step.t);
    $("rows").style.height = this.steps.length * ROW + "px";
    this.at = lastAt(this.times, this.t);
  }

  go(t, at) {
    this.t = Math.max(this.from, Math.min(this.until, t));
    this.at = at === undefined ? lastAt(this.times, this.t) : at;
    this.show();
  }

  goStep(at) {
    if (at < 0) this.go(this.from, -1);
    else if (at < this.steps.length) this.go(this.steps[at].t, at);
  }

  step(n) { this.pause(); this.goStep(this.at + n); }

  stepCycle(n) {
    this.pause();
    const cycle = this.films[0].cycle(this.t), begins = Math.floor(cycle * this.cycle_ps);
    const back = n < 0 && this.t > begins + 2 ? 0 : n;
    this.go(Math.floor((cycle + back) * this.cycle_ps));
  }

  play() {
    if (this.playing) return this.pause();
    if (this.t >= this.until) this.t = this.from;
    this.playing = true;
    $("play").textContent = "❚❚ pause";
    let last = performance.now();
    const frame = now => {
      if (!this.playing) return;
      this.go(this.t + (now - last) / 1000 * this.speed * this.cycle_ps);
      last = now;
      if (this.t >= this.until) this.pause(); else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    $("play").textContent = "▶ play";
  }

  faster(n) {
    const i = Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + n));
    this.speed = SPEEDS[i];
    $("speed").value = String(this.speed);
  }

  /* ---- showing ---- */

  show() {
    $("cycle").textContent = grouped(this.films[0].cycle(this.t));
    $("since").textContent = `+${grouped((this.t - this.from) / this.cycle_ps)} of ${grouped((this.until - this.from) / this.cycle_ps)}`;
    $("slider").value = String(Math.round((this.t - this.from) / Math.max(1, this.until - this.from) * 10000));
    this.markStep();
    this.stages.forEach((stage, f) => stage.draw(Math.min(this.t, this.films[f].until), this.focus[f]));
    this.films.forEach((film, f) => { this.ends[f].hidden = this.t < film.until || !film.waits; });
    this.showList();
    this.showDetails();
    this.drawStrip();
  }

  /* The unit that acts in the event at which the film stands, and the message that it sends. */
  markStep() {
    const step = this.at >= 0 && !this.playing ? this.steps[this.at] : null;
    this.focus.forEach((focus, f) => {
      const here = step && step.f === f, film = this.films[f];
      focus.acts = here ? film.unit[step.e] : undefined;
      focus.sent = here && film.kind[step.e] === SENDS ? film.row[step.e] : undefined;
    });
  }

  showList() {
    const box = $("events"), middle = Math.max(0, this.at) * ROW - box.clientHeight / 2 + ROW;
    if (!this.scrolled) {
      this.own_scroll = true;
      box.scrollTop = middle;
    }
    this.fillList();
  }

  fillList() {
    const box = $("events"), first = Math.max(0, Math.floor(box.scrollTop / ROW) - 2);
    const last = Math.min(this.steps.length, first + Math.ceil(box.clientHeight / ROW) + 4);
    const rows = [];
    for (let k = first; k < last; k++) rows.push(this.rowOf(k));
    $("rows").replaceChildren(...rows);
  }

  rowOf(k) {
    const {f, e} = this.steps[k], film = this.films[f], [unit, does, what] = this.words[f].event(e);
    const row = document.createElement("div"), add = (tag, text) => {
      const part = document.createElement(tag);
      part.textContent = text;
      row.append(part, " ");
    };
    row.className = "row" + (k === this.at ? " now" : k > this.at ? " later" : "") + (this.matches(f, e) ? " hit" : "");
    row.style.top = k * ROW + "px";
    row.dataset.step = k;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", k === this.at);
    row.title = `${unit} ${does} ${what}`;
    add("b", grouped(film.cycle(film.time[e])));
    if (this.films.length > 1) add("em", "AB"[f]);
    row.append(unit + " ");
    add("i", does);
    row.append(what);
    return row;
  }

  /* ---- choosing ---- */

  choose(f, what) {
    this.chosen = what ? {f, what} : null;
    this.focus = this.films.map(() => ({line: this.line}));
    if (what) Object.assign(this.focus[f], what);
    this.show();
  }

  showDetails() {
    const box = $("details");
    if (!this.chosen) {
      const text = document.createElement("p");
      text.style.color = "var(--soft)";
      text.textContent = "Choose a unit, a warp, a message or an event: here you see what it waits for.";
      box.replaceChildren(text);
      return;
    }
    const {f, what} = this.chosen, words = this.words[f], film = this.films[f], t = Math.min(this.t, film.until);
    const used = this.stages[f].now.used;
    const [title, rows] = what.message !== undefined ? words.message(what.message, t)
      : what.slot !== undefined ? words.warpDetails(what.sm, what.slot, t)
        : what.bank !== undefined ? words.bank(what.unit, what.bank, t) : words.unit(what.unit, t, used);
    const head = document.createElement("h2"), table = document.createElement("table");
    head.textContent = (this.films.length > 1 ? "AB"[f] + ": " : "") + title;
    for (const [name, value] of rows) {
      const tr = table.insertRow(), th = document.createElement("th");
      th.textContent = name;
      tr.append(th);
      tr.insertCell().textContent = value;
    }
    box.replaceChildren(head, table, ...this.linksOf(f, what, t));
  }

  /* Buttons to messages and times. */
  linksOf(f, what, t) {
    const film = this.films[f], sends = film.tables[SENDS], links = [];
    const add = (text, act) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.onclick = act;
      links.push(button);
    };
    if (what.message !== undefined) {
      const i = what.message;
      add("when it leaves", () => this.go(film.messages.departs[i]));
      add("when it arrives", () => this.go(film.messages.arrives[i]));
      if (sends.kind[i] <= 11) add("find its line", () => this.search(hex(sends.address[i])));
      if (sends.sm[i] >= 0) add(`warp ${sends.sm[i]}:${sends.warp[i]}`, () => this.choose(f,
        {unit: film.units.find(u => u.role === "sm" && u.index === sends.sm[i]).id, sm: sends.sm[i], slot: sends.warp[i]}));
    } else if (what.slot !== undefined) {
      for (const {i, phase} of this.words[f].messagesOf(what.sm, what.slot, t).slice(0, 8))
        add(`#${sends.number[i]} ${film.message_names[sends.kind[i]]} ${SHORT_PHASES[phase]}`, () => this.choose(f, {message: i}));
    }
    return links;
  }

  /* ---- search ---- */

  /* The line of memory, or the message, that an event is about. */
  matches(f, e) {
    const film = this.films[f], table = film.tables[film.kind[e]], r = film.row[e];
    if (this.number !== undefined) return film.kind[e] === SENDS && table.number[r] === this.number;
    if (this.line === undefined || !table.address) return false;
    if (table.kind && table.kind[r] > 11) return false;
    return Math.floor(table.address[r] / 128) === this.line;
  }

  search(text) {
    const number = /^#(\d+)$/.exec(text.trim()), address = /^(0x)?[0-9a-f]+$/i.exec(text.trim());
    this.line = this.number = undefined;
    if (number) this.number = Number(number[1]);
    else if (address) this.line = Math.floor(parseInt(text.trim().replace(/^0x/i, ""), 16) / 128);
    $("address").value = text;
    $("clear").hidden = !number && !address;
    this.focus.forEach(focus => { focus.line = this.line; });
    if (!number && !address) {
      $("found").textContent = text.trim() ? "write 0x10000080 or #12" : "";
      return this.show();
    }
    this.found = [];
    this.steps.forEach((step, k) => { if (this.matches(step.f, step.e)) this.found.push(k); });
    this.next(true);
  }

  /* The next event that is found; `here`: at this time or later. */
  next(here) {
    const found = this.found || [];
    if (!found.length) {
      $("found").textContent = "nothing in this film";
      return this.show();
    }
    let at = found.findIndex(k => here ? this.steps[k].t >= this.t : k > this.at);
    if (at < 0) at = 0;
    $("found").textContent = `${at + 1} of ${found.length}`;
    this.pause();
    this.scrolled = false;
    const {f, e} = this.steps[found[at]];
    if (this.films[f].kind[e] === SENDS) this.choose(f, {message: this.films[f].row[e]});
    this.goStep(found[at]);
  }

  /* For tests and for the curious. */
  picture() { return this.films.map(film => film.pictureAt(Math.min(this.t, film.until))).join("\n"); }
}
