import { paidOut } from "./judge-payouts.ts";
import { redeemedBy } from "./judge-vouchers.ts";
import { halfOf, type World } from "./world-state.ts";

/** Of a group of at most four, in which each split is whole. */
const PARTS_OF_CENT = 12;

/**
 * A group's tip in equal shares. Odd cents go to those furthest behind their fair share, of equal ones to the
 * first to join; `sharers` are in that order.
 */
function shareOut(credits: Map<string, number>, amount_minor: number, sharers: readonly string[]): number[] {
  const odd_minor = amount_minor % sharers.length;
  const creditOf = (id: string) => credits.get(id) ?? 0;
  const gets = [...sharers].sort((one, other) => creditOf(other) - creditOf(one)).slice(0, odd_minor);
  return sharers.map((id) => {
    const fair = (odd_minor * PARTS_OF_CENT) / sharers.length;
    credits.set(id, creditOf(id) + fair - (gets.includes(id) ? PARTS_OF_CENT : 0));
    return (amount_minor - odd_minor) / sharers.length + (gets.includes(id) ? 1 : 0);
  });
}

interface ProvidersView {
  page_token: string;
  /** Kept for later months. */
  method_ref: string | null;
  saves_method: boolean;
  state: string;
  /** Taken by a bank for good, or given back whole, by the provider's own account. */
  is_gone: boolean;
  /** Refunds of less than the whole. */
  halves: string;
  tips: string;
  /** When it came into the books, and whose it is there. */
  entry: string | null;
  sharers: string[];
}

function isLaterMonth(payment: ProvidersView | undefined): boolean {
  return payment !== undefined && payment.method_ref !== null && !payment.saves_method;
}

function laterMonths(rows: readonly ProvidersView[], first: ProvidersView | undefined): ProvidersView[] {
  if (first === undefined || first.method_ref === null) return [];
  return rows.filter((row) => row.method_ref === first.method_ref && isLaterMonth(row));
}

/** Each payment that the provider took is in the books once, and each creator has what fans typed. */
export async function judgePayments(world: World): Promise<string[]> {
  const { control, stories, creators, leavers, contradicted } = world;
  const { rows } = await control.query<ProvidersView>(`
    select s.page_token, s.method_ref, s.saves_method, s.state,
      exists (select from sandbox.refunds r
        where r.payment_ref = s.ref and r.state = 'DONE' and r.amount_minor = s.amount_minor)
        or exists (select from sandbox.disputes d where d.payment_ref = s.ref and d.state = 'LOST') as is_gone,
      (select count(*) from sandbox.refunds r where r.payment_ref = s.ref and r.state = 'DONE') as halves,
      (select count(*) from payments p join tips t on t.id = p.tip_id
       where p.id = s.payment_id::uuid and t.paid_at is not null) as tips,
      (select min(l.id) from ledger_transaction l
       where l.kind = 'tip_paid' and l.cause_id = s.payment_id::uuid) as entry,
      array(select a.creator_id::text from tip_allocations a
        where a.payment_id = s.payment_id::uuid order by a.creator_id) as sharers
    from sandbox.payments s`);
  const payments = new Map(rows.map((row) => [row.page_token, row]));
  const { rows: locked } = await control.query<{ id: string }>(
    `select user_id as id from account_status_events where to_status = 'LOCKED'
     union select id from users where deleted_at is not null`,
  );
  const mayBeLeftOut = new Set(locked.map(({ id }) => id));
  const faults: string[] = [];
  const expected = new Map([...creators, ...leavers].map(({ id, opening_minor }) => [id, opening_minor]));
  const credits = new Map<string, number>();
  const settled = new Map<string, number>();
  const inOrder = stories
    .flatMap((story) => {
      const first = payments.get(story.page_token ?? "");
      return [first, ...laterMonths(rows, first)].map((payment) => ({ story, payment }));
    })
    .sort((one, other) => Number(one.payment?.entry ?? 0) - Number(other.payment?.entry ?? 0));
  for (const { story, payment } of inOrder) {
    const { receivers, amount_minor, is_acknowledged, email } = story;
    const isPaid = payment?.state === "PAID";
    if (isPaid && contradicted.has(payment.page_token)) {
      if (payment.tips !== "0" || !payment.is_gone) faults.push(`${email}: another amount was kept`);
      continue;
    }
    if (is_acknowledged && !isPaid && !isLaterMonth(payment))
      faults.push(`${email}: acknowledged, and ${payment?.state}`);
    if (!isPaid) continue;
    if (payment.tips !== "1") faults.push(`${email}: paid, and ${payment.tips} tips`);
    if (payment.sharers.length > 0) settled.set(email, (settled.get(email) ?? 0) + 1);
    const strangers = payment.sharers.filter((id) => !receivers.includes(id));
    const missing = receivers.filter((id) => !payment.sharers.includes(id) && !mayBeLeftOut.has(id));
    if (strangers.length > 0 || missing.length > 0)
      faults.push(`${email}: shared by ${payment.sharers.join()}, confirmed for ${receivers.join()}`);
    const shares = story.creator === null ? shareOut(credits, amount_minor, payment.sharers) : [amount_minor];
    const back_minor = Number(payment.halves) * halfOf(amount_minor);
    for (const [place, id] of payment.sharers.entries()) {
      const kept = payment.is_gone ? 0 : (shares[place] ?? 0) - (story.creator === null ? 0 : back_minor);
      expected.set(id, (expected.get(id) ?? 0) + kept);
    }
  }
  faults.push(...(await judgeReceipts(world, settled)));
  const vouchers = await redeemedBy(world);
  faults.push(...vouchers.faults);
  for (const [id, given] of vouchers.given) expected.set(id, (expected.get(id) ?? 0) + given);
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

/** A fan has one receipt of each payment that was credited. */
async function judgeReceipts({ control }: World, settled: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await control.query<{ email: string; count: string }>(
    "select recipient as email, count(*) from mail_outbox where template = 'receipt' group by 1",
  );
  const mailed = new Map(rows.map(({ email, count }) => [email, Number(count)]));
  return [...settled]
    .filter(([email, count]) => mailed.get(email) !== count)
    .map(([email, count]) => `${email}: ${mailed.get(email) ?? 0} receipts of ${count} payments`);
}

/** What a bank claims waits, whenever it would be available. */
export async function judgeDisputed({ control }: World): Promise<string[]> {
  const { rows } = await control.query<{ id: string }>(`
    select a.id from tip_allocations a join disputes d on d.payment_id = a.payment_id
    where a.released_at > d.opened_at and (d.closed_at is null or a.released_at < d.closed_at)`);
  return rows.map(({ id }) => `allocation ${id} was released while disputed`);
}
