// What the browser does by itself: themes, files, links, highlights. Nothing here knows anything of puzzles.
"use strict";
{
  const byId = (name) => document.getElementById(name);
  const puzzle = () => byId("puzzle");

  const say = (problem) => { byId("problem").textContent = problem; };

  const put = (text) => {
    puzzle().value = text;
    say("");
    keep();
  };

  const keep = () => {
    try { sessionStorage.setItem("solvent-text", puzzle().value); } catch { /* too long to be kept */ }
  };

  const writer = () => document.querySelector('input[name="writer"]:checked')?.value ?? "rules";

  // A link carries the text behind "#", which browsers do not send to servers.
  const through = async (stream, bytes, most = Infinity) => {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      size += value.length;
      if (size > most) throw new Error("too long");
      parts.push(value);
    }
  };

  const linkTo = async (text) => {
    const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
    const code = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
    return `${location.origin}/#text=${code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  };

  const fromLink = async () => {
    const code = location.hash.match(/^#text=([\w-]+)$/)?.[1];
    if (!code) return null;
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), bytes, 4 * puzzle().dataset.most);
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  };

  const open = async () => {
    const linked = await fromLink().catch(() => { say("The text in this link cannot be read; ask for the link again."); return null; });
    if (linked !== null) {
      history.replaceState(null, "", location.pathname);
      put(linked);
    } else if (!puzzle().value) {
      puzzle().value = sessionStorage.getItem("solvent-text") ?? "";
    }
  };

  const read = async (file) => {
    if (!file) return;
    if (file.size > 4 * puzzle().dataset.most) { say(`${file.name} is too large for a puzzle.`); return; }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      if (text.includes("\0")) throw new Error("binary");
      put(text);
    } catch {
      say(`${file.name} is not a text in UTF-8.`);
    }
  };

  const light = (clue, on) => {
    for (const each of document.querySelectorAll(".lit")) each.classList.remove("lit");
    if (!on) return;
    const chosen = `[data-clues~="${CSS.escape(clue)}"], [data-clue="${CSS.escape(clue)}"]`;
    for (const each of document.querySelectorAll(chosen)) each.classList.add("lit");
  };

  const lights = (event, on) => {
    const clue = event.target.closest?.("[data-clue]");
    if (clue) light(clue.dataset.clue, on);
  };

  const toggle = (edit, on) => {
    edit.querySelector("[data-edit]").setAttribute("aria-expanded", on);
    edit.querySelector("div").hidden = !on;
    edit.querySelector(on ? "textarea" : "[data-edit]").focus();
  };

  const click = (event) => {
    const target = event.target.closest?.("[data-edit], [data-cancel], [data-try], [data-share]");
    const edit = target?.closest(".edit");
    if (!target) return;
    if ("edit" in target.dataset) toggle(edit, edit.querySelector("div").hidden);
    else if ("cancel" in target.dataset) toggle(edit, false);
    else if ("share" in target.dataset) share();
    else {
      const detail = { clue: Number(target.dataset.try), text: edit.querySelector("textarea").value };
      target.dispatchEvent(new CustomEvent("solvent-edit", { bubbles: true, detail }));
    }
  };

  const share = async () => {
    const link = byId("link");
    link.value = await linkTo(puzzle().value);
    link.hidden = false;
    link.select();
    const copied = await navigator.clipboard?.writeText(link.value).then(() => true, () => false);
    byId("copied").textContent = copied ? "The link is copied; it holds the text above." : "Copy the link above; it holds the text.";
  };

  // A value that several columns have is named with its column.
  const named = (select) => {
    const column = select.getAttribute("data-column");
    const same = Array.from(select.closest("tr").querySelectorAll("select option"), (each) => each.value);
    return select.value && same.filter((value) => value === select.value).length > 1 ? `${column}: ${select.value}` : select.value;
  };

  // The grid of choices writes what "Marks" says, a line for each row.
  const mark = (table) => {
    const lines = Array.from(table.querySelectorAll("tr[data-row]"), (row) => {
      const chosen = Array.from(row.querySelectorAll("select"), named).filter(Boolean);
      return chosen.length ? `${row.dataset.row}: ${chosen.join(", ")}` : "";
    });
    byId("marks").value = lines.filter(Boolean).join("\n");
  };

  const change = (event) => {
    const target = event.target;
    if (target.id === "example" && target.value) put(target.value);
    else if (target.id === "file") read(target.files[0]).then(() => { target.value = ""; });
    else if (target.id === "try-first") tryFirst();
    else if (target.closest?.("table.try")) mark(target.closest("table.try"));
  };

  // "Let me try first" is kept while the tab is; what spoils the puzzle is closed then, and whatever opens it says so.
  const tryFirst = () => {
    sessionStorage.setItem("solvent-try", byId("try-first").checked ? "1" : "");
    for (const each of document.querySelectorAll("details.spoils")) each.open = !byId("try-first").checked;
  };

  const key = (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && event.target.dataset?.enter) byId(event.target.dataset.enter).click();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target === puzzle()) document.querySelector("button.primary").click();
    if (event.target.closest?.('[aria-label="Explanation"]') && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      document.querySelector(event.key === "ArrowLeft" ? "#steps button" : "#steps button:nth-of-type(2)").click();
    }
    if (event.key === "Escape" && event.target.closest?.(".edit")) toggle(event.target.closest(".edit"), false);
  };

  const drop = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") read(event.dataTransfer.files[0]);
  };

  window.solvent = {
    request() {
      const text = puzzle().value, most = Number(puzzle().dataset.most), length = Array.from(text).length;
      const problem = !text.trim() ? "There is no text yet: paste a puzzle, or choose an example."
        : length > most ? `This text has ${length} characters; a puzzle has at most ${most}.` : "";
      say(problem);
      if (problem) puzzle().focus();
      return problem ? null : { text, writer: writer(), trying: byId("try-first").checked };
    },
    value(name, empty = false) {
      const text = byId(name).value;
      if (!text.trim() && !empty) { byId(name).focus(); return null; }
      return text;
    },
    replace(old, text) {
      if (puzzle().value === old) put(text);
    },
    // What a tab had been working on, unless the visitor has opened or written something else.
    restore(text, name) {
      if (!puzzle().value) put(text);
      for (const each of document.querySelectorAll('input[name="writer"]')) each.checked = each.value === name;
    },
    theme() {
      const dark = !document.body.classList.contains("body--dark");
      localStorage.setItem("solvent-theme", dark ? "dark" : "light");
      solvent.paint();
    },
    paint() {
      const chosen = localStorage.getItem("solvent-theme");
      if (chosen) window.Quasar?.Dark.set(chosen === "dark");
    },
  };

  window.addEventListener("hashchange", () => open());
  document.addEventListener("click", click);
  document.addEventListener("change", change);
  document.addEventListener("keydown", key);
  document.addEventListener("input", (event) => { if (event.target === puzzle()) keep(); });
  for (const name of ["dragover", "drop"]) document.addEventListener(name, drop);
  for (const name of ["mouseover", "focusin"]) document.addEventListener(name, (event) => lights(event, true));
  for (const name of ["mouseout", "focusout"]) document.addEventListener(name, (event) => lights(event, false));

  // The focus is not lost with a button that goes: the last one left in its region has it then.
  let focused = null, home = null;
  document.addEventListener("focusin", (event) => {
    focused = event.target;
    home = focused.closest("section");
  });
  const refocus = () => {
    if (!focused || focused.checkVisibility() || ![document.body, focused].includes(document.activeElement)) return;
    const left = [...(home?.querySelectorAll("button") ?? [])].filter((each) => each.checkVisibility());
    left.at(-1)?.focus({ preventScroll: true });
  };

  const ready = () => {
    if (!document.getElementById("main")) { requestAnimationFrame(ready); return; }
    solvent.paint();
    new MutationObserver(refocus).observe(byId("main"), { attributeFilter: ["hidden"], childList: true, subtree: true });
    if (!puzzle()) return;
    byId("try-first").checked = Boolean(sessionStorage.getItem("solvent-try"));
    if (byId("try-first").checked) tryFirst();
    open();
  };
  requestAnimationFrame(ready);
}
