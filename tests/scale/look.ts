import { sql } from "kysely";
import { checkBooks } from "../../app/domain/ledger/ledger-checks.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { createDatabase } from "../../db/index.ts";
import { eventually } from "../support/eventually.ts";
import type { Crowd } from "./crowd.ts";
import type { Instance } from "./instance.ts";
import type { World } from "./world.ts";

/** Notices that the provider was acknowledged for, as the processes' logs tell. */
function noticesIn(instances: readonly Instance[]): Set<string> {
  const delivered = new Set<string>();
  for (const instance of instances)
    for (const line of instance.log().split("\n"))
      if (line.includes("sandbox: notice delivered")) {
        const id = /"eventId":"([^"]+)"/.exec(line)?.[1];
        if (id) delivered.add(id);
      }
  return delivered;
}

/**
 * Waits until provider and product agree about every payment, then compares the database with what the fans saw and with
 * the notices for which the provider had a 2xx answer. Each line that is returned is a fault: acknowledged and lost, done
 * twice, or books that do not add up.
 */
export async function lookForFaults(
  { ownerUrl, instances, worker }: World,
  { run, paid, lost }: Crowd,
): Promise<string[]> {
  const notices = noticesIn([...instances, worker]);
  const db = createDatabase(ownerUrl, { max: 4 });
  await eventually("provider and product agree about every payment", async () => {
    const { rows } = await sql`
      select from sandbox.payments s left join payments p on p.id::text = s.payment_id
      where (s.state = 'PAID') <> coalesce(p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK'), false)`.execute(
      db,
    );
    return rows.length === 0;
  });
  const ids = paid.map(({ payment_id }) => payment_id);
  const faults = [...lost].map(([what, count]) => `${count} × a fan was lost: ${what}`);
  const tell = (what: string, count: number) => {
    if (count > 0) faults.push(`${count} × ${what}`);
  };
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(db)).rows[0]?.count ?? 0;

  tell(
    "a fan saw the thanks, and the payment is not settled",
    await count(sql<{ count: number }>`
      select count(*) from unnest(${ids}::uuid[]) as seen(id)
      left join payments p on p.id = seen.id and p.status = 'SUCCESS' where p.id is null`),
  );
  tell(
    "a settled payment without exactly one posting of its settling",
    await count(sql<{ count: number }>`
      select count(*) from payments p
      where p.status = 'SUCCESS' and p.id = any(${ids}::uuid[]) and (
        select count(*) from ledger_transaction t where t.kind = 'tip_paid' and t.cause_id = p.id
      ) <> 1`),
  );
  tell(
    "a fan who paid once has more than one paid tip",
    await count(sql<{ count: number }>`
      select count(*) from (
        select t.message from tips t join payments p on p.tip_id = t.id and p.status = 'SUCCESS'
        where t.message like ${`Danke ${run} %`} group by t.message having count(*) > 1) as twice`),
  );
  tell(
    "two payments of one tip that both took the money",
    await count(sql<{ count: number }>`
      select count(*) from (
        select p.tip_id from payments p join sandbox.payments s on s.payment_id = p.id::text and s.state = 'PAID'
        where p.tip_id is not null group by p.tip_id having count(*) > 1) as twice`),
  );
  tell(
    "a notice that was acknowledged is not there",
    await count(sql<{ count: number }>`
      select count(*) from unnest(${[...notices]}::text[]) as told(id)
      left join provider_webhook_events e on e.provider = 'sandbox' and e.event_id = told.id where e.id is null`),
  );
  const { results } = await checkBooks(db, { extent: "FULL", now: new Date() });
  for (const { name, rows } of results) tell(`row in the ledger's check ${name}`, rows.length);
  tell("row of the roll-ups that differs", (await checkRollups(db)).length);
  await db.destroy();
  return faults;
}
