import type { ReadStatement } from "./camt.ts";
import type { ReadRow } from "./camt-entries.ts";

type Kind = ReadStatement["kind"];
type Direction = ReadRow["direction"];

/** What the bank has told of a thing, by kind of file and direction, with the bank's own names of the bookings. */
export class Told {
  readonly #refs = new Map<string, Set<string | null>>();
  readonly #things = new Map<string, Set<string>>();
  readonly #directions = new Set<string>();
  /** What the statement at hand has told: it tells of no booking twice, whatever the bank names it. */
  readonly #here = new Set<string>();

  /** From here on another statement tells. */
  beginStatement(): void {
    this.#here.clear();
  }

  add(thing: string, kind: Kind, direction: Direction, bankRef: string | null): void {
    const key = `${thing} ${kind} ${direction}`;
    this.#here.add(key);
    this.#refs.set(key, (this.#refs.get(key) ?? new Set()).add(bankRef));
    const name = `${kind} ${direction} ${bankRef}`;
    this.#things.set(name, (this.#things.get(name) ?? new Set()).add(thing));
    this.#directions.add(`${thing} ${direction}`);
  }

  /** "before" when this kind of file has told of this very booking, "twice" when it told of another one. */
  isIn(thing: string, kind: Kind, direction: Direction, bankRef: string | null): "no" | "before" | "twice" {
    const key = `${thing} ${kind} ${direction}`;
    const refs = this.#refs.get(key);
    if (!refs) return "no";
    return !this.#here.has(key) && bankRef !== null && refs.has(bankRef) ? "before" : "twice";
  }

  /** Of what this kind of file has told by this very booking. */
  thingsNamed(kind: Kind, direction: Direction, bankRef: string | null): string[] {
    return bankRef === null ? [] : [...(this.#things.get(`${kind} ${direction} ${bankRef}`) ?? [])];
  }

  has(thing: string, direction: Direction): boolean {
    return this.#directions.has(`${thing} ${direction}`);
  }
}
