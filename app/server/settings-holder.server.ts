import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import {
  nextTextChange,
  readSettings,
  type SettingsEnvironment,
} from "../domain/settings/settings.server.ts";
import type { Settings } from "../product-settings.ts";
import type { Logger } from "./log.server.ts";

export interface SettingsHolder {
  current(): Settings;
  renew(): Promise<void>;
  onChange(changed: () => void): void;
}

/** Timers know about 24 days. */
const WAIT_MS_MAXIMUM = 86_400_000;

export async function openSettings(
  db: Kysely<DB>,
  environment: SettingsEnvironment,
  log: Logger,
): Promise<SettingsHolder> {
  let settings = await readSettings(db, environment);
  const followers: (() => void)[] = [];
  const tellAll = () => {
    for (const changed of followers) changed();
  };
  let waiting: NodeJS.Timeout | undefined;
  const awaitNextText = () => {
    clearTimeout(waiting);
    const at = nextTextChange(settings, new Date());
    if (at === null) return;
    waiting = setTimeout(
      () => {
        tellAll();
        awaitNextText();
      },
      Math.min(at.getTime() - Date.now(), WAIT_MS_MAXIMUM),
    );
    waiting.unref();
  };
  awaitNextText();
  return {
    current: () => settings,
    onChange: (changed) => void followers.push(changed),
    async renew() {
      try {
        const next = await readSettings(db, environment);
        // A slower reading may be older.
        const texts = next.legal_versions.length - settings.legal_versions.length;
        if (next.version < settings.version || texts < 0) return;
        if (next.version === settings.version && texts === 0) return;
        settings = next;
        awaitNextText();
        tellAll();
      } catch (error) {
        log.warn({ error: String(error) }, "settings cannot be read: the last ones stay");
      }
    },
  };
}
