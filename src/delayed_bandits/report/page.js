"use strict";
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
const plain = (x) => x.toLocaleString("en", { maximumFractionDigits: 9 }).replace("-", "−");
const digits = (x, n) => plain(+x.toPrecision(n));
const show = (x) => digits(x, Math.abs(x) >= 100 ? 3 : 2);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b), n = sorted.length;
	return (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
}
function scale(log, low, high, from, to) {
	const f = log ? Math.log : (x) => x, a = f(low), b = f(high);
	const map = (x) => from + ((to - from) * (f(clamp(x, low, high)) - a)) / (b - a);
	const raw = (high - low) / 5, unit = 10 ** Math.floor(Math.log10(raw));
	const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw * 0.999);
	const first = Math.ceil((log ? Math.log10(low) : low / step) - 1e-9), tick = (n) => (log ? 10 ** n : n * step);
	map.ticks = [];
	for (let n = first; tick(n) <= high * 1.0001; n++) map.ticks.push(+tick(n).toPrecision(9));
	return map;
}

// What the pointer or the focus is on.
const tip = html("div", { className: "tip", role: "status" }, document.body);
function tell(text, x, y) {
	tip.textContent = text;
	tip.style.display = text ? "block" : "none";
	tip.style.left = `${clamp(x + 12, 4, innerWidth - tip.offsetWidth - 8)}px`;
	const below = y + 16 + tip.offsetHeight < innerHeight;
	tip.style.top = `${scrollY + (below ? y + 16 : y - 12 - tip.offsetHeight)}px`;
}
function tellAt(node, text) {
	const box = node.getBoundingClientRect();
	tell(text, box.left, box.bottom - 10);
}
function hint(event) {
	const sign = event.target.closest?.(".signs a");
	if (sign) {
		tellAt(sign, `${find(sign.hash.slice(1)).querySelector("b").textContent}\n${sign.ariaLabel.slice(5)}`);
	} else if (!event.target.closest?.(".chart")) tell("");
}
let touched = false, tapped;
addEventListener("pointerdown", (event) => ((touched = event.pointerType === "touch"), hint(event)));
for (const name of ["pointerover", "focusin"]) addEventListener(name, hint);
addEventListener("keydown", (event) => event.key === "Escape" && tell(""));

// One tab stop a group, then arrow keys.
function rove(group, items) {
	const stop = (item) => items().forEach((other) => other.setAttribute("tabindex", other === item ? 0 : -1));
	stop(items()[0]);
	group.addEventListener("focusin", (event) => items().includes(event.target) && stop(event.target));
	group.addEventListener("keydown", (event) => {
		const list = items(), at = list.indexOf(document.activeElement), end = list.length - 1;
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: end - at }[event.key];
		if (at < 0 || step === undefined) return;
		event.preventDefault();
		list[clamp(at + step, 0, end)].focus();
	});
}
for (const strip of document.querySelectorAll(".strip")) rove(strip, () => [...strip.querySelectorAll("a")]);

// Charts are drawn again at a new width.
const redraws = [];
let width = innerWidth;
addEventListener("resize", () => {
	if (innerWidth !== width) redraws.forEach((draw) => draw());
	width = innerWidth;
});

