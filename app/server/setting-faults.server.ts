import { z } from "zod";

export type Given = Readonly<Record<string, string | undefined>>;

export class Faults {
  readonly lines: string[] = [];
  readonly #settings = new Set<string>();

  add(...lines: readonly string[]): void {
    this.lines.push(...lines.filter((line) => !this.lines.includes(line)));
  }

  has(setting: string): boolean {
    return this.#settings.has(setting);
  }

  /** Notes faults and reads their settings as unset. */
  read<Read>(given: Given, parse: (given: Given) => Read): Read {
    const read = this.attempt(() => parse(given));
    if (read !== undefined) return read;
    return parse(Object.fromEntries(Object.entries(given).filter(([name]) => !this.has(name))));
  }

  /** Undefined for a wrong setting, which is noted. */
  attempt<Read>(read: () => Read): Read | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      for (const { path, message } of error.issues) {
        const setting = String(path[0]);
        if (!this.has(setting)) this.add(`${path.join(".")}: ${message}`);
        this.#settings.add(setting);
      }
      return undefined;
    }
  }
}
