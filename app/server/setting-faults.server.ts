import { z } from "zod";

/** The environment, without what is empty. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What is wrong so far, a line for each. */
export class Faults {
  readonly lines: string[] = [];
  readonly #settings = new Set<string>();

  add(...lines: readonly string[]): void {
    this.lines.push(...lines.filter((line) => !this.lines.includes(line)));
  }

  /** Whether this setting was named already. */
  has(setting: string): boolean {
    return this.#settings.has(setting);
  }

  /** Reads settings; what is wrong is noted, and those are read as if nobody had set them. */
  read<Read>(given: Given, parse: (given: Given) => Read): Read {
    const read = this.attempt(() => parse(given));
    if (read !== undefined) return read;
    return parse(Object.fromEntries(Object.entries(given).filter(([name]) => !this.has(name))));
  }

  /** Undefined when a setting is wrong, which is noted. */
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
