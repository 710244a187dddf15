import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { LOCALES } from "../../locales/index.ts";
import { type AccountRow, changeAccount, findAccount, selectAccounts } from "./account-store.server.ts";
import type { FeeReturnBody } from "./merchant-orders.ts";
import { newPageToken } from "./sandbox-store.server.ts";

const LINK_MINUTES = 10;

const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

export const accountOrderSchema = z.object({
  merchant_ref: z.string().regex(/^[\w.:-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 _ . : -"),
  country: z.string().regex(/^[A-Z]{2}$/, "an ISO 3166-1 code"),
  currency: z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code"),
  locale: z.enum(LOCALES),
  notice_url: webAddress,
});
type AccountOrder = z.infer<typeof accountOrderSchema>;

export const linkOrderSchema = z.object({ return_url: webAddress, refresh_url: webAddress });
type LinkOrder = z.infer<typeof linkOrderSchema>;

interface AccountBody {
  ref: string;
  merchant_ref: string;
  country: string;
  currency: string;
  takes_payments: boolean;
  pays_out: boolean;
  is_submitted: boolean;
  due: { name: string; by: string | null }[];
  disabled_reason: string | null;
  legal_name: string | null;
}

interface PayoutBody {
  ref: string;
  currency: string;
  amount_minor: number;
  state: string;
  arrives_on: string;
  failure_code: string | null;
}

/** Idempotent, except links: only the newest works. */
export interface MerchantAccounts {
  createAccount(order: AccountOrder): Promise<AccountBody>;
  readAccount(ref: string): Promise<AccountBody | null>;
  linkAccount(ref: string, order: LinkOrder): Promise<{ url: string } | null>;
  disconnectAccount(ref: string): Promise<AccountBody | null>;
  listPayouts(ref: string, since: Date): Promise<PayoutBody[] | null>;
  /** Null without such a direct payment, or for a smaller fee. */
  returnFee(paymentRef: string, order: FeeReturnBody): Promise<{ returned_minor: number } | null>;
}

const FIRST_DUE = [
  ...["individual.first_name", "individual.last_name", "individual.dob.day", "individual.address.line1"],
  ...["external_account", "tos_acceptance.date"],
];

export function createMerchantAccounts(options: {
  db: Kysely<DB>;
  clock: () => Date;
  wake: () => void;
}): MerchantAccounts {
  const { db, clock, wake } = options;

  const live = async (ref: string) => {
    const account = await findAccount(db, ref);
    return account?.disconnected_at ? null : account;
  };

  return {
    async createAccount(order) {
      await db
        .insertInto("sandbox.accounts")
        .values({
          ...order,
          ref: `acct_${randomBytes(16).toString("hex")}`,
          due_names: FIRST_DUE,
          created_at: clock(),
        })
        .onConflict((conflict) =>
          conflict.column("merchant_ref").where("disconnected_at", "is", null).doNothing(),
        )
        .execute();
      const account = await selectAccounts(db)
        .where("merchant_ref", "=", order.merchant_ref)
        .where("disconnected_at", "is", null)
        .executeTakeFirstOrThrow();
      return describe(account);
    },

    async readAccount(ref) {
      const account = await live(ref);
      return account && describe(account);
    },

    async linkAccount(ref, order) {
      if (!(await live(ref))) return null;
      const link_token = newPageToken();
      const link_expires_at = new Date(clock().getTime() + LINK_MINUTES * 60_000);
      await db
        .updateTable("sandbox.accounts")
        .set({ link_token, link_expires_at, ...order })
        .where("ref", "=", ref)
        .execute();
      return { url: new URL(`/sandbox/connect/${link_token}`, order.return_url).href };
    },

    async disconnectAccount(ref) {
      const account = await live(ref);
      if (!account) return null;
      const now = clock();
      const gone = {
        ...{ takes_payments: false, pays_out: false, due_names: [], legal_name: null, disconnected_at: now },
        ...{ link_token: null, link_expires_at: null, return_url: null, refresh_url: null },
      };
      await db
        .transaction()
        .execute((trx) => changeAccount(trx, ref, gone, { kind: "account.disconnected", now }));
      wake();
      return describe({
        ...account,
        takes_payments: false,
        pays_out: false,
        due_names: [],
        legal_name: null,
      });
    },

    returnFee: (paymentRef, order) => returnFee(db, paymentRef, order),

    async listPayouts(ref, since) {
      if (!(await findAccount(db, ref))) return null;
      return await db
        .selectFrom("sandbox.payouts")
        .select(["ref", "currency", "amount_minor", "state", "arrives_on", "failure_code"])
        .where("account_ref", "=", ref)
        .where("created_at", ">=", since)
        .orderBy("created_at", "desc")
        .execute();
    },
  };
}

async function returnFee(
  db: Kysely<DB>,
  paymentRef: string,
  { total_minor, currency }: FeeReturnBody,
): Promise<{ returned_minor: number } | null> {
  const payment = await db
    .updateTable("sandbox.payments")
    .set((eb) => ({ fee_returned_minor: eb.fn("greatest", ["fee_returned_minor", eb.val(total_minor)]) }))
    .where("ref", "=", paymentRef)
    .where("currency", "=", currency)
    .where("state", "=", "PAID")
    .where("application_fee_minor", ">=", total_minor)
    .returning("fee_returned_minor as returned_minor")
    .executeTakeFirst();
  return payment ?? null;
}

function describe(row: AccountRow): AccountBody {
  const { ref, merchant_ref, country, currency, disabled_reason, legal_name } = row;
  const { takes_payments, pays_out, is_submitted } = row;
  const by = row.due_by?.toISOString() ?? null;
  const due = row.due_names.map((name) => ({ name, by }));
  return {
    ...{ ref, merchant_ref, country, currency, disabled_reason, legal_name },
    ...{ takes_payments, pays_out, is_submitted, due },
  };
}
