import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { DB } from "../../../db/schema.ts";
import { faultsIn } from "../database/ledger-checks.ts";
import { eventually } from "../eventually.ts";

/**
 * Waits until provider and product agree about every payment: what is paid there has settled here, whatever became of it
 * since, and the other way round. Then the books have to be clean: nothing was left half done. A job that could not even write down that it failed is
 * taken up again after a minute or two.
 */
export async function expectWholePayments(db: Kysely<DB>): Promise<void> {
  await eventually("provider and product agree about every payment", async () => {
    const { rows } = await sql`
        select from sandbox.payments s left join payments p on p.id::text = s.payment_id
        where (s.state = 'PAID') <> coalesce(p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK'), false)`.execute(
      db,
    );
    return rows.length === 0;
  });
  expect(await faultsIn(db, new Date())).toEqual({});
}
