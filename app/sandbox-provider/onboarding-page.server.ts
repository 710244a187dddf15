import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../../locales/index.ts";
import {
  type AccountRow,
  balanceOf,
  changeAccount,
  findLinkedAccount,
  insertAccountNotice,
  selectAccounts,
} from "./account-store.server.ts";

const ACCOUNT_ENDINGS = ["finish", "due", "review", "restrict", "reject"] as const;
type AccountEnding = (typeof ACCOUNT_ENDINGS)[number];

const DAY_MS = 86_400_000;
const DUE_DAYS = 14;
const ARRIVAL_DAYS = 2;

export interface ConnectPage {
  locale: Locale;
  country: string;
  currency: string;
  isSubmitted: boolean;
  takesPayments: boolean;
  legalName: string;
  balanceMinor: number;
}

type ConnectOutcome = { outcome: "returned"; url: string } | { outcome: "unknown" };

export interface OnboardingPage {
  /** An expired link leads to the address. */
  findConnectPage(token: string): Promise<ConnectPage | { refreshUrl: string } | null>;
  decideAccount(token: string, fields: Readonly<Record<string, string>>): Promise<ConnectOutcome>;
}

export function createOnboardingPage(options: {
  db: Kysely<DB>;
  clock: () => Date;
  wake: () => void;
}): OnboardingPage {
  const { db, clock, wake } = options;
  const isExpired = ({ link_expires_at }: AccountRow) => !link_expires_at || link_expires_at <= clock();

  return {
    async findConnectPage(token) {
      const account = await findLinkedAccount(db, token);
      if (!account) return null;
      if (isExpired(account)) return { refreshUrl: account.refresh_url ?? "" };
      const { locale, country, currency, is_submitted, takes_payments, legal_name } = account;
      return {
        ...{ locale, country, currency, isSubmitted: is_submitted, takesPayments: takes_payments },
        legalName: legal_name ?? "Kim Muster",
        balanceMinor: await balanceOf(db, account),
      };
    },

    async decideAccount(token, fields) {
      const result = await db.transaction().execute(async (trx): Promise<ConnectOutcome> => {
        const linked = await findLinkedAccount(trx, token);
        if (!linked) return { outcome: "unknown" };
        const account = await selectAccounts(trx)
          .where("ref", "=", linked.ref)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (isExpired(account)) return { outcome: "returned", url: account.refresh_url ?? "" };
        const now = clock();
        const { act = "", legal_name = "" } = fields;
        await changeAccount(trx, account.ref, { link_expires_at: now }, null);
        const ending = ACCOUNT_ENDINGS.find((each) => each === act);
        if (ending) {
          const change = { ...changeOf(ending, now), legal_name: legal_name.trim().slice(0, 100) || null };
          await changeAccount(trx, account.ref, change, { kind: "account.updated", now });
        }
        if (act === "pay_out" || act === "fail_payout")
          await payOut(trx, account, { fails: act === "fail_payout", now });
        return { outcome: "returned", url: account.return_url ?? "" };
      });
      wake();
      return result;
    },
  };
}

const OPEN = { is_submitted: true, takes_payments: true, pays_out: true, disabled_reason: null };
const SHUT = { is_submitted: true, takes_payments: false, pays_out: false };
const NOTHING_DUE = { due_names: [], due_by: null };

function changeOf(ending: AccountEnding, now: Date) {
  const due = (name: string, due_by: Date) => ({ due_names: [name], due_by });
  switch (ending) {
    case "finish":
      return { ...OPEN, ...NOTHING_DUE };
    case "due":
      return {
        ...OPEN,
        ...due("individual.verification.document", new Date(now.getTime() + DUE_DAYS * DAY_MS)),
      };
    case "review":
      return { ...SHUT, ...NOTHING_DUE, disabled_reason: "requirements.pending_verification" };
    case "restrict":
      return { ...SHUT, ...due("external_account", now), disabled_reason: "requirements.past_due" };
    case "reject":
      return { ...SHUT, ...NOTHING_DUE, disabled_reason: "rejected.other" };
  }
}

async function payOut(
  trx: Transaction<DB>,
  account: AccountRow,
  { fails, now }: { fails: boolean; now: Date },
): Promise<void> {
  const amount_minor = await balanceOf(trx, account);
  if (amount_minor <= 0) return;
  await trx
    .insertInto("sandbox.payouts")
    .values({
      ...{ ref: `po_${randomBytes(16).toString("hex")}`, account_ref: account.ref },
      ...{ currency: account.currency, amount_minor, created_at: now },
      ...{ state: fails ? "FAILED" : "PAID", failure_code: fails ? "account_closed" : null },
      arrives_on: new Date(now.getTime() + ARRIVAL_DAYS * DAY_MS).toISOString().slice(0, 10),
    })
    .execute();
  await insertAccountNotice(trx, account.ref, fails ? "payout.failed" : "payout.paid", now);
}
