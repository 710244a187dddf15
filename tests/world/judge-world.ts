import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { createDatabase } from "../../db/index.ts";
import { judgeDeleted, judgePictures } from "./judge-accounts.ts";
import { judgeDisputed, judgePayments } from "./judge-payments.ts";
import { judgePayouts, LOSSES } from "./judge-payouts.ts";
import { judgeSeries } from "./judge-series.ts";
import type { World } from "./world-state.ts";

async function owedByCreators({ control }: World): Promise<number> {
  const { rows } = await control.query<{ owed: string }>(
    "select coalesce(sum(debits - credits), 0) as owed from ledger_account where code = 'creator_receivable'",
  );
  return Number(rows[0]?.owed);
}

/** What is wrong in a world at rest; empty when all is well. */
export async function judgeWorld(world: World): Promise<string[]> {
  const db = createDatabase(world.databaseUrl, { max: 2 });
  try {
    const books = await checkLedger(db, new Date());
    const owed_minor = await owedByCreators(world);
    const rollups = await checkRollups(db);
    return [
      ...books
        .filter(({ name, rows }) => rows.length > 0 && !(name === LOSSES && owed_minor > 0))
        .map(({ name, rows }) => `check ${name}: ${JSON.stringify(rows).slice(0, 500)}`),
      ...rollups.map((each) => `rollup: ${JSON.stringify(each)}`),
      ...(await judgePayments(world)),
      ...(await judgeDisputed(world)),
      ...(await judgeSeries(world)),
      ...(await judgeRefunds(world)),
      ...(await judgePayouts(world)),
      ...(await judgeMails(world)),
      ...(await judgeDeleted(world)),
      ...(await judgePictures(world)),
    ];
  } finally {
    await db.destroy();
  }
}

/** What the product confirmed to a creator is given back, unless a bank asks for it; and nothing is given twice. */
async function judgeRefunds({ control, refunds }: World): Promise<string[]> {
  const { rows } = await control.query<{
    tip_id: string;
    amount: string;
    given: string;
    times: string;
    is_disputed: boolean;
  }>(`
    select p.tip_id, s.amount_minor as amount, coalesce(sum(r.amount_minor), 0) as given, count(r.refund_id) as times,
      exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state <> 'SCHEDULED') as is_disputed
    from sandbox.payments s join payments p on p.id = s.payment_id::uuid
    left join sandbox.refunds r on r.payment_ref = s.ref and r.state = 'DONE'
    group by s.ref, p.tip_id, s.amount_minor`);
  const byTip = Map.groupBy(refunds, ({ tip_id }) => tip_id);
  // What fits nothing goes back by itself.
  const { rows: aside } = await control.query<{ tip_id: string }>(
    "select p.tip_id from suspense_entries s join payments p on p.id = s.payment_id where p.tip_id is not null",
  );
  return [
    ...rows
      .filter((row) => Number(row.given) > Number(row.amount))
      .map((row) => `given twice: ${JSON.stringify(row)}`),
    ...rows
      .filter(({ tip_id }) => !aside.some((entry) => entry.tip_id === tip_id))
      .flatMap(({ tip_id, times, is_disputed }) => {
        const own = byTip.get(tip_id) ?? [];
        const confirmed = own.reduce((sum, each) => sum + each.confirmed, 0);
        const pressed = own.reduce((sum, each) => sum + each.pressed, 0);
        const isRight = Number(times) <= pressed && (is_disputed || Number(times) >= confirmed);
        return isRight ? [] : [`${tip_id}: ${times} refunds, ${confirmed} confirmed of ${pressed}`];
      }),
  ];
}

/** Each mail of a cause is written once, and sent. */
async function judgeMails({ control, mails }: World): Promise<string[]> {
  const { rows: doubled } = await control.query(`
    select recipient, template, count(*) from mail_outbox where recipient like 'fan-%'
    group by recipient, template having count(*) > 1`);
  const { rows: sent } = await control.query<{ id: string; status: string }>(
    "select id, status from mail_outbox",
  );
  return [
    ...doubled.map((row) => `written twice: ${JSON.stringify(row)}`),
    ...sent
      .filter(({ id, status }) => status !== "SENT" || !mails.taken.has(id))
      .map((row) => `mail: ${JSON.stringify(row)}`),
  ];
}
