"use strict";
// Elements, numbers, scales.
const find = (id) => document.getElementById(id);
function svg(name, attributes, parent, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent?.append(node);
  return node;
}
function html(name, properties, parent) {
  const node = Object.assign(document.createElement(name), properties);
  parent?.append(node);
  return node;
}
const digits = (x, n) => (+x.toPrecision(n)).toLocaleString("en", { maximumFractionDigits: 9 }).replace("-", "−");
const show = (x) => digits(x, 2);
const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
function scale(log, low, high, from, to) {
  const f = log ? Math.log : (x) => x, a = f(low), b = f(high);
  const map = (x) => from + ((to - from) * (f(Math.min(Math.max(x, low), high)) - a)) / (b - a);
  map.ticks = [];
  if (log) {
    for (let p = Math.ceil(Math.log10(low) - 1e-9); 10 ** p <= high * 1.001; p++) map.ticks.push(10 ** p);
  } else {
    const raw = (high - low) / 5, unit = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw * 0.999);
    for (let n = Math.ceil(low / step - 1e-9); n * step <= high * 1.0001; n++) map.ticks.push(+(n * step).toPrecision(9));
  }
  return map;
}

// What is under the pointer, has the focus or was tapped.
const signs = (node) => {
  const [, ...label] = node.getAttribute("aria-label").split(", ");
  return `${find(node.hash.slice(1)).querySelector("b").textContent}\n${label.join(", ")}`;
};
const tip = html("div", { className: "tip", role: "status" }, document.body);
function tell(text, x, y) {
  tip.textContent = text;
  tip.style.display = text ? "block" : "none";
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 8))}px`;
  const below = y + 16 + tip.offsetHeight < innerHeight;
  tip.style.top = `${scrollY + (below ? y + 16 : y - 12 - tip.offsetHeight)}px`;
}
function tellAt(node, text) {
  const box = node.getBoundingClientRect();
  tell(text, box.left, box.bottom - 10);
}
let touched = false, tapped;
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (!event.target.closest(".signs, .chart")) tell("");
});
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const node = event.target.closest?.(".signs a");
    if (node) tellAt(node, signs(node));
    else if (!event.target.closest?.(".chart")) tell("");
  });
}
document.addEventListener("keydown", (event) => event.key === "Escape" && tell(""));

// One tab stop for a group; arrow keys move within it.
function rove(group, items) {
  const stop = (item) => items().forEach((other) => other.setAttribute("tabindex", other === item ? 0 : -1));
  stop(items()[0]);
  group.addEventListener("focusin", (event) => items().includes(event.target) && stop(event.target));
  group.addEventListener("keydown", (event) => {
    const list = items(), at = list.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: list.length - 1 - at }[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    list[Math.min(Math.max(at + step, 0), list.length - 1)].focus();
  });
}
for (const strip of document.querySelectorAll(".strip")) rove(strip, () => [...strip.querySelectorAll("a")]);

// Charts are drawn again when the width changes.
const redraws = [];
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) redraws.forEach((draw) => draw());
  width = innerWidth;
});

// A row an algorithm, a dot a setting.
function dots(box) {
  const data = JSON.parse(find(box.dataset.dots).textContent), inHash = "state" in box.dataset;
  const form = html("form", { className: "controls" }), says = box.previousElementSibling;
  says.before(form);
  const select = (label, name) => html("select", { name }, html("label", { textContent: `${label} ` }, form));
  const see = select("You observe", "see"), delays = select("Delays", "delays");
  const problem = select("Problem", "problem"), axis = select("Axis", "axis");
  axis.append(new Option("log"), new Option("linear"));
  data.models.forEach((words, n) => see.append(new Option(words, n)));
  const ofModel = (s, p) => data.algorithms[p][0] === +see.value;
  const fill = (control, all, words, wanted) => {
    const old = control.value, found = [...new Set(wanted)];
    control.replaceChildren(new Option(all, ""), ...found.map((n) => new Option(words[n], n)));
    if (found.includes(+old) && old !== "") control.value = old;
    control.parentElement.hidden = words.length < 2;
  };
  const options = () => {
    const there = data.cells.filter(([s, p]) => ofModel(s, p)).map(([s]) => data.settings[s]);
    fill(delays, "all kinds", data.delays, there.map(([d]) => d));
    const kept = there.filter(([d]) => delays.value === "" || d === +delays.value);
    fill(problem, "all", data.problems, kept.map(([, p]) => p));
  };
  see.parentElement.hidden = data.models.length < 2;
  const tipOf = (dot) => {
    const [s, p, mean, low, high, flags] = dot, [, label, given] = data.algorithms[p], [d, k] = data.settings[s];
    return [
      `${label}: ${digits(mean, 3)} % [${digits(low, 3)}, ${digits(high, 3)}] of random play`,
      [data.delays[d], data.problems[k]].filter(Boolean).join("; "),
      flags & 1 && "Its regret still grows linearly.",
      flags & 2 && "The setting violates an assumption of it.",
      given && `It is given: ${given}.`,
    ].filter(Boolean).join("\n");
  };
  function sentence(rows, most) {
    const full = rows.filter(([, list]) => list.length === most);
    const part = ([p, list]) => `${data.algorithms[p][1]} has ${show(median(list.map((d) => d[2])))} %`;
    const [best, list] = full[0], m = median(list.map((d) => d[2])), label = data.algorithms[best][1];
    const over = most > 1 ? `, median of ${most} settings` : ` [${show(list[0][3])}, ${show(list[0][4])}]`;
    const given = data.algorithms[best][2], other = full.find(([p]) => !data.algorithms[p][2]);
    return (
      (m > 50 ? `No algorithm learns well here. ${label} has the least regret: ` : `${label} has the least regret here: `) +
      `${show(m)} % of random play${over}.` +
      (given && other ? ` It is given the ${given}; of those that are not, ${part(other)}.` : "")
    );
  }
  function draw() {
    const log = axis.value === "log", rows = new Map();
    const model = data.cells.filter(([s, p]) => ofModel(s, p));
    for (const dot of model) {
      const [d, k] = data.settings[dot[0]];
      if ((delays.value !== "" && d !== +delays.value) || (problem.value !== "" && k !== +problem.value)) continue;
      if (!rows.has(dot[1])) rows.set(dot[1], []);
      rows.get(dot[1]).push(dot);
    }
    const most = Math.max(...[...rows.values()].map((list) => list.length));
    const middle = new Map([...rows].map(([p, list]) => [p, median(list.map((d) => d[2]))]));
    const order = [...rows].sort((a, b) => (a[1].length < most) - (b[1].length < most) || middle.get(a[0]) - middle.get(b[0]));
    says.textContent = sentence(order, most);
    const full = box.clientWidth, narrow = full < 560, left = narrow ? 6 : 190, right = 80, pitch = narrow ? 40 : 26;
    const top = narrow ? 30 : 18, height = order.length * pitch + (narrow ? 50 : 44);
    const lowest = Math.min(...model.map((d) => Math.max(d[2], 0.01)));
    const low = log ? 10 ** Math.floor(Math.log10(lowest)) : 0, high = Math.max(150, ...model.map((d) => 1.1 * d[2]));
    const x = scale(log, low, high, left, full - right);
    const frame = svg("svg", { viewBox: `0 0 ${full} ${height}`, width: full, height, role: "group", "aria-label": "Regret in percent of random play" });
    const ticks = x.ticks.filter((t) => !(narrow && !log) || t % 100 === 0);
    for (const t of new Set([...ticks, 100])) {
      svg("path", { d: `M${x(t)} 4V${height - 34}`, class: t === 100 ? "hundred" : "grid" }, frame);
      svg("text", { x: x(t), y: height - 18, class: "tick" }, frame, `${t.toLocaleString("en")} %`);
    }
    svg("text", { x: x(100), y: height - 3, class: "tick strong" }, frame, "random play");
    const groups = order.map(([p, list], n) => {
      const y = n * pitch + top, [, label, given, standard] = data.algorithms[p], m = middle.get(p), few = list.length < 8;
      const about = `${label}: ${show(m)} % of random play, median of ${plural(list.length, "setting")}`;
      const group = svg("g", { class: standard ? "plain" : "made", role: "img", "aria-label": about }, frame);
      const name = label + (given ? " †" : "") + (list.length < most ? ` (${plural(list.length, "setting")})` : "");
      svg("text", { x: narrow ? left : left - 8, y: narrow ? y - 13 : y + 4, class: narrow ? "name start" : "name" }, group, name);
      group.dots = [...list].sort((a, b) => a[2] - b[2]).map((dot) => {
        if (few) svg("path", { d: `M${x(dot[3])} ${y}H${x(dot[4])}`, class: "bar" }, group);
        const node = svg("circle", { cx: x(dot[2]), cy: y, r: few ? 4.5 : 3, class: dot[5] & 1 ? "dot flat" : "dot" }, group);
        return { node, dot };
      });
      svg("path", { d: `M${x(m)} ${y - 9}v18`, class: "median" }, group);
      svg("text", { x: full - right + 8, y: y + 4, class: "value" }, group, `${show(m)} %`);
      return group;
    });
    let at = null;
    const point = (one) => {
      at?.node.classList.remove("on");
      at = one;
      if (!one) return tell("");
      one.node.classList.add("on");
      tellAt(one.node, tipOf(one.dot));
    };
    const near = (event) => {
      const place = frame.getBoundingClientRect(), px = event.clientX - place.left;
      const row = groups[Math.round((event.clientY - place.top - top) / pitch)];
      const by = (one) => Math.abs(one.node.getAttribute("cx") - px);
      const one = row?.dots.reduce((a, b) => (by(b) < by(a) ? b : a));
      point(one && by(one) < 24 ? one : null);
    };
    frame.onpointermove = frame.onclick = near;
    frame.onpointerleave = (event) => event.pointerType === "touch" || point(null);
    groups.forEach((group) => {
      group.onfocus = () => (point(null), tellAt(group, `${group.getAttribute("aria-label")}\n← → for its settings`));
      group.onblur = () => point(null);
    });
    frame.addEventListener("keydown", (event) => {
      const row = document.activeElement.dots, step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!row || !step) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const n = row.indexOf(at);
      point(row[Math.min(Math.max(n < 0 && step < 0 ? row.length - 1 : n + step, 0), row.length - 1)]);
    });
    rove(frame, () => groups);
    box.replaceChildren(frame);
  }
  const slug = (option) => option.textContent.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  const read = () => {
    const [id, query] = location.hash.slice(1).split("?"), wanted = new URLSearchParams(query);
    if (inHash && id === "chart") {
      for (const control of [see, delays, problem, axis]) {
        const option = [...control.options].find((one) => slug(one) === wanted.get(control.name));
        control.value = option ? option.value : control.options[0].value;
        options();
      }
    }
    draw();
  };
  form.addEventListener("change", () => {
    options();
    draw();
    if (!inHash) return;
    const chosen = [see, delays, problem, axis].filter((control) => control.selectedIndex > 0);
    history.replaceState(null, "", `#chart${chosen.length ? "?" : ""}${chosen.map((c) => `${c.name}=${slug(c.selectedOptions[0])}`).join("&")}`);
  });
  options();
  read();
  if (inHash) addEventListener("hashchange", read);
  redraws.push(draw);
}

