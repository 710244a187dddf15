import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { createDatabase } from "../../db/index.ts";
import { judgeDeleted } from "./judge-accounts.ts";
import { judgePayouts, paidOut } from "./judge-payouts.ts";
import { halfOf, type World } from "./world-state.ts";

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
      ...(await judgePayouts(world)),
      ...(await judgeMails(world)),
      ...(await judgeDeleted(world)),
    ];
  } finally {
    await db.destroy();
  }
}

interface ProvidersView {
  page_token: string;
  state: string;
  /** Taken by a bank for good, or given back whole, by the provider's own account. */
  is_gone: boolean;
  /** Refunds of less than the whole. */
  halves: string;
  tips: string;
}

/** Each payment that the provider took is in the books once, and each creator has what fans typed. */
async function judgePayments(world: World): Promise<string[]> {
  const { control, stories, creators, leavers, contradicted } = world;
  const { rows } = await control.query<ProvidersView>(`
    select s.page_token, s.state,
      exists (select from sandbox.refunds r
        where r.payment_ref = s.ref and r.state = 'DONE' and r.amount_minor = s.amount_minor)
        or exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state = 'LOST') as is_gone,
      (select count(*) from sandbox.refunds r where r.payment_ref = s.ref and r.state = 'DONE') as halves,
      (select count(*) from payments p join tips t on t.id = p.tip_id
       where p.id = s.payment_id::uuid and t.paid_at is not null) as tips
    from sandbox.payments s`);
  const payments = new Map(rows.map((row) => [row.page_token, row]));
  const faults: string[] = [];
  const expected = new Map([...creators, ...leavers].map(({ id, opening_minor }) => [id, opening_minor]));
  for (const { creator, amount_minor, page_token, is_acknowledged, email } of stories) {
    const payment = page_token === null ? undefined : payments.get(page_token);
    const isPaid = payment?.state === "PAID";
    if (isPaid && page_token !== null && contradicted.has(page_token)) {
      if (payment.tips !== "0" || !payment.is_gone) faults.push(`${email}: another amount was kept`);
      continue;
    }
    if (is_acknowledged && !isPaid) faults.push(`${email}: acknowledged, and ${payment?.state}`);
    if (isPaid && payment.tips !== "1") faults.push(`${email}: paid, and ${payment.tips} tips`);
    const kept =
      isPaid && !payment.is_gone ? amount_minor - Number(payment.halves) * halfOf(amount_minor) : 0;
    expected.set(creator, (expected.get(creator) ?? 0) + kept);
  }
  const { rows: balances } = await control.query<{ owner: string; balance: string }>(`
    select owner, sum(credits - debits) as balance from ledger_account
    where code like 'creator\\_%' group by owner`);
  const out = await paidOut(world);
  const held = new Map(balances.map(({ owner, balance }) => [owner, Number(balance)]));
  for (const [owner, wanted] of expected) {
    const [own, gone] = [held.get(owner) ?? 0, out.get(owner) ?? 0];
    if (own + gone !== wanted)
      faults.push(`creator ${owner}: ${own} held and ${gone} paid out, ${wanted} by the fans`);
  }
  return faults;
}

/** What the product confirmed to a creator is given back, unless a bank asks for it; and nothing is given twice. */
async function judgeRefunds({ control, refunds }: World): Promise<string[]> {
  const { rows } = await control.query<{
    tip_id: string;
    amount: string;
    given: string;
    is_disputed: boolean;
  }>(`
    select p.tip_id, s.amount_minor as amount, coalesce(sum(r.amount_minor), 0) as given,
      exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state <> 'SCHEDULED') as is_disputed
    from sandbox.payments s join payments p on p.id = s.payment_id::uuid
    left join sandbox.refunds r on r.payment_ref = s.ref and r.state = 'DONE'
    group by s.ref, p.tip_id, s.amount_minor`);
  const isBack = new Map(rows.map((row) => [row.tip_id, Number(row.given) > 0 || row.is_disputed]));
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
      .filter(({ id, status }) => status !== "SENT" || !mails.taken.has(id))
      .map((row) => `mail: ${JSON.stringify(row)}`),
  ];
}
