"use strict";

// Filter: claims by verdict, sections by paper.
const form = document.getElementById("filter");
const claims = [...document.querySelectorAll("details.claim")];
const papers = [...document.querySelectorAll("section.paper")];

function filter() {
  const { paper, verdict } = form.elements;
  for (const section of papers) {
    section.hidden = Boolean(paper.value) && section.dataset.paper !== paper.value;
  }
  for (const claim of [...claims, ...document.querySelectorAll(".answers tbody tr")]) {
    const verdicts = claim.dataset.verdicts.split("|");
    claim.hidden = Boolean(verdict.value) && !verdicts.includes(verdict.value);
  }
  const shown = claims.filter((claim) => !claim.hidden && !claim.closest("section").hidden);
  const chosen = Boolean(verdict.value);
  document.getElementById("main").classList.toggle("filtering", chosen);
  if (chosen) {
    for (const claim of shown) claim.parentElement.closest("details").open = true;
  }
  form.querySelector("output").textContent = `${shown.length} of ${claims.length} claims`;
}

form.hidden = false;
form.addEventListener("change", filter);
filter();

document.getElementById("unfold").addEventListener("click", (event) => {
  const open = event.target.textContent === "Unfold all";
  for (const fold of document.querySelectorAll("main details")) fold.open = open;
  event.target.textContent = open ? "Fold all" : "Unfold all";
});
window.addEventListener("beforeprint", () => document.querySelectorAll("main details:not(.curves)").forEach((fold) => fold.setAttribute("open", "")));

// Anchors: what is linked to is shown and unfolded.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const section = target.closest("section");
  if (target.hidden || (section && section.hidden)) {
    form.reset();
    filter();
  }
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
  target.scrollIntoView();
}

window.addEventListener("hashchange", reveal);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
if (location.hash) reveal();

// On a narrow screen the contents begin folded.
if (window.matchMedia("(max-width: 79.9rem)").matches) {
  document.querySelector("nav details").open = false;
}

// Curves: each entry of a legend gets a box that shows and hides what is drawn in its style.
function entriesOf(legend) {
  const entries = [];
  let style = null;
  for (const part of legend.querySelectorAll("path, text")) {
    if (part.tagName === "path") {
      if (getComputedStyle(part).stroke !== "none") style = part.classList[0];
    } else if (style) {
      entries.push([part.textContent, style]);
      style = null;
    }
  }
  return entries;
}

function show(picture, style, visible) {
  const lines = [...picture.querySelectorAll("path[class], use[class]")].filter((path) => !path.closest(".legend"));
  const colours = new Set();
  for (const line of lines) {
    if (line.classList[0] === style) {
      line.classList.toggle("off", !visible);
      colours.add(line.dataset.colour ||= getComputedStyle(line).stroke);
    }
  }
  const left = (colour) => lines.some((line) => line.dataset.colour === colour && !line.classList.contains("off"));
  for (const line of lines) {
    const look = getComputedStyle(line);
    if (look.stroke === "none" && colours.has(look.fill)) line.classList.toggle("off", !left(look.fill));
  }
}

function addBoxes(details, picture, legend) {
  for (const [label, style] of entriesOf(legend)) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => show(picture, style, box.checked));
    const line = document.createElement("label");
    line.append(box, ` ${label}`);
    details.append(line);
  }
}

for (const legend of document.querySelectorAll("svg .legend")) {
  const picture = legend.closest("svg");
  if (picture.querySelector(".legend") !== legend) continue;
  const details = document.createElement("details");
  details.className = "curves";
  details.append(Object.assign(document.createElement("summary"), { textContent: "Show and hide curves" }));
  details.addEventListener("toggle", () => addBoxes(details, picture, legend), { once: true });
  picture.closest("figure").querySelector("figcaption").append(details);
}