// Panels of curves with bands; a legend switches them.
function curves(box) {
  const data = JSON.parse(find(box.dataset.curves).textContent), off = new Set(data.off);
  let log = false;
  const bar = html("div", { className: "legend", role: "toolbar", ariaLabel: "Curves" });
  box.before(bar);
  const button = (text, pressed, act) => {
    const node = html("button", { type: "button", textContent: text, ariaPressed: pressed }, bar);
    node.onclick = () => {
      node.ariaPressed = act();
      draw();
    };
    return node;
  };
  const flip = (key) => (off.delete(key) ? true : !off.add(key));
  for (const [key, [label, colour, line]] of Object.entries(data.algorithms)) {
    const sample = svg("svg", { viewBox: "0 0 28 12", class: `c-${colour} ${line}`, "aria-hidden": "true" });
    svg("path", { d: "M0 6h28", class: "curve" }, sample);
    button(label, !off.has(key), () => flip(key)).prepend(sample);
  }
  button("log scale", false, () => (log = !log));
  rove(bar, () => [...bar.children]);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Curves; arrow keys read values, up and down change the panel");
  const at = (xs, ys, x) => {
    const i = xs.findIndex((v) => v >= x);
    return i < 1 ? ys.at(i) : ys[i - 1] + ((ys[i] - ys[i - 1]) * (x - xs[i - 1])) / (xs[i] - xs[i - 1]);
  };
  let read = [], panel = 0, share = 1;
  function draw() {
    const full = box.clientWidth, columns = Math.max(1, Math.min(data.panels.length, Math.floor(full / 215)));
    const w = full / columns, h = Math.min(Math.max(w * 0.8, 190), 250);
    const on = (lines) => Object.keys(data.algorithms).filter((key) => lines[key] && !off.has(key));
    const ends = data.panels.map(([, lines]) => {
      const values = on(lines).flatMap((key) => lines[key][1]);
      return [Math.min(0, ...values), Math.max(1, ...values) * 1.04];
    });
    const together = [Math.min(...ends.map((e) => e[0])), Math.max(...ends.map((e) => e[1]))];
    box.replaceChildren();
    read = data.panels.map(([title, lines], n) => {
      const own = !data.shared || n % columns === 0, left = own ? 52 : 16, [bottom, top] = data.shared ? together : ends[n];
      const low = log ? top / 1000 : bottom, end = Math.max(...Object.values(lines).map((c) => c[0].at(-1)));
      const x = scale(false, 0, end, left, w - 14), y = scale(log, low, top, h - 24, 24);
      const frame = svg("svg", { viewBox: `0 0 ${w} ${h}`, width: w, height: h, role: "img", "aria-label": title }, box);
      svg("text", { x: (left + w - 14) / 2, y: 14, class: "tick strong" }, frame, title);
      for (const t of y.ticks) {
        svg("path", { d: `M${x(0)} ${y(t)}H${x(end)}`, class: "grid" }, frame);
        if (own) svg("text", { x: left - 6, y: y(t) + 4, class: "name" }, frame, digits(t, 4));
      }
      const few = x.ticks.filter((t, i) => i % Math.ceil(x.ticks.length / (w / 75)) === 0);
      for (const t of few) svg("text", { x: Math.min(x(t), w - 26), y: h - 8, class: "tick" }, frame, t.toLocaleString("en"));
      for (const key of on(lines)) {
        const [xs, ys, es] = lines[key], [label, colour, dash] = data.algorithms[key];
        const group = svg("g", { class: `c-${colour} ${dash}`, "data-key": key }, frame);
        const line = (values) => values.map((v, i) => `${x(xs[i]).toFixed(1)},${y(v).toFixed(1)}`);
        const band = [...line(ys.map((v, i) => v + es[i])), ...line(ys.map((v, i) => v - es[i])).reverse()];
        svg("polygon", { points: band.join(" "), class: "band" }, group);
        svg("polyline", { points: line(ys).join(" "), class: "curve" }, group);
        svg("title", {}, group, label);
      }
      const cross = svg("path", { class: "cross" }, frame);
      const values = (part) => {
        read.forEach((other) => other.cross.setAttribute("d", ""));
        const t = Math.round(end * Math.min(Math.max(part, 0), 1)), place = frame.getBoundingClientRect();
        cross.setAttribute("d", `M${x(t)} 22V${h - 24}`);
        const found = on(lines).map((key) => [...[1, 2].map((i) => at(lines[key][0], lines[key][i], t)), data.algorithms[key][0]]);
        found.sort((a, b) => b[0] - a[0]);
        const said = found.map(([v, e, label]) => `${digits(v, 3)} ± ${digits(e, 2)}  ${label}`);
        tell([`${title}, round ${t.toLocaleString("en")}`, ...said].join("\n"), place.left + x(t), place.top + h / 3);
      };
      frame.onpointermove = frame.onclick = (event) => {
        panel = n;
        share = (event.clientX - frame.getBoundingClientRect().left - x(0)) / (x(end) - x(0));
        values(share);
      };
      const hide = () => (cross.setAttribute("d", ""), tell(""));
      frame.onpointerleave = (event) => event.pointerType === "touch" || hide();
      return { values, cross, hide };
    });
  }
  box.addEventListener("keydown", (event) => {
    const across = { ArrowRight: 0.02, ArrowLeft: -0.02 }[event.key], down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!across && !down) return;
    event.preventDefault();
    share = Math.min(Math.max(share + (across || 0), 0), 1);
    panel = Math.min(Math.max(panel + (down || 0), 0), read.length - 1);
    read[panel].values(share);
  });
  box.addEventListener("blur", () => read.forEach((one) => one.hide()));
  draw();
  redraws.push(draw);
}
document.querySelectorAll("[data-dots]").forEach(dots);
document.querySelectorAll("[data-curves]").forEach(curves);

