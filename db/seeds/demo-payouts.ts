import type { Encryption, Tokens } from "../../app/crypto/crypto.server.ts";
import { approve } from "../../app/domain/approvals/approvals.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import {
  confirmPayoutData,
  decidePayoutData,
  requestPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import {
  issueMonthStatements,
  lastMonth,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import { findOperator } from "../../app/domain/users/user.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { DEMO_OPERATOR, DEMO_SECOND_OPERATOR } from "./demo-logins.ts";
import type { DemoServices } from "./demo-tips.ts";
import { insertEarlierPayouts, insertSettled } from "./paid-out.ts";
import { demoCreators } from "./world/creators.ts";

const SETTLED = minor(5_000_00);

const DAY_MS = 86_400_000;

/** Examples of German and French manuals. */
const ACCOUNTS = {
  DE: { bank_iban: "DE89370400440532013000", bank_bic: "COBADEFFXXX", bank_name: "Musterbank" },
  FR: { bank_iban: "FR1420041010050500013M02606", bank_bic: "PSSTFRPPLIL", bank_name: "Banque Exemple" },
} as const;
const OUR_ACCOUNT = { owner: "Tribute Demo", iban: "DE02120300000000202051", bic: "BYLADEM1001" };

type PayoutServices = DemoServices & {
  encryption: Encryption;
  tokens: Tokens;
  issuer: readonly string[];
  second_operator_from_minor: number | null;
};

/** One account is accepted and paid, one requests a withdrawal, a third waits. Idempotent. */
export async function tellPayouts(services: PayoutServices): Promise<void> {
  const operator = await findOperator(services.db, DEMO_OPERATOR);
  const colleague = await findOperator(services.db, DEMO_SECOND_OPERATOR);
  if (!operator || !colleague) return;
  const by = { operator_id: operator.id, issuer: services.issuer };
  await services.db.transaction().execute((trx) => insertEarlierPayouts(trx, services, by));
  const weeksAgo = (weeks: number) => {
    const then = new Date(services.clock().getTime() - weeks * 7 * DAY_MS);
    return { ...services, rules: defaultSettings.rules, clock: () => then };
  };
  const accepted = await enterData(weeksAgo(5), "joerdis", "DE");
  if (accepted) {
    const decision = { id: accepted.id, operator_id: operator.id, decision: "accepted" } as const;
    await decidePayoutData(weeksAgo(5), decision);
    const withdrawal = { user_id: accepted.user_id, currency: "EUR", amount_minor: minor(200_00) } as const;
    await requestWithdrawal(weeksAgo(4), withdrawal);
    // Payouts need the provider's settlement first.
    await services.db.transaction().execute(async (trx) => {
      const sum = { provider: "sandbox", currency: "EUR", gross_minor: SETTLED };
      await insertSettled(trx, services, { ...sum, operator_id: operator.id, at: weeksAgo(4).clock() });
    });
    const batch = { rail: "SEPA", currency: "EUR", operator_id: operator.id, account: OUR_ACCOUNT } as const;
    const made = await makeBatch(weeksAgo(4), batch);
    if (made.outcome === "made") await sendBatch(weeksAgo(4), made.batch_id, colleague.id);
  }
  const waiting = await enterData(weeksAgo(3), "suse.am.damenfluegel", "DE");
  if (waiting) {
    const { id, user_id } = waiting;
    await decidePayoutData(weeksAgo(3), { id, operator_id: operator.id, decision: "accepted" });
    await requestWithdrawal(weeksAgo(0), { user_id, currency: "EUR", amount_minor: minor(60_00) });
  }
  await enterData(weeksAgo(0), "maximiliane.von.buelow", "DE");
  for (const month of monthsBefore(services.clock())) await issueMonthStatements(services, month);
}

async function sendBatch(services: PayoutServices, batch_id: string, operator_id: string): Promise<void> {
  const approval = await services.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", `payout_batch:${batch_id}`)
    .where("status", "=", "WAITING")
    .executeTakeFirst();
  const config = { payoutAccount: OUR_ACCOUNT };
  if (approval) await approve({ ...services, config }, { id: approval.id, operator_id });
  await fetchBatchFile(services, { batch_id, operator_id });
  const { outcome } = await markPaid(services, { batch_id, operator_id });
  if (outcome !== "done") throw new Error(`the demo's batch is not paid: ${outcome}`);
}

function monthsBefore(now: Date): string[] {
  const months = [lastMonth(now)];
  for (let count = 1; count < 6; count++) months.unshift(lastMonth(new Date(`${months[0]}-15T12:00:00Z`)));
  return months;
}

async function enterData(
  services: PayoutServices,
  username: string,
  country: keyof typeof ACCOUNTS,
): Promise<{ id: string; user_id: string } | null> {
  const creator = demoCreators.find((each) => each.username === username);
  const user = await services.db
    .selectFrom("users")
    .select(["id", "firstname", "lastname"])
    .where("username", "=", username)
    .where("id", "not in", (eb) => eb.selectFrom("payout_destinations").select("user_id"))
    .executeTakeFirst();
  if (!user || creator?.status !== "ACTIVE") return null;
  const { id: bank_country_id } = await services.db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", country)
    .executeTakeFirstOrThrow();
  const none = { paypal_account_owner: null, paypal_email: null, payoneer_account_owner: null };
  const details = {
    ...none,
    ...{ paxum_account_owner: null, paxum_email: null, payoneer_email: null, bank_country_id },
    ...{ ...ACCOUNTS[country], bank_account_owner: `${user.firstname} ${user.lastname}` },
  };
  const sent = await requestPayoutData(services, { user_id: user.id, details, bank_country: country });
  if (sent.outcome !== "code_sent") throw new Error(`the demo's ${username}: ${sent.reason}`);
  const code = services.tokens.code("payout-code", sent.id);
  await confirmPayoutData(services, { user_id: user.id, id: sent.id, code });
  return { id: sent.id, user_id: user.id };
}
