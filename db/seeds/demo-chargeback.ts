import { releaseDueFunds } from "../../app/domain/earnings/earnings.server.ts";
import { getBalances, post } from "../../app/domain/ledger/ledger.server.ts";
import { payoutPaid, payoutRequested } from "../../app/domain/ledger/rules/payout-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { type DemoServices, type SeededCreator, tellPaymentNews, tellTip } from "./demo-tips.ts";
import { settledByProvider } from "./settled-by-provider.ts";

const DAY_MS = 86_400_000;

/** No preset and no item: the tip is known again by it when the telling was cut short. */
const STOLEN_MINOR = minor(120_00);

/**
 * How a creator comes to owe: a tip by a card matures and is paid out with the rest; then the card turns out to be
 * stolen, the dispute is lost, and there is nothing left to take it from. Run twice, it happens once.
 */
export async function tellChargeback(
  services: DemoServices,
  creator: SeededCreator,
  today: Date,
): Promise<void> {
  const { db } = services;
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS);
  const paymentId =
    (await findStolen(services, creator)) ??
    (await tellTip(services, creator, {
      at: daysAgo(30),
      amount_minor: STOLEN_MINOR,
      item_id: null,
      type: "INETCASH_CC",
      country: "FR",
      message: null,
      from: null,
      locale: "en",
    }));
  await releaseDueFunds(db, daysAgo(20));
  const { currency } = creator;
  await db.transaction().execute(async (trx) => {
    const gross = minor((await getBalances(trx, creator.id, currency)).creator_available);
    if (gross === 0) return;
    const file = { id: services.newId(), provider: "sandbox", imported_by: creator.id };
    await settledByProvider(trx, { ...file, currency, bank_minor: gross }, daysAgo(19));
    const payout = { ...freePayout(services.newId(), creator.id, currency), amount_minor: gross };
    await post(trx, [payoutRequested(payout, daysAgo(18))], daysAgo(18));
    await post(trx, [payoutPaid(payout, daysAgo(17))], daysAgo(17));
  });
  const payment = await db
    .selectFrom("payments")
    .select("charged_minor")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const dispute = { disputeRef: `past-dispute-${creator.username}`, amountMinor: payment.charged_minor };
  await tellPaymentNews(services, paymentId, daysAgo(9), [{ ...dispute, state: "OPEN" }]);
  await tellPaymentNews(services, paymentId, daysAgo(2), [{ ...dispute, state: "LOST" }]);
}

const freePayout = (id: string, creator_id: string, currency: string) => ({
  ...{ id, creator_id, currency, period: null },
  ...{ fee_minor: minor(0), fee_vat_minor: minor(0), fee_vat_country: null },
});

async function findStolen({ db }: DemoServices, creator: SeededCreator): Promise<string | undefined> {
  const payment = await db
    .selectFrom("payments")
    .innerJoin("tips", "tips.id", "payments.tip_id")
    .select("payments.id")
    .where("tips.creator_id", "=", creator.id)
    .where("tips.amount_minor", "=", STOLEN_MINOR)
    .where("tips.paid_at", "is not", null)
    .executeTakeFirst();
  return payment?.id;
}