// Tables: search, filter and sort what is there as HTML. Names of settings become descriptions.
const described = new Map();
for (const table of document.querySelectorAll("table[data-settings]")) {
  described.set(table.dataset.settings, new Map([...table.tBodies[0].rows].map(({ cells: [name, words] }) => [name.textContent.trim(), words.textContent.trim()])));
}
for (const table of document.querySelectorAll("table[data-tools]")) {
  const tools = find(table.dataset.tools), fold = table.closest("details"), groups = [...table.tBodies];
  let claim = null;
  const entries = groups.flatMap((group) => {
    const rows = [...group.rows], head = rows[0].cells[0].tagName === "TH" ? rows.shift() : null;
    if (group.id) claim = group;
    const words = claim && described.get(claim.id.split("-")[0]);
    for (const { cells } of claim ? rows : []) cells[0].textContent = words.get(cells[0].textContent.trim()) || cells[0].textContent;
    const about = `${claim ? claim.textContent : ""} ${head ? head.textContent : ""}`;
    return rows.map((row) => ({ row, group, claim, about, paper: (claim || row).textContent.trim() }));
  });
  let texts;
  function filter() {
    const words = tools.querySelector("input").value.toLowerCase().split(/\s+/);
    const [paper, verdict] = [...tools.querySelectorAll("select")].map((one) => one.value);
    texts ||= entries.map(({ row, about }) => `${about} ${row.textContent}`.toLowerCase());
    let n = 0;
    const filled = new Set();
    entries.forEach((one, i) => {
      const shown = words.every((word) => texts[i].includes(word)) && one.paper.startsWith(paper) && one.row.cells[2].textContent.trim().replace(/^\W /, "").startsWith(verdict);
      one.row.hidden = !shown;
      if (shown) filled.add(one.group).add(one.claim);
      n += shown;
    });
    groups.forEach((group) => (group.hidden = n < entries.length && !filled.has(group)));
    tools.querySelector("output").textContent = `${n.toLocaleString("en")} of ${entries.length.toLocaleString("en")}`;
    fold.open = true;
  }
  tools.hidden = false;
  tools.addEventListener("input", filter);
  tools.addEventListener("submit", (event) => event.preventDefault());
  table.reset = () => (tools.reset(), filter());
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, i) => {
    const button = html("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const up = head.ariaSort !== "ascending", number = (text) => parseFloat(text.replace("−", "-").replace(/,/g, ""));
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const text = (one) => one.row.cells[i]?.textContent.trim() ?? "";
      const compare = (a, b) => number(text(a)) - number(text(b)) || text(a).localeCompare(text(b), "en", { numeric: true });
      entries.sort((a, b) => (up ? 1 : -1) * compare(a, b));
      entries.forEach(({ row, group }) => group.append(row));
      texts = undefined;
    };
  });
}

// Show and unfold the target of a link. On a touch screen, the first tap on a sign shows what it means.
function reveal() {
  const target = find(decodeURIComponent(location.hash.slice(1).split("?")[0]));
  if (!target) return;
  const table = target.closest("table");
  if (table?.reset && target.hidden) table.reset();
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (touched && link?.matches(".signs a") && tapped !== link) {
    event.preventDefault();
    tapped = link;
  } else if (link && link.hash === location.hash) reveal();
});
if (location.hash) reveal();