// A row an algorithm, a dot a setting.
function dots(box) {
	const data = JSON.parse(find(box.dataset.dots).textContent), says = box.previousElementSibling;
	const form = html("form");
	says.before(form);
	const [see, delays, problem, axis] = ["You observe", "Delays", "Problem", "Axis"].map((label) =>
		html("select", { name: label.split(" ").at(-1).toLowerCase() }, html("label", { textContent: `${label} ` }, form)),
	);
	axis.append(new Option("log"), new Option("linear"));
	data.models.forEach((words, n) => see.append(new Option(words, n)));
	const ofModel = () => data.cells.filter((dot) => data.algorithms[dot[1]][0] === +see.value);
	const matches = (control, n) => control.value === "" || n === +control.value;
	const fill = (control, all, words, wanted) => {
		const old = control.value, found = [...new Set(wanted)];
		control.replaceChildren(new Option(all, ""), ...found.map((n) => new Option(words[n], n)));
		if (old !== "" && found.includes(+old)) control.value = old;
	};
	const options = () => {
		const there = ofModel().map(([s]) => data.settings[s]);
		fill(delays, "all kinds", data.delays, there.map(([d]) => d));
		fill(problem, "all", data.problems, there.filter(([d]) => matches(delays, d)).map(([, p]) => p));
	};
	const tipOf = ([s, p, mean, low, high, flags]) => {
		const [, label, given] = data.algorithms[p], [d, k] = data.settings[s];
		return [
			`${label}: ${digits(mean, 3)} % [${digits(low, 3)}, ${digits(high, 3)}] of random play`,
			`${data.delays[d]}; ${data.problems[k]}`,
			flags & 2 && "The setting violates an assumption of the algorithm.",
			given && `It is given: ${given}.`,
		].filter(Boolean).join("\n");
	};
	const sentence = (rows) => {
		const [{ m, label, given, list }, ...rest] = rows, other = rows.find((row) => !row.given && !row.few);
		const chosen = [delays, problem].filter((one) => one.value).map((one) => one.selectedOptions[0].text).join("; ");
		const rivals = rest.flatMap((row) => row.list), many = list.length > 1;
		const clear = list.filter((dot) => rivals.every((one) => one[0] !== dot[0] || one[3] > dot[4])).length;
		const over = many ? `, median of ${list.length} settings, clearly best in ${clear}.` : ` [${show(list[0][3])}, ${show(list[0][4])}]${clear ? "" : ", not clearly less than all others"}.`;
		const more = given && other ? ` It is given: ${given}. Of the others, ${other.label} has the least regret: ${show(other.m)} %.` : "";
		return `${list.every((dot) => dot[2] > 50) ? "No algorithm learns well here. " : ""}${label} has the least regret here${chosen && ` (${chosen})`}: ${show(m)} % of random play${over}${m < 0 ? " Below 0 it does better than the best fixed arm." : ""}${more}`;
	};
	function draw() {
		const log = axis.value === "log", model = ofModel(), lists = new Map();
		for (const dot of model) {
			const [d, k] = data.settings[dot[0]];
			if (matches(delays, d) && matches(problem, k)) lists.set(dot[1], [...(lists.get(dot[1]) || []), dot]);
		}
		const most = Math.max(...[...lists.values()].map((list) => list.length));
		const rows = [...lists].map(([p, list]) => {
			const [, label, given, standard] = data.algorithms[p];
			return { label, given, standard, list, few: list.length < most, m: median(list.map((dot) => dot[2])) };
		});
		rows.sort((a, b) => a.few - b.few || a.m - b.m);
		says.textContent = sentence(rows);
		const full = box.clientWidth, narrow = full < 560, left = narrow ? 24 : 190, right = full - 80;
		const pitch = narrow ? 40 : 26, top = narrow ? 30 : 18, height = rows.length * pitch + top + 26;
		const low = log ? 10 ** Math.floor(Math.log10(Math.min(...model.map((dot) => (dot[2] > 0 ? Math.max(dot[2], 0.01) : 1))))) : 0;
		const x = scale(log, low, Math.max(150, ...model.map((dot) => 1.1 * dot[2])), left, right);
		const frame = svg("svg", { viewBox: `0 0 ${full} ${height}`, width: full, height, role: "group", "aria-label": "Regret in percent of random play" });
		for (const t of new Set([...x.ticks.filter((t) => log || !narrow || t % 100 === 0), 100])) {
			svg("path", { d: `M${x(t)} 4V${height - 34}`, class: t === 100 ? "hundred" : "grid" }, frame);
			svg("text", { x: x(t), y: height - 18, class: "tick" }, frame, `${plain(t)} %`);
		}
		svg("text", { x: x(100), y: height - 3, class: "tick strong" }, frame, "random play");
		const groups = rows.map(({ label, given, standard, list, few, m }, n) => {
			const y = n * pitch + top, bars = list.length < 8;
			const group = svg("g", { class: standard ? "plain" : "made", role: "img" }, frame);
			group.ariaLabel = `${label}: ${show(m)} % of random play, median of ${list.length} settings`;
			const at = narrow ? { x: 0, y: y - 13, class: "start" } : { x: left - 8, y: y + 4, class: "name" };
			svg("text", at, group, label + (given ? " †" : ""));
			group.dots = [...list].sort((a, b) => a[2] - b[2]).map((dot, i) => {
				if (bars) svg("path", { d: `M${x(dot[3])} ${y}H${x(dot[4])}`, class: "bar" }, group);
				const cx = x(dot[2]) + 10 * i * (dot[2] < low), d = `M${cx - 4} ${y}l8-5v10z`;
				const look = { cx, d, cy: y, r: bars ? 4.5 : 3, class: dot[5] & 1 ? "dot flat" : "dot" };
				return { node: svg(dot[2] < low ? "path" : "circle", look, group), dot };
			});
			svg("path", { d: `M${x(m)} ${y - 9}v18`, class: "median" }, group);
			svg("text", { x: right + 8, y: y + 4, class: "value" }, group, `${show(m)} %${few ? ` (${list.length})` : ""}`);
			return group;
		});
		let shown = null;
		const point = (one) => {
			shown?.node.classList.remove("on");
			shown = one;
			if (!one) return tell("");
			one.node.classList.add("on");
			tellAt(one.node, tipOf(one.dot));
		};
		frame.onpointermove = frame.onclick = (event) => {
			const place = frame.getBoundingClientRect(), row = groups[Math.round((event.clientY - place.top - top) / pitch)];
			const far = (one) => Math.abs(one.node.getAttribute("cx") - event.clientX + place.left);
			const one = row?.dots.reduce((a, b) => (far(b) < far(a) ? b : a));
			point(one && far(one) < 24 ? one : null);
		};
		frame.onpointerleave = (event) => event.pointerType === "touch" || point(null);
		for (const group of groups) {
			group.onfocus = () => (point(null), tellAt(group, `${group.ariaLabel}\n← → for its settings`));
			group.onblur = () => point(null);
		}
		frame.addEventListener("keydown", (event) => {
			const row = document.activeElement.dots, step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
			if (!row || !step) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			point(row[clamp(shown ? row.indexOf(shown) + step : 0, 0, row.length - 1)]);
		});
		rove(frame, () => groups);
		box.replaceChildren(frame);
	}
	// The address has the controls.
	const slug = (option) => option.textContent.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
	const read = () => {
		const [id, query] = location.hash.slice(1).split("?"), wanted = new URLSearchParams(query);
		for (const control of id === "chart" ? [see, delays, problem, axis] : []) {
			const found = [...control.options].findIndex((one) => slug(one) === wanted.get(control.name));
			control.selectedIndex = Math.max(found, 0);
			options();
		}
		draw();
	};
	form.onchange = () => {
		options();
		draw();
		const chosen = [see, delays, problem, axis].filter((control) => control.selectedIndex > 0);
		const query = chosen.map((control) => `${control.name}=${slug(control.selectedOptions[0])}`).join("&");
		history.replaceState(null, "", `#chart${query && "?"}${query}`);
	};
	options();
	read();
	addEventListener("hashchange", read);
	redraws.push(draw);
}

