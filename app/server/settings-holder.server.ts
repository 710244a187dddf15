import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import { type BrandEnvironment, readSettings } from "../domain/settings/settings.server.ts";
import type { Settings } from "../product-settings.ts";
import type { Logger } from "./log.server.ts";

/** What runs in this process; it follows the database within a second. */
export interface SettingsHolder {
  current(): Settings;
  /** Reads them again, after a change. */
  renew(): Promise<void>;
  /** Called after each change that was seen. */
  onChange(changed: () => void): void;
}

export async function openSettings(
  db: Kysely<DB>,
  environment: BrandEnvironment,
  log: Logger,
): Promise<SettingsHolder> {
  let settings = await readSettings(db, environment);
  const followers: (() => void)[] = [];
  return {
    current: () => settings,
    onChange: (changed) => void followers.push(changed),
    async renew() {
      try {
        const next = await readSettings(db, environment);
        // A slower reading may be older.
        if (next.version <= settings.version) return;
        settings = next;
        for (const changed of followers) changed();
      } catch (error) {
        log.warn({ error: String(error) }, "settings cannot be read: the last ones stay");
      }
    },
  };
}
