import { globSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { numberTransactions, takeCheckpoints } from "../../app/domain/ledger/journal.server.ts";
import { checkIn, FOLDERS } from "../../app/domain/ledger/ledger-checks.server.ts";
import { issueCreditNotes } from "../../app/domain/payouts/statements/month-statements.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { corrupt, followInChain } from "../support/money/behind-the-back.ts";
import { turnGuardsOff } from "../support/money/guards-off.ts";
import { LONE_CORRUPTIONS } from "../support/money/lone-corruptions.ts";
import { createCreator, payTip, tellDispute } from "../support/money/tip-world.ts";
import { tellSettlement, tellStatement } from "../support/money/told-files.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// docs/faults.md: each check of db/checks is the only one to notice something.

const CHECKS = globSync("db/checks/*/*.sql").sort();
const nameOf = (path: string) => basename(path, ".sql");

let now: Date;
it.beforeAll(async ({ database }) => {
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

class Undone extends Error {}

/** The checks that notice it, in a look of this extent; nothing of it stays. */
async function noticedBy(database: TestDatabase, name: string, extent: "DELTA" | "FULL"): Promise<string[]> {
  const corruption = LONE_CORRUPTIONS[name];
  if (!corruption) throw new Error(`nothing is known that ${name} alone notices`);
  let names: string[] = [];
  await database.db
    .transaction()
    .execute(async (trx) => {
      await corrupt(trx, corruption, now);
      await followInChain(trx);
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
    it(`${name}: ${LONE_CORRUPTIONS[name]?.what ?? "nothing"}`, async ({ database }) => {
      expect(await noticedBy(database, name, extent)).toEqual([name]);
    });
  }
});

it("every corruption that one check alone notices is of a check that there is", () => {
  expect(Object.keys(LONE_CORRUPTIONS).sort()).toEqual(CHECKS.map(nameOf).sort());
});
