/* SPDX-License-Identifier: BSD-3-Clause */
/* The page's parts, and what happens when they are used. */
"use strict";

Object.assign(Page.prototype, {
  build() {
    const film = this.films[0], two = this.films.length > 1;
    $("title").textContent = film.workload + " on " + film.platform;
    $("about").textContent = two ? "two runs, locked in time" : film.policies;
    document.title = $("title").textContent + " – film";
    $("made").textContent = `Made by simgpu ${film.version}. A cycle is one of the SMs' clock, ${film.clock_hz / 1e6} MHz.`;
    document.body.classList.toggle("two", two);
    this.stages = [];
    this.ends = [];
    this.films.forEach((one, f) => this.addFilm(one, f, two));
    SPEEDS.forEach(speed => $("speed").add(new Option(`${grouped(speed)} cycles/s`, String(speed))));
    $("speed").value = String(this.speed);
    $("slider").max = "10000";
    FILTERS.forEach(([name, , on], i) => {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.id = "filter" + i;
      box.checked = on;
      box.onchange = () => { this.filter(); this.scrolled = false; this.show(); };
      label.append(box, " " + name);
      $("filter").append(label);
    });
    this.sayWhatIsMissing();
    this.buildLegend();
    this.listen();
  },

  addFilm(film, f, two) {
    const figure = document.createElement("figure"), canvas = document.createElement("canvas");
    const hover = document.createElement("p"), end = document.createElement("pre");
    if (two) {
      const caption = document.createElement("figcaption"), length = document.createElement("small");
      length.textContent = ` ends in cycle ${grouped(film.cycle(film.end))}`;
      caption.append(`${"AB"[f]}: ${film.policies}`, length);
      figure.append(caption);
    }
    hover.className = "hover";
    end.textContent = film.how === "deadlock" ? "Deadlock. Who waits for what:\n" + film.waits : "";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The machine");
    figure.append(canvas, hover, end);
    $("films").append(figure);
    const stage = new Stage(canvas, film);
    this.stages.push(stage);
    this.ends.push(end);
    const at = event => {
      const box = canvas.getBoundingClientRect();
      return stage.under((event.clientX - box.left) / stage.zoom, (event.clientY - box.top) / stage.zoom);
    };
    canvas.onclick = event => this.choose(f, at(event));
    canvas.onmousemove = event => {
      const what = at(event);
      hover.textContent = what ? this.glance(f, what) : "";
    };
    canvas.onmouseleave = () => { hover.textContent = ""; };
  },

  /* A line about what lies under the pointer. */
  glance(f, what) {
    const words = this.words[f], t = Math.min(this.t, this.films[f].until);
    if (what.message !== undefined)
      return `${words.sent(what.message)} · ${PHASES[this.films[f].phaseOf(what.message, t)]}`;
    const [title, rows] = what.slot !== undefined ? words.warpDetails(what.sm, what.slot, t)
      : what.bank !== undefined ? words.bank(what.unit, what.bank, t) : words.unit(what.unit, t, this.stages[f].now.used);
    return title + " · " + rows.slice(0, 5).map(row => what.slot !== undefined ? row[1] : row.join(" ")).join(" · ");
  },

  sayWhatIsMissing() {
    const texts = this.films.map((film, f) => {
      const kept = film.shown_until - film.shown_from;
      if (film.before + film.behind === 0) return "";
      const left = [[film.before, "before"], [film.behind, "after"]].filter(part => part[0])
        .map(part => `${grouped(part[0])} ${part[1]} it`).join(" and ");
      return `${this.films.length > 1 ? "AB"[f] + ": " : ""}cycles ${grouped(film.cycle(film.from))} to ${grouped(film.cycle(film.until))}, ` +
        `${grouped(kept)} events; ${left} are left out.`;
    }).filter(text => text);
    if (!texts.length) return;
    $("left-out").hidden = false;
    $("left-out").textContent = `A part of the run: ${texts.join(" ")} simgpu film --window A-B shows other cycles.`;
  },

  buildLegend() {
    const add = (name, draw) => {
      const span = document.createElement("span"), canvas = document.createElement("canvas");
      const ratio = window.devicePixelRatio || 1;
      canvas.width = canvas.height = 20 * ratio;
      const c = canvas.getContext("2d");
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      const pen = Object.create(Stage.prototype);
      Object.assign(pen, {c, film: this.films[0], focus: {}, hits: [], radius: 5.2});
      pen.makeStripes();
      draw(pen);
      span.append(canvas, name);
      $("legend").append(span);
    };
    const head = text => {
      const b = document.createElement("b");
      b.textContent = text;
      $("legend").append(b);
    };
    head("A warp");
    for (const s of [ISSUING, 0, UNIT_BUSY, QUEUE_FULL, 6, 5, 1, 2, 3, 4, 7])
      add(STATES[s].name, pen => pen.drawWarp(0, 0, 20,
        {issues: s === ISSUING ? 0 : -1, wait: s >= ISSUING ? 0 : s, busy: Math.max(0, s - UNIT_BUSY + 1)}, -1, -1));
    head("A message: R read, W write, A atomic, F fetch, D DRAM's data, B block, K kernel");
    const sample = (kind, phase) => pen => {
      pen.film = {tables: []};
      pen.film.tables[SENDS] = {kind: [kind], address: [0], sm: [-1], warp: [NO_WARP]};
      pen.drawMessage(0, phase, 10, 10);
    };
    add("to memory", sample(0, ON_WIRE));
    add("back", sample(4, ON_WIRE));
    add("control", sample(14, ON_WIRE));
    add("no room at the receiver: it waits for a credit", sample(0, NO_CREDIT));
    head("A DRAM bank: h row hit, o opened, x conflict; dark while its data are on the bus. A bar below a unit: how full its fullest buffer is");
  },

  /* film.html#cycle=345000&find=0x10000080, also message=12, warp=0:3, unit=l2-3. */
  readAddress() {
    const words = new URLSearchParams(location.hash.slice(1)), film = this.films[0];
    const find = words.get("find") || (words.has("message") ? "#" + words.get("message") : null);
    const warp = /^(\d+):(\d+)$/.exec(words.get("warp") || "");
    const unit = film.units.find(u => warp ? u.role === "sm" && u.index === Number(warp[1]) : u.name === words.get("unit"));
    if (words.has("cycle")) this.go(Math.floor(Number(words.get("cycle")) * this.cycle_ps));
    if (find) this.search(find);
    if (unit) this.choose(0, warp ? {unit: unit.id, sm: unit.index, slot: Number(warp[2])} : {unit: unit.id});
  },

  listen() {
    window.onhashchange = () => this.readAddress();
    const press = (id, act) => { $(id).onclick = act; };
    press("first", () => { this.pause(); this.go(this.from, -1); });
    press("last", () => { this.pause(); this.go(this.until); });
    press("event-back", () => this.step(-1));
    press("event-on", () => this.step(1));
    press("cycle-back", () => this.stepCycle(-1));
    press("cycle-on", () => this.stepCycle(1));
    press("play", () => this.play());
    press("clear", () => { this.found = null; this.search(""); this.choose(0, null); });
    $("speed").onchange = () => { this.speed = Number($("speed").value); };
    $("slider").oninput = () => {
      this.pause();
      this.scrolled = false;
      this.go(this.from + Number($("slider").value) / 10000 * (this.until - this.from));
    };
    $("search").onsubmit = event => {
      event.preventDefault();
      const text = $("address").value;
      if (this.found && text === this.searched) this.next(false);
      else { this.searched = text; this.search(text); }
    };
    $("rows").onclick = event => this.chooseRow(event.target.closest(".row"));
    $("events").onscroll = () => {
      if (!this.own_scroll) this.scrolled = true;
      this.own_scroll = false;
      this.fillList();
    };
    document.onkeydown = event => this.key(event);
    window.onresize = () => { this.resize(); this.show(); };
  },

  chooseRow(row) {
    if (!row) return;
    const at = Number(row.dataset.step), {f, e} = this.steps[at], film = this.films[f];
    this.pause();
    const table = film.tables[film.kind[e]], r = film.row[e];
    const of_warp = [ENDS, STARTS, WAITS, ISSUES].includes(film.kind[e]);
    this.choose(f, film.kind[e] === SENDS ? {message: r} : of_warp
      ? {unit: film.unit[e], sm: table.sm[r], slot: table.warp[r]} : {unit: film.unit[e]});
    this.goStep(at);
  },

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.id === "address") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const shift = event.shiftKey, acts = {
      " ": () => this.play(), "ArrowRight": () => shift ? this.stepCycle(1) : this.step(1),
      "ArrowLeft": () => shift ? this.stepCycle(-1) : this.step(-1),
      "Home": () => $("first").click(), "End": () => $("last").click(), "+": () => this.faster(1),
      "-": () => this.faster(-1), "/": () => $("address").focus(), "n": () => this.next(false),
      "Escape": () => this.choose(0, null)};
    if (!acts[event.key]) return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) this.scrolled = false;
    acts[event.key]();
  },

  resize() {
    const two = this.films.length > 1 && window.innerWidth > 1000;
    const whole = $("films").clientWidth, width = Math.floor((two ? (whole - 16) / 2 : whole) - 2);
    const height = Math.max(two ? 420 : 460, window.innerHeight - 240);
    for (const stage of this.stages) stage.resize(width, two ? height - 20 : height);
    const strip = $("strip"), ratio = window.devicePixelRatio || 1;
    strip.width = strip.clientWidth * ratio;
    strip.height = strip.clientHeight * ratio;
    this.overview = null;
  },

  /* How many messages there are at each time; made once for a size of the window. */
  makeOverview() {
    const width = $("strip").width, n = Math.min(width, 600);
    const counts = this.films.map(film => {
      const out = new Float64Array(n);
      for (let k = 0; k < n; k++) {
        const t = this.from + (k + .5) / n * (this.until - this.from);
        if (t > film.until) break;
        for (const i of film.buckets[film.bucketOf(t)])
          if (t >= film.messages.ready[i] && t < film.messages.arrives[i]) out[k]++;
      }
      return out;
    });
    const most = Math.max(1, ...counts.map(out => Math.max(...out)));
    return {n, counts, most};
  },

  drawStrip() {
    const strip = $("strip"), c = strip.getContext("2d"), {width, height} = strip;
    if (!this.overview) this.overview = this.makeOverview();
    const {n, counts, most} = this.overview;
    c.clearRect(0, 0, width, height);
    counts.forEach((out, f) => {
      c.beginPath();
      c.moveTo(0, height);
      out.forEach((count, k) => c.lineTo((k + .5) / n * width, height - count / most * (height - 4)));
      c.lineTo(width, height);
      c.fillStyle = "#c5d0da";
      if (f === 0) c.fill();
      c.strokeStyle = f === 0 ? "#8fa1b3" : "#b3261e";
      c.lineWidth = 1.5;
      if (counts.length > 1) c.stroke();
    });
    const x = (this.t - this.from) / Math.max(1, this.until - this.from) * width;
    c.fillStyle = "#17324d";
    c.fillRect(x - 1, 0, 2, height);
  }
});

/* The films are JSON in the page. */
window.film = new Page([...document.querySelectorAll("script[type='application/json']")]
  .map(script => new Film(JSON.parse(script.textContent))));
