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
  for (const claim of [...claims, ...document.querySelectorAll(".verdicts tbody tr")]) {
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

// Show and unfold the target of a link.
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

// Fold the contents on a narrow screen.
if (window.matchMedia("(max-width: 79.9rem)").matches) {
  document.querySelector("nav details").open = false;
}
