import type { BankTransfer } from "./bank.ts";
import type { World } from "./world-state.ts";

/** Of withdrawals to German banks below the sum from which they are free. */
const FEE_MINOR = 1_50;
const FREE_FROM_MINOR = 150_00;

/** The world's platform has no money of its own for what creators owe after a bank took it back. */
export const LOSSES = "12-owed-is-held";

interface Payout {
  reference: string;
  creator_id: string;
  status: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED";
  payout_type: "MONTHLY" | "MANUAL";
  period: string | null;
  amount_minor: string;
  was_paid: boolean;
}

/** What the bank may say of a payout. */
const FITTING: Record<Payout["status"], readonly (BankTransfer["state"] | undefined)[]> = {
  PAID: ["executed", "returned"],
  FAILED: [undefined, "refused", "returned"],
  PROCESSING: [undefined, "executed", "refused"],
  REQUESTED: [undefined],
};

async function readPayouts({ control }: World): Promise<Payout[]> {
  const { rows } = await control.query<Payout>(`
    select replace(id::text, '-', '') as reference, creator_id, status, payout_type, period, amount_minor,
      paid_at is not null as was_paid
    from payouts order by id`);
  return rows;
}

/** Of each creator, what is at the bank or on its way there, with fees. */
export async function paidOut(world: World): Promise<Map<string, number>> {
  const out = new Map<string, number>();
  for (const { creator_id, status, amount_minor } of await readPayouts(world))
    if (status !== "FAILED") out.set(creator_id, (out.get(creator_id) ?? 0) + Number(amount_minor));
  return out;
}

/** The bank and the product agree about each payout; one is open at a time, and a month is paid once. */
export async function judgePayouts(world: World): Promise<string[]> {
  const payouts = await readPayouts(world);
  const byReference = new Map(payouts.map((payout) => [payout.reference, payout]));
  const unknown = [...world.bank.transfers.keys()].filter((reference) => !byReference.has(reference));
  const { rows: freezes } = await world.control.query<{ reason: string }>(
    "select reason from payout_freezes order by frozen_at",
  );
  // A check that cannot run freezes payouts, too; after months without jobs one finds what was not done.
  const { faults, leap_days } = world.mix;
  const mayFreeze = faults.timed_out > 0 || faults.no_room > 0 || leap_days > 0;
  return [
    ...freezes
      .filter(({ reason }) => !mayFreeze && !reason.includes(LOSSES))
      .map(({ reason }) => `payouts were frozen: ${reason}`),
    ...unknown.map((reference) => `the bank paid ${reference}, which is no payout`),
    ...payouts.flatMap((payout) => judgeTransfer(world, payout)),
    ...repeated(
      payouts.filter(({ status }) => status === "REQUESTED" || status === "PROCESSING"),
      ({ creator_id }) => `open at once of ${creator_id}`,
    ),
    ...repeated(
      payouts.filter(({ period }) => period !== null),
      ({ creator_id, period }) => `of ${creator_id} in ${period}`,
    ),
    ...(await judgeReleases(world)),
    ...(await judgePapers(world, payouts)),
  ];
}

function judgeTransfer({ bank, creators }: World, payout: Payout): string[] {
  const { reference, creator_id, status, payout_type } = payout;
  const transfer = bank.transfers.get(reference);
  const amount_minor = Number(payout.amount_minor);
  const isFree = payout_type === "MONTHLY" || amount_minor >= FREE_FROM_MINOR;
  const net_minor = amount_minor - (isFree ? 0 : FEE_MINOR);
  const iban = creators.find(({ id }) => id === creator_id)?.iban;
  const faults: string[] = [];
  if (transfer && (transfer.iban !== iban || transfer.amount_minor !== net_minor))
    faults.push(`${transfer.amount_minor} to ${transfer.iban}, not ${net_minor} to ${iban}`);
  if (!FITTING[status].includes(transfer?.state))
    faults.push(`${status}, and at the bank ${transfer?.state}`);
  return faults.map((fault) => `payout ${reference}: ${fault}`);
}

/** Another operator releases a batch than the one that made it. */
async function judgeReleases({ control }: World): Promise<string[]> {
  const { rows } = await control.query<{ id: string }>(
    "select id from payout_batches where released_by = created_by order by id",
  );
  return rows.map(({ id }) => `batch ${id} was released by its maker`);
}

function repeated(payouts: readonly Payout[], nameOf: (payout: Payout) => string): string[] {
  return [...Map.groupBy(payouts, nameOf)]
    .filter(([, own]) => own.length > 1)
    .map(([name, own]) => `${own.length} payouts ${name}`);
}

/** Each payout that was paid has one statement and one mail, each that failed a mail; numbers have no gaps. */
async function judgePapers({ control }: World, payouts: readonly Payout[]): Promise<string[]> {
  const { rows: statements } = await control.query<{ reference: string; number: string; is_back: boolean }>(`
    select replace(payout_id::text, '-', '') as reference, number, false as is_back from payout_statements
    union all
    select replace(payout_id::text, '-', ''), number, true from statement_cancellations order by number`);
  const { rows: mails } = await control.query<{ template: string; reference: string }>(`
    select template, replace(split_part(dedupe_key, ':', 2), '-', '') as reference from mail_outbox
    where template in ('payout_sent', 'payout_failed')`);
  const expected = payouts.flatMap(({ reference, was_paid, status }) => [
    ...(was_paid ? [`statement ${reference}`, `payout_sent ${reference}`] : []),
    ...(status === "FAILED" ? [`payout_failed ${reference}`] : []),
    ...(was_paid && status === "FAILED" ? [`cancellation ${reference}`] : []),
  ]);
  const found = [
    ...statements.map(({ reference, is_back }) => `${is_back ? "cancellation" : "statement"} ${reference}`),
    ...mails.map(({ template, reference }) => `${template} ${reference}`),
  ];
  const gaps = statements.filter(({ number }, index) => Number(number) !== index + 1);
  return [
    ...expected
      .filter((each) => found.filter((other) => other === each).length !== 1)
      .map((each) => `not once: ${each}`),
    ...found.filter((each) => !expected.includes(each)).map((each) => `without a cause: ${each}`),
    ...gaps.map(({ number }) => `a gap before statement ${number}`),
  ];
}
