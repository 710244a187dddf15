import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

/** What runs in the worlds; another build, such as one with a deliberate fault, by WORLD_BUILD. */
export const BUILD = path.resolve(process.env.WORLD_BUILD ?? "build/server");

const FOLDER = path.resolve(`build/world-next-${process.pid}`);

/** A build of its own, as a deploy brings: nothing of it is shared with instances of the former one. */
export function nextBuild(): string {
  if (!existsSync(FOLDER)) cpSync(BUILD, FOLDER, { recursive: true });
  return FOLDER;
}

export function removeNextBuild(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

const HOT_TABLES = ["users", "sessions", "tips", "payments", "payouts", "payout_batches", "tip_series"];

/** As the next build's migration does, while the former one still serves, with its prepared statements. */
export async function migrateToNextBuild(control: pg.Client): Promise<void> {
  for (const table of [...HOT_TABLES, "vouchers", "grouplists", "mail_outbox"])
    await control.query(`alter table ${table} add column if not exists of_next_build text`);
}
