import { globSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeCheckpoints } from "../../app/domain/ledger/checkpoints.server.ts";
import { numberTransactions, trialBalance } from "../../app/domain/ledger/ledger.server.ts";
import { checkIn, FOLDERS } from "../../app/domain/ledger/ledger-checks.server.ts";
import { importSettlement, reverseEvent } from "../../app/domain/payments/payments.server.ts";
import { issueCreditNotes, takeStatements } from "../../app/domain/payouts/payouts.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { corrupt } from "../support/money/behind-the-back.ts";
import { camt } from "../support/money/camt.ts";
import { turnGuardsOff } from "../support/money/corruptions.ts";
import { LONE_CORRUPTIONS } from "../support/money/lone-corruptions.ts";
import { makeOperator, OUR_ACCOUNT, type PayoutWorld } from "../support/money/payout-world.ts";
import { decimal, settlementFile } from "../support/money/settlement-files.ts";
import { createCreator, payTip, tellDispute } from "../support/money/tip-world.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// docs/faults.md: each check of db/checks is the only one to notice something.

const CHECKS = globSync("db/checks/*/*.sql").sort();
const nameOf = (path: string) => basename(path, ".sql");

let database: TestDatabase;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = await tellEverything(database.db);
  await tellSettlement(world);
  const kept = await payTip(world, await createCreator(world), { amount: 31_00, type: "INETCASH_OB" });
  await tellDispute(world, kept, "OPEN");
  await tellDispute(world, kept, "WON");
  await tellStatement(world);
  now = world.clock();
  await numberTransactions(database.db, now);
  await issueCreditNotes(world);
  // The first of what happened is covered by a checkpoint, the rest is not.
  const { upto } = await database.db
    .selectFrom("ledger_transaction")
    .select(sql<number>`percentile_disc(0.2) within group (order by id)`.as("upto"))
    .executeTakeFirstOrThrow();
  await takeCheckpoints(database.db, { upto, least: 1, now });
  await expectCleanBooks(database.db, now);
  await turnGuardsOff(database.db);
});
afterAll(() => database.drop());

/** A provider's file with a payment of ours, a fee, and a payment that nobody knows. */
async function tellSettlement(world: PayoutWorld): Promise<void> {
  const payment = await payTip(world, await createCreator(world), { amount: 50_00 });
  const known = { payment: payment.provider_ref, gross: decimal(payment.charged_minor), fee: "1.00" };
  const bytes = settlementFile(
    { event: "e-1", kind: "PAYMENT", ...known },
    { event: "e-2", kind: "FEE", gross: "3.00" },
    { event: "e-3", kind: "PAYMENT", payment: "nobody-knows", gross: "9.00" },
    { event: "e-4", kind: "FEE", gross: "4.00" },
  );
  const operator_id = await makeOperator(world);
  await importSettlement(world, { provider: "scripted", bytes, operator_id });
  const wrong = await world.db
    .selectFrom("settlement_events")
    .select("id")
    .where("event_ref", "=", "e-4")
    .executeTakeFirstOrThrow();
  const alone = { ...world, second_operator_from_minor: null };
  await reverseEvent(alone, { event_id: wrong.id, operator_id, reason: "wrong" });
}

/** Our bank's statement: what the books have, and a booking that they do not. */
async function tellStatement(world: PayoutWorld): Promise<void> {
  const rows = await trialBalance(world.db);
  const held = rows.find(({ code, currency }) => code === "bank" && currency === "EUR");
  // Nothing that was posted is under way by then.
  const day = new Date(world.clock().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  const opening = held?.balance_minor ?? 0;
  const bytes = camt({ id: "s-1", opening, day, rows: [{ amount: "5.00", words: "unknown" }] });
  await takeStatements(world, { operator_id: await makeOperator(world), account: OUR_ACCOUNT, bytes });
}

class Undone extends Error {}

/** The checks that notice it, in a look of this extent; nothing of it stays. */
async function noticedBy(name: string, extent: "DELTA" | "FULL"): Promise<string[]> {
  const corruption = LONE_CORRUPTIONS[name];
  if (!corruption) throw new Error(`nothing is known that ${name} alone notices`);
  let names: string[] = [];
  await database.db
    .transaction()
    .execute(async (trx) => {
      await corrupt(trx, corruption, now);
      const { results } = await checkIn(trx, { extent, now });
      names = results.filter(({ rows }) => rows.length > 0).map((result) => result.name);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return names;
}

describe("each check of the books is the only one to notice something", () => {
  for (const path of CHECKS) {
    const name = nameOf(path);
    const extent = FOLDERS.FULL.some((folder) => path.includes(`/${folder}/`)) ? "FULL" : "DELTA";
    it(`${name}: ${LONE_CORRUPTIONS[name]?.what ?? "nothing"}`, async () => {
      expect(await noticedBy(name, extent)).toEqual([name]);
    });
  }
});

it("every corruption that one check alone notices is of a check that there is", () => {
  expect(Object.keys(LONE_CORRUPTIONS).sort()).toEqual(CHECKS.map(nameOf).sort());
});