// Panels of curves; a legend switches them.
function curves(box) {
	const data = JSON.parse(find(box.dataset.curves).textContent), off = new Set(data.off);
	let log = false, read = [], panel = 0, share = 1;
	const bar = html("div", { className: "legend", role: "toolbar", ariaLabel: "Curves" });
	box.before(bar);
	const button = (text, pressed, act) => {
		const node = html("button", { type: "button", textContent: text, ariaPressed: pressed }, bar);
		node.onclick = () => ((node.ariaPressed = act()), draw());
		return node;
	};
	const flip = (key) => (off.delete(key) ? true : !off.add(key));
	for (const [key, [label, colour, line]] of Object.entries(data.algorithms)) {
		const sample = svg("svg", { viewBox: "0 0 28 12", class: `c-${colour} ${line}`, "aria-hidden": "true" });
		svg("path", { d: "M0 6h28", class: "curve" }, sample);
		button(label, !off.has(key), () => flip(key)).prepend(sample);
	}
	if (data.panels.every(([, lines]) => Object.values(lines).every(([, ys]) => Math.min(...ys) >= 0))) button("log scale", false, () => (log = !log));
	rove(bar, () => [...bar.children]);
	box.ariaLabel = "Curves. Arrow keys: left and right read values, up and down change the panel";
	Object.assign(box, { tabIndex: 0, role: "group" });
	const at = (xs, ys, x) => {
		const i = xs.findIndex((v) => v >= x);
		return i < 1 ? ys.at(i) : ys[i - 1] + ((ys[i] - ys[i - 1]) * (x - xs[i - 1])) / (xs[i] - xs[i - 1]);
	};
	const on = (lines) => Object.keys(data.algorithms).filter((key) => lines[key] && !off.has(key));
	function draw() {
		const full = box.clientWidth, columns = clamp(Math.floor(full / 215), 1, data.panels.length), w = full / columns;
		const h = columns === 1 ? 80 : clamp(w * 0.65 - 38, 124, 131), foot = h - 24, head = 8;
		const ends = data.panels.map(([, lines]) => {
			const values = on(lines).flatMap((key) => lines[key][1].map((v, i) => v + lines[key][2][i]));
			return [Math.min(0, ...values), Math.max(1, ...values) * 1.04];
		});
		const together = [Math.min(...ends.map((e) => e[0])), Math.max(...ends.map((e) => e[1]))];
		box.replaceChildren();
		read = data.panels.map(([title, lines], n) => {
			const own = !data.shared || n % columns === 0, left = own ? 58 : 16, right = w - 14;
			const [bottom, top] = data.shared ? together : ends[n];
			const end = Math.max(...Object.values(lines).map((line) => line[0].at(-1)));
			const x = scale(false, 0, end, left, right), y = scale(log, log ? top / 1000 : bottom, top, foot, head);
			const cell = html("span", { className: "panel", textContent: title, style: `width: ${w}px` }, box);
			const frame = svg("svg", { viewBox: `0 0 ${w} ${h}`, width: w, height: h, role: "img", "aria-label": title }, cell);
			const write = (x, y, kind, text) => svg("text", { x, y, class: kind }, frame, text);
			for (const t of y.ticks) {
				svg("path", { d: `M${left} ${y(t)}H${right}`, class: "grid" }, frame);
				if (own) write(left - 6, y(t) + 4, "name", digits(t, 4));
			}
			const every = Math.ceil(x.ticks.length / (w / 75));
			x.ticks.forEach((t, i) => i % every || write(Math.min(x(t), w - 26), h - 8, "tick", plain(t)));
			for (const key of on(lines)) {
				const [xs, ys, es] = lines[key], [label, colour, dash] = data.algorithms[key];
				const group = svg("g", { class: `c-${colour} ${dash}`, "data-key": key }, frame);
				const even = Array.from({ length: 101 }, (_, i) => (xs.at(-1) * i) / 100);
				const rounds = [...xs, ...even].sort((a, b) => a - b);
				const line = (part) => rounds.map((t) => `${x(t).toFixed(1)},${y(at(xs, ys, t) + part * at(xs, es, t)).toFixed(1)}`);
				svg("polygon", { points: [...line(1), ...line(-1).reverse()].join(" "), class: "band" }, group);
				svg("polyline", { points: line(0).join(" "), class: "curve" }, group);
				svg("title", {}, group, label);
			}
			const cross = svg("path", { class: "cross" }, frame);
			const hide = () => (cross.setAttribute("d", ""), tell(""));
			const values = () => {
				read.forEach((other) => other.hide());
				const t = Math.round(end * clamp(share, 0, 1)), place = frame.getBoundingClientRect();
				cross.setAttribute("d", `M${x(t)} ${head}V${foot}`);
				const found = on(lines).map((key) => [...[1, 2].map((i) => at(lines[key][0], lines[key][i], t)), data.algorithms[key][0]]);
				const said = found.sort((a, b) => b[0] - a[0]).map(([v, e, label]) => `${digits(v, 3)} ± ${digits(e, 2)}  ${label}`);
				tell([`${title}, round ${plain(t)}`, ...said].join("\n"), place.left + x(t), place.top + h / 3);
			};
			frame.onpointermove = frame.onclick = (event) => {
				[panel, share] = [n, (event.clientX - frame.getBoundingClientRect().left - left) / (right - left)];
				values();
			};
			frame.onpointerleave = (event) => event.pointerType === "touch" || hide();
			return { values, hide };
		});
	}
	box.onkeydown = (event) => {
		const [across, down] = { ArrowRight: [0.02, 0], ArrowLeft: [-0.02, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] || [];
		if (across === undefined) return;
		event.preventDefault();
		share = clamp(share + across, 0, 1);
		panel = clamp(panel + down, 0, read.length - 1);
		read[panel].values();
	};
	box.onblur = () => read.forEach((one) => one.hide());
	draw();
	redraws.push(draw);
}
document.querySelectorAll("[data-dots]").forEach(dots);
document.querySelectorAll("[data-curves]").forEach(curves);

// Tables: search, filter, sort. Names of settings become descriptions.
const described = {};
for (const { dataset, tBodies } of document.querySelectorAll("[data-settings]")) {
	const texts = [...tBodies[0].rows].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent.trim()));
	described[dataset.settings] = Object.fromEntries(texts);
}
for (const table of document.querySelectorAll("[data-tools]")) {
	const tools = find(table.dataset.tools), fold = table.closest("details"), groups = [...table.tBodies];
	const [search, papers, verdicts] = tools.elements, output = tools.querySelector("output");
	let claim = null, texts;
	const entries = groups.flatMap((group) => {
		const rows = [...group.rows], head = rows[0].cells[0].tagName === "TH" && rows.shift();
		if (group.id) claim = group;
		for (const { cells: [name] } of claim ? rows : []) {
			name.textContent = described[claim.id.split("-")[0]]?.[name.textContent.trim()] ?? name.textContent;
		}
		const about = claim ? `${claim.textContent} ${head.textContent}` : "";
		return rows.map((row) => ({ row, group, claim, about, paper: (claim || row).textContent.trim() }));
	});
	function filter() {
		const words = search.value.toLowerCase().split(/\s+/), filled = new Set();
		texts ||= entries.map(({ row, about }) => `${about} ${row.textContent}`.toLowerCase());
		let n = 0;
		entries.forEach(({ row, group, claim, paper }, i) => {
			const verdict = row.cells[2].textContent.trim().replace(/^\W /, "");
			const shown = words.every((word) => texts[i].includes(word)) && paper.startsWith(papers.value) && verdict.startsWith(verdicts.value);
			row.hidden = !shown;
			if (shown) filled.add(group).add(claim);
			n += shown;
		});
		groups.forEach((group) => (group.hidden = n < entries.length && !filled.has(group)));
		output.textContent = `${plain(n)} of ${plain(entries.length)}${n ? "" : ": no row has all of this"}`;
		fold.open = true;
	}
	tools.hidden = false;
	tools.oninput = filter;
	tools.onsubmit = (event) => event.preventDefault();
	table.reset = () => (tools.reset(), filter());
	const heads = [...table.tHead.rows[0].cells], number = (text) => parseFloat(text.replace("−", "-").replace(/,/g, ""));
	heads.forEach((head, i) => {
		const button = html("button", { type: "button" });
		button.append(...head.childNodes);
		head.append(button);
		button.onclick = () => {
			const up = head.ariaSort !== "ascending", text = (one) => one.row.cells[i]?.textContent.trim() ?? "";
			const compare = (a, b) => number(a) - number(b) || a.localeCompare(b, "en", { numeric: true });
			heads.forEach((other) => (other.ariaSort = null));
			head.ariaSort = up ? "ascending" : "descending";
			entries.sort((a, b) => (up ? 1 : -1) * compare(text(a), text(b)));
			entries.forEach(({ row, group }) => group.append(row));
			texts = undefined;
		};
	});
}

// Show a link's target. The first tap on a sign says what it means.
function reveal() {
	const target = find(decodeURIComponent(location.hash.slice(1).split("?")[0]));
	if (target?.closest("[hidden]")) target.closest("table")?.reset();
	for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
	target?.scrollIntoView();
}
addEventListener("hashchange", reveal);
addEventListener("click", (event) => {
	const link = event.target.closest('a[href^="#"]');
	if (touched && link?.matches(".signs a") && tapped !== link) {
		event.preventDefault();
		tapped = link;
	} else if (link && link.hash === location.hash) reveal();
});
if (location.hash) reveal();
