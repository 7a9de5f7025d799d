/* SPDX-License-Identifier: BSD-3-Clause */
/* What test_film_browser.c puts into a film's page: it uses the page as a reader does, and tells
 * what is wrong. `expected` are messages of --trace-messages. */
"use strict";
const bad = [], film = window.film, press = (key, shift) =>
  document.dispatchEvent(new KeyboardEvent("keydown", {key, shiftKey: !!shift, bubbles: true}));
const must = (good, what) => { if (!good) bad.push(what); };
const now = () => document.querySelector(".row.now");
const pixels = () => film.stages.map(stage => stage.canvas.toDataURL()).join();
const rowsOf = id => Object.fromEntries([...document.querySelectorAll(`#${id} tr`)]
  .map(tr => [tr.cells[0].textContent, tr.cells[1].textContent]));

/* The page finds each message, stands at its departure, and says of it what the list says. */
function checkMessages() {
  for (const m of expected) {
    film.search("#" + m.number);
    const row = now(), details = rowsOf("details"), cycle = Math.floor((m.ps + 2) / film.cycle_ps);
    must(row && row.textContent.includes(`#${m.number} ${m.kind}`), `the list does not stand at message ${m.number}`);
    if (!row) return;
    must(document.querySelector("#details h2").textContent.endsWith(`#${m.number}: ${m.kind}`), `details of ${m.number}`);
    must(details.from === m.unit && details.to === m.to, `the way of ${m.number}`);
    must(document.getElementById("cycle").textContent === cycle.toLocaleString("en-US"), `the time of ${m.number}`);
    if (m.address) must(parseInt(details.address, 16) === parseInt(m.address, 16), `the address of ${m.number}`);
    must((m.waited_credit_ps > 0) === details.waited.includes("for room"), `whether ${m.number} waited for room`);
    must((m.waited_port_ps > 0) === details.waited.includes("for the port"), `whether ${m.number} waited for the port`);
    must(film.stages[0].now.list.some(one => one.phase === ON_WIRE &&
      film.films[0].tables[SENDS].number[one.i] === m.number), `${m.number} is not on its wire`);
  }
}

/* Forward and back: the same pictures, to the pixel. */
function checkBack() {
  film.search("");
  film.go(film.from + (film.until - film.from) / 2);
  const seen = [];
  for (let k = 0; k < 90; k++) { press("ArrowRight"); seen.push([film.picture(), k % 10 ? "" : pixels()]); }
  must(new Set(seen.map(one => one[0])).size > 20, "pictures do not change");
  for (let k = 89; k >= 0; k--) {
    must(film.picture() === seen[k][0], `another picture on the way back, step ${k}`);
    if (k % 10 === 0) must(pixels() === seen[k][1], `other pixels on the way back, step ${k}`);
    press("ArrowLeft");
  }
  const t = film.t;
  for (let k = 0; k < 40; k++) press("ArrowRight", true);
  must(film.films[0].cycle(film.t) === film.films[0].cycle(t) + 40, "40 cycles on");
  for (let k = 0; k < 40; k++) press("ArrowLeft", true);
  must(film.films[0].cycle(film.t) === film.films[0].cycle(t), "40 cycles back");
}

/* The warps that events up to a time leave: SM and slot -> what they wait for, where. */
function replayWarps(one, t) {
  const warps = new Map();
  for (let e = 0; e < one.n && one.time[e] <= t; e++) {
    const table = one.tables[one.kind[e]], r = one.row[e];
    if (![STARTS, WAITS, ENDS].includes(one.kind[e])) continue;
    const key = table.sm[r] * SLOTS + table.warp[r];
    if (one.kind[e] === ENDS) warps.delete(key);
    else if (one.kind[e] === WAITS) warps.set(key, `${table.wait[r]} ${table.busy[r]} ${table.row[r]}`);
    else warps.set(key, `3 0 ${table.row[r]}`);
  }
  return warps;
}

/* How many messages are where, and how many credits are in use, event by event. */
function replayMessages(one, t) {
  const sends = one.tables[SENDS], counts = [0, 0, 0];
  let r = 0;
  for (let e = 0; e < one.n; e++) {
    if (one.kind[e] !== SENDS) continue;
    const left = one.time[e], arrives = left + sends.flight[r], back = sends.back[r] < 0 ? Infinity : arrives + sends.back[r];
    if (t >= left - sends.waited[r] && t < left) counts[0]++;
    if (t >= left && t < arrives) counts[1]++;
    if (t >= left && t < back) counts[2]++;
    r++;
  }
  return counts.join();
}

