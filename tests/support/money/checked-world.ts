import { numberTransactions, takeCheckpoints } from "../../../app/domain/ledger/journal.server.ts";
import { checkAndFreeze } from "../../../app/domain/ledger/ledger-checks.server.ts";
import { issueCreditNotes } from "../../../app/domain/payouts/statements/month-statements.server.ts";
import { setStatus } from "../../../app/domain/users/user.server.ts";
import { createTestDatabase, type TestDatabase } from "../database/database.ts";
import { expectCleanBooks } from "../database/ledger-checks.ts";
import { turnGuardsOff, turnIdsFree } from "./guards-off.ts";
import { createCreator } from "./tip-world.ts";
import { tellSettlement, tellStatement } from "./told-files.ts";
import { tellEverything } from "./whole-world.ts";

/** Everything that moves money, checked without a fault as every ten minutes; then no guard is left. */
export async function createCheckedWorld(): Promise<{ database: TestDatabase; now: Date }> {
  const database = await createTestDatabase();
  const world = await tellEverything(database.db);
  await tellSettlement(world);
  await tellStatement(world);
  const locked = await createCreator(world);
  const now = world.clock();
  await database.db
    .transaction()
    .execute(async (trx) => await setStatus(trx, locked.id, "LOCKED", "fraud", now));
  await database.db
    .insertInto("vat_id_checks")
    .values({
      ...{ creator_id: locked.id, vat_id: "FR40303265045", state: "INVALID", name: "SARL Nord" },
      ...{ address: "1 rue X, Lille", request_identifier: "WAPIAAAA1", asked_at: now, checked_at: now },
      due_at: now,
    })
    .execute();
  await numberTransactions(database.db, now);
  await issueCreditNotes(world);
  await checkAndFreeze(world, "FULL");
  await takeCheckpoints(database.db, { upto: Number.MAX_SAFE_INTEGER, least: 1, now });
  await expectCleanBooks(database.db, now);
  await turnGuardsOff(database.db);
  await turnIdsFree(database.db);
  return { database, now };
}
