import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { createDatabase } from "../../db/index.ts";
import type { World } from "./world-state.ts";

/** What is wrong in a world at rest; empty when all is well. */
export async function judgeWorld(world: World): Promise<string[]> {
  const db = createDatabase(world.databaseUrl, { max: 2 });
  try {
    const books = await checkLedger(db, new Date());
    const rollups = await checkRollups(db);
    return [
      ...books
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => `check ${name}: ${JSON.stringify(rows).slice(0, 500)}`),
      ...rollups.map((each) => `rollup: ${JSON.stringify(each)}`),
      ...(await judgePayments(world)),
      ...(await judgeRefunds(world)),
      ...(await judgeMails(world)),
    ];
  } finally {
    await db.destroy();
  }
}

interface ProvidersView {
  page_token: string;
  state: string;
  /** Given back or taken by a bank for good, by the provider's own account. */
  is_gone: boolean;
  tips: string;
}

/** Each payment that the provider took is in the books once, and each creator has what fans typed. */
async function judgePayments({ control, stories }: World): Promise<string[]> {
  const { rows } = await control.query<ProvidersView>(`
    select s.page_token, s.state,
      exists (select from sandbox.refunds r where r.payment_ref = s.ref and r.state = 'DONE')
        or exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state = 'LOST') as is_gone,
      (select count(*) from payments p join tips t on t.id = p.tip_id
       where p.id = s.payment_id::uuid and t.paid_at is not null) as tips
    from sandbox.payments s`);
  const payments = new Map(rows.map((row) => [row.page_token, row]));
  const faults: string[] = [];
  const expected = new Map<string, number>();
  for (const story of stories) {
    const payment = story.page_token === null ? undefined : payments.get(story.page_token);
    const isPaid = payment?.state === "PAID";
    if (story.is_acknowledged && !isPaid) faults.push(`${story.email}: acknowledged, and ${payment?.state}`);
    if (isPaid && payment.tips !== "1") faults.push(`${story.email}: paid, and ${payment.tips} tips`);
    const kept = isPaid && !payment.is_gone ? story.amount_minor : 0;
    expected.set(story.creator, (expected.get(story.creator) ?? 0) + kept);
  }
  const { rows: balances } = await control.query<{ owner: string; balance: string }>(`
    select owner, sum(credits - debits) as balance from ledger_account
    where code like 'creator\\_%' group by owner`);
  const held = new Map(balances.map(({ owner, balance }) => [owner, Number(balance)]));
  for (const [owner, wanted] of expected)
    if ((held.get(owner) ?? 0) !== wanted)
      faults.push(`creator ${owner}: ${held.get(owner) ?? 0} in the books, ${wanted} by the fans`);
  return faults;
}

/** What the product confirmed to a creator is given back, unless a bank took it before; and nothing is given twice. */
async function judgeRefunds({ control, refunds }: World): Promise<string[]> {
  const { rows } = await control.query<{ tip_id: string; amount: string; given: string; is_lost: boolean }>(`
    select p.tip_id, s.amount_minor as amount, coalesce(sum(r.amount_minor), 0) as given,
      exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state = 'LOST') as is_lost
    from sandbox.payments s join payments p on p.id = s.payment_id::uuid
    left join sandbox.refunds r on r.payment_ref = s.ref and r.state = 'DONE'
    group by s.ref, p.tip_id, s.amount_minor`);
  const isBack = new Map(rows.map((row) => [row.tip_id, Number(row.given) > 0 || row.is_lost]));
  return [
    ...rows
      .filter((row) => Number(row.given) > Number(row.amount))
      .map((row) => `given twice: ${JSON.stringify(row)}`),
    ...refunds.filter(({ tip_id }) => !isBack.get(tip_id)).map(({ tip_id }) => `never given back: ${tip_id}`),
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
      .filter(({ id, status }) => (status === "SENT") !== mails.taken.has(id))
      .map((row) => `mail: ${JSON.stringify(row)}`),
  ];
}