/* The picture at a time is what the events up to it leave. */
function checkPictures() {
  let seen = 0;
  for (const one of film.films)
    for (let k = 1; k < 16; k++) {
      const e = Math.floor(one.n * k / 16), t = k % 2 ? one.time[e] : one.time[e] - 1;
      const warps = replayWarps(one, t), {list, used} = one.messagesAt(t);
      for (let sm = 0; sm < 2; sm++)
        for (let slot = 0; slot < one.slots; slot++) {
          const warp = one.warpAt(sm, slot, t), key = sm * SLOTS + slot;
          const leaves = warp && warp.issues >= 0 && !warps.has(key); /* in the cycle of its last instruction */
          must(leaves || (warp ? `${warp.wait} ${warp.busy} ${warp.row}` : undefined) === warps.get(key), `warp ${sm}:${slot} at ${t}`);
          seen += warp ? 1 : 0;
        }
      const counts = [list.filter(m => m.phase < ON_WIRE).length, list.filter(m => m.phase === ON_WIRE).length,
        [...used.values()].reduce((a, b) => a + b, 0)];
      must(counts.join() === replayMessages(one, t), `messages at ${t}: ${counts} for ${replayMessages(one, t)}`);
    }
  must(seen > 100, "there are hardly any warps");
}

/* A search finds all messages about a line, and goes from one to the next. */
function checkSearch() {
  press("Home");
  document.querySelectorAll("#filter input").forEach((box, i) => { if (box.checked !== (i === 0)) box.click(); });
  film.search(line.address);
  must(document.getElementById("found").textContent === `1 of ${line.messages}`,
    `found ${document.getElementById("found").textContent} of ${line.messages}`);
  for (let k = 1; k < line.messages; k++) press("n");
  must(document.getElementById("found").textContent.startsWith(`${line.messages} of`), "the last one that is found");
  must(film.found.every(k => film.words[film.steps[k].f].event(film.steps[k].e)[2].includes(
    "0x" + parseInt(line.address, 16).toString(16).slice(0, -2))), "a row that is found is of another line");
  film.search("");
}

/* Two films stand at one time, whatever is pressed. */
function checkTwo() {
  if (film.films.length < 2) return;
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "End", "ArrowLeft"]) {
    press(key);
    const [a, b] = film.stages.map((stage, f) => Math.min(film.t, film.films[f].until) === stage.t);
    must(a && b, `the films are not at one time after ${key}`);
  }
  must(film.films[0].policies !== film.films[1].policies, "both films have one policy");
  must(document.querySelectorAll("figure").length === 2, "there are not two pictures");
}

/* A click on a warp says what it does; everything fits. */
function checkLook() {
  film.go(film.from + (film.until - film.from) / 2);
  const stage = film.stages[0], spot = stage.hits.find(hit => hit.what.slot !== undefined &&
    stage.film.warpAt(hit.what.sm, hit.what.slot, stage.t)), box = stage.canvas.getBoundingClientRect();
  stage.canvas.dispatchEvent(new MouseEvent("click", {clientX: box.left + (spot.x + 3) * stage.zoom,
    clientY: box.top + (spot.y + 3) * stage.zoom}));
  must(document.querySelector("#details h2").textContent.endsWith(`Warp ${spot.what.sm}:${spot.what.slot}`), "a click on a warp");
  must(Object.values(STATES).some(state => rowsOf("details").now.startsWith(state.name)), "what the warp does");
  must(/\.(ptx|cu):\d+$/.test(rowsOf("details").line), "the warp's line");
  must(document.documentElement.scrollWidth <= innerWidth, "the page scrolls sideways");
  must(stage.canvas.getBoundingClientRect().right <= innerWidth, "the picture is cut");
  must(document.getElementById("left-out").hidden === !missing, "what is left out");
}

checkMessages();
checkPictures();
checkBack();
checkSearch();
checkTwo();
checkLook();
parent.postMessage(`${expected.length} messages at ${innerWidth}: ${bad.slice(0, 5).join("; ") || "all right"}`, "*");
