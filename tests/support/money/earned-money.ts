import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { businessDate } from "../../../app/domain/calendar.ts";
import { euroValue } from "../../../app/domain/exchange-rates/rates.server.ts";
import { post } from "../../../app/domain/ledger/post.server.ts";
import { tipPaid } from "../../../app/domain/ledger/rules/posting-rules.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { countTip } from "../../../app/domain/rollups/count-tip.server.ts";
import { putAside, takeOut } from "../../../app/domain/suspense/suspense.server.ts";
import type { DB } from "../../../db/schema.ts";

const LARGEST_TIP = 500_00;
const SMALLEST_TIP = 1_00;

/** Money that a creator has available, by tips that were paid by bank transfer, without fee, mails and words. */
export async function insertEarned(
  db: Kysely<DB>,
  given: { creator_id: string; currency: string; amount_minor: number; provider: string; now: Date },
): Promise<void> {
  for (const amount of tipsOf(given.amount_minor)) await insertTip(db, { ...given, amount_minor: amount });
}

function tipsOf(total: number): number[] {
  if (total <= LARGEST_TIP) return [total];
  const next = Math.min(LARGEST_TIP, total - SMALLEST_TIP);
  return [next, ...tipsOf(total - next)];
}

async function insertTip(
  db: Kysely<DB>,
  { creator_id, currency, amount_minor: amount, provider, now }: Parameters<typeof insertEarned>[1],
): Promise<void> {
  const [tip_id, payment_id] = [randomUUID(), randomUUID()];
  const day = businessDate(now);
  const common = { currency, country: "DE", created_at: now };
  const share = { creator_id, amount_minor: minor(amount), shard: 0, waits: false };
  const free = { service_fee_minor: minor(0), vat_minor: minor(0) };
  const charged = { charged_minor: minor(amount), charged_currency: currency };
  await db.transaction().execute(async (trx) => {
    const worth = await euroValue(trx, minor(amount), currency, day);
    await trx
      .insertInto("tips")
      .values({
        ...{ ...common, id: tip_id, creator_id, amount_minor: amount, status: "ACTIVE", locale: "en" },
        ...{ payment_type: "INETCASH_OB", paid_at: now, activated_at: now, updated_at: now },
      })
      .execute();
    await trx
      .insertInto("payments")
      .values({
        ...{ ...common, ...free, ...charged, id: payment_id, tip_id, purpose: "TIP", type: "INETCASH_OB" },
        ...{ provider, provider_ref: payment_id, status: "SUCCESS", settled_at: now },
        ...{ amount_minor: amount, total_minor: amount, service_fee_bps: 0, vat_rate_bps: 0 },
        ...{ rate: "1", rate_date: day },
      })
      .execute();
    await trx
      .insertInto("tip_allocations")
      .values({
        ...{ id: randomUUID(), tip_id, payment_id, creator_id, currency },
        ...{ amount_minor: amount, counted_minor: amount, worth_eur_minor: worth, pending_minor: 0 },
        ...{ pending_shard: null, available_at: now, released_at: now },
      })
      .execute();
    const paid = {
      ...free,
      ...charged,
      payment_id,
      purpose: "TIP" as const,
      provider,
      currency,
      country: "DE",
      application_fee_minor: null,
      is_transferred: false,
    };
    await post(trx, [tipPaid({ ...paid, amount_minor: minor(amount) }, [share], now)], now);
    const count = {
      ...{ creator_id, day, paid_at: now, available_day: null, currency, amount_minor: minor(amount) },
      ...{
        amount_eur_minor: worth,
        type: "INETCASH_OB" as const,
        country: "DE",
        item: "",
        fan_key: "",
        is_ranked: true,
      },
    };
    await countTip(trx, [count], now);
  });
}

/** What the platform earned before, so that it can bear what a creator owes for a while: surplus money that it kept. */
export async function insertKept(
  db: Kysely<DB>,
  given: { currency: string; amount_minor: number; provider: string; now: Date },
): Promise<void> {
  const { currency, amount_minor, provider, now } = given;
  const money = { payment_id: randomUUID(), provider, provider_ref: "earlier", currency };
  await db.transaction().execute(async (trx) => {
    const received = { ...money, received_minor: minor(amount_minor), reason: "unknown_payment" as const };
    const entry = await putAside(trx, received, now, now);
    const exit = {
      kind: "KEPT" as const,
      amount_minor: minor(amount_minor),
      reference: "",
      reason: "Earlier",
    };
    await takeOut(trx, { newId: randomUUID }, entry, exit, now);
  });
}
