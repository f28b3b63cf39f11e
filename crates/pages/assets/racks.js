// The calculator of racks: tiles that were left, and what they cost.

import { charge, countRacks, readField, readTiles, signed } from "./sheet.js";

/** The calculator of racks, for one game of a sheet. */
export class Racks {
  constructor(entry, dialog) {
    Object.assign(this, { entry, dialog });
    this.rows = dialog.querySelector("[data-racks-rows]");
    dialog.addEventListener("input", () => this.count());
    dialog.querySelector("[data-racks-leave]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-racks-form]").addEventListener("submit", (event) => { event.preventDefault(); this.take(); });
    dialog.addEventListener("close", () => this.sheet?.rows[this.game].fields[this.seat]?.focus());
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("[data-tiles]")) return;
      event.preventDefault();
      const fields = [...this.rows.querySelectorAll("[data-tiles]")];
      const next = fields[fields.indexOf(event.target) + 1];
      if (next) next.focus(); else this.take();
    });
  }

  open(sheet, game, seat) {
    Object.assign(this, { sheet, game, seat });
    const template = this.dialog.querySelector("[data-rack-row]").content.firstElementChild;
    this.rows.replaceChildren(...sheet.names.map((name, index) => {
      const row = template.cloneNode(true);
      row.querySelector("legend").textContent = `${"ABCD"[index]} ${name}`;
      row.hidden = readField(sheet.rows[game].fields[index].value).kind === "gone";
      return row;
    }));
    this.count();
    this.dialog.showModal();
    this.rows.querySelectorAll("[data-tiles]")[seat]?.focus();
  }

  /** The racks as typed; null where nothing is. */
  read() {
    return [...this.rows.children].filter((row) => !row.hidden).map((row) => {
      const tiles = row.querySelector("[data-tiles]");
      const meld = row.querySelector("[data-meld]").value;
      const read = readTiles(tiles.value);
      tiles.toggleAttribute("aria-invalid", false);
      if (read.wrong) tiles.setAttribute("aria-invalid", "true");
      const isEmpty = tiles.value.trim() === "" && meld === "made";
      return { row, read, rack: read.wrong ? null : { ...read, meld: meld === "spilled" ? "made" : meld, spilled: meld === "spilled" }, isEmpty };
    });
  }

  count() {
    const racks = this.read();
    const ending = this.sheet.rows[this.game].ending.value;
    const note = this.dialog.querySelector("[data-racks-sum]");
    for (const { row, read, rack, isEmpty } of racks) {
      row.querySelector("[data-points]").textContent = read.wrong ? this.entry.say("rack-wrong", { t: read.wrong }) : isEmpty ? "" : signed(-charge(rack, this.entry.rules));
    }
    note.textContent = "";
    this.counted = null;
    if (racks.some(({ read }) => read.wrong)) return;
    // One rack alone is what its player lost, where somebody has finished.
    const typed = racks.filter(({ isEmpty }) => !isEmpty);
    if (ending === "rack_emptied" && typed.length < racks.length - 1) {
      this.counted = { partly: racks.map(({ rack, isEmpty }) => (isEmpty ? null : charge(rack, this.entry.rules))) };
      return;
    }
    const counted = countRacks(racks.map(({ rack }) => rack), ending, this.entry.rules);
    if (counted.error) note.textContent = this.entry.say(`rack-error-${counted.error}`);
    else {
      this.counted = counted;
      note.textContent = counted.small.map((small, index) => `${racks[index].row.querySelector("legend").textContent.slice(0, 1)} ${signed(small)}`).join(", ");
    }
  }

  take() {
    this.count();
    if (!this.counted) return;
    const seats = [...this.rows.children].flatMap((row, index) => (row.hidden ? [] : [index]));
    const fields = this.sheet.rows[this.game].fields;
    const { partly, small, winners } = this.counted;
    seats.forEach((seat, index) => {
      if (partly) { if (partly[index] !== null) fields[seat].value = String(partly[index]); }
      else fields[seat].value = winners.includes(index) ? (winners.length > 1 ? "+" : "") : String(-small[index]);
    });
    this.sheet.typed(fields[this.seat]);
    this.dialog.close();
  }
}
