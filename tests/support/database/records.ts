import type { Kysely } from "kysely";
import { inject } from "vitest";
import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { createDatabase } from "../../../db/index.ts";
import type { DB } from "../../../db/schema.ts";
import { TEST_SECRETS } from "../http/product.ts";

let opened: Kysely<DB> | null = null;

/** The shared product's database, to see what was kept, and to make time pass for one tip. */
export function records(): Kysely<DB> {
  opened ??= createDatabase(inject("product").databaseUrl, { max: 3 });
  return opened;
}

/** After each test file. */
export async function closeRecords(): Promise<void> {
  await opened?.destroy();
  opened = null;
}

/** The tip whose steps have this address. */
export function tipIdOf(address: string): string {
  const token = /\/tip\/([^/]+)\//.exec(address)?.[1] ?? "";
  const id = createTokens(TEST_SECRETS.APP_SECRET).verify("tip-draft", token);
  if (!id) throw new Error(`no tip has the address ${address}`);
  return id;
}

export async function paymentsOf(tipId: string): Promise<{ id: string; status: string }[]> {
  return await records()
    .selectFrom("payments")
    .select(["id", "status"])
    .where("tip_id", "=", tipId)
    .orderBy("created_at")
    .execute();
}

/** As the hourly job does with a tip that nobody paid for a day. */
export async function expire(tipId: string): Promise<void> {
  await records().updateTable("tips").set({ status: "EXPIRED" }).where("id", "=", tipId).execute();
}
