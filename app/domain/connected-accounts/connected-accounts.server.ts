import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import type { ConnectedAccounts, DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ActingUser, lockActingUser } from "../auth/sessions.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import type { Locale } from "../money/minor.ts";
import {
  type AccountSnapshot,
  type DirectAccounts,
  type PaymentProvider,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import { endConnectedAccount } from "../users/end-connected-account.server.ts";
import type { AccountFacts, DueItem } from "./account-state.ts";

interface ConnectServices {
  db: Kysely<DB>;
  jobs: Jobs;
  providers: Providers;
  clock: () => Date;
  newId: () => string;
}

export type ConnectedAccount = Omit<Selectable<ConnectedAccounts>, "due"> & AccountFacts;

const dueSchema = z.array(z.object({ name: z.string(), by: z.string().nullable() }));

export function readDue(kept: unknown): DueItem[] {
  return dueSchema.parse(kept);
}

export async function findConnectedAccount(db: Kysely<DB>, userId: string): Promise<ConnectedAccount | null> {
  const row = await db
    .selectFrom("connected_accounts")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? { ...row, due: readDue(row.due) } : null;
}

type PayingProvider = PaymentProvider & { accounts: DirectAccounts };

function paysDirectly(provider: PaymentProvider): provider is PayingProvider {
  return provider.accounts !== undefined;
}

/** The first that pays creators directly. */
export function findPayingProvider(providers: Providers): PayingProvider | null {
  return providers.all.find(paysDirectly) ?? null;
}

export function brandOf(provider: PaymentProvider): string {
  const { name, accounts } = provider;
  return accounts?.brand ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

type Connecting =
  | { outcome: "linked"; url: string }
  | { outcome: "refused"; reason: "no_provider" | "country" | "unavailable" | "declined" };

/** Makes the account at most once; returns the provider's page. */
export async function connectAccount(
  services: ConnectServices,
  given: { user_id: string; locale: Locale; returnUrl: string; refreshUrl: string },
): Promise<Connecting> {
  const { user_id, locale, ...urls } = given;
  const { db, providers } = services;
  const known = await findConnectedAccount(db, user_id);
  const isConnected = known !== null && known.disconnected_at === null;
  const provider = isConnected ? providers.find(known.provider) : findPayingProvider(providers);
  if (!provider?.accounts) return { outcome: "refused", reason: "no_provider" };
  try {
    const accountRef = isConnected
      ? known.account_ref
      : await makeAccount(services, provider, { user_id, locale });
    if (accountRef === null) return { outcome: "refused", reason: "country" };
    return { outcome: "linked", url: await provider.accounts.onboardingUrl(accountRef, urls) };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { outcome: "refused", reason: "unavailable" };
    if (error instanceof ProviderRefused) return { outcome: "refused", reason: "declined" };
    throw error;
  }
}

/** Null without a country. Idempotent: two at once make one account. */
async function makeAccount(
  services: ConnectServices,
  provider: PaymentProvider,
  { user_id, locale }: { user_id: string; locale: Locale },
): Promise<string | null> {
  const { db } = services;
  const user = await db
    .selectFrom("users as u")
    .innerJoin("countries as k", "k.id", "u.country_id")
    .select(["u.email", "u.currency", "k.iso_3166_1 as country"])
    .where("u.id", "=", user_id)
    .executeTakeFirst();
  if (!user || !provider.accounts) return null;
  const { accountRef } = await provider.accounts.create({ userId: user_id, locale, ...user });
  if (namesAnother(await provider.accounts.fetch(accountRef), user_id)) {
    const refused = { user_id, provider: provider.name, account_ref: accountRef };
    await db
      .transaction()
      .execute((trx) => note(trx, "connected_account.refused", refused, services.clock()));
    throw new ProviderRefused(`${provider.name} names another user of an account`);
  }
  const { country, currency } = user;
  const account = { user_id, provider: provider.name, account_ref: accountRef, country, currency };
  await db.transaction().execute((trx) => keepAccount(trx, services, account, brandOf(provider)));
  return accountRef;
}

export function namesAnother(account: AccountSnapshot | null, userId: string): boolean {
  return account !== null && account.userId !== null && account.userId !== userId;
}

async function keepAccount(
  trx: Transaction<DB>,
  services: ConnectServices,
  account: { user_id: string; provider: string; account_ref: string; country: string; currency: string },
  brand: string,
): Promise<void> {
  const { user_id, provider, account_ref } = account;
  const now = services.clock();
  const user = await trx
    .selectFrom("users")
    .select(["deleted_at", "email", "locale"])
    .where("id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (user.deleted_at)
    return await services.jobs.enqueue(trx, "accounts.disconnect", { provider, account_ref });
  const fresh = {
    ...{ ...account, created_at: now, disconnected_at: null, read_at: null, due: "[]" },
    ...{ takes_payments: false, pays_out: false, is_submitted: false },
    ...{ disabled_reason: null, legal_name: null },
  };
  const kept = await trx
    .insertInto("connected_accounts")
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(fresh)
        .where("connected_accounts.disconnected_at", "is not", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  if (!kept) return;
  await note(trx, "connected_account.connected", account, now);
  await queueMail(trx, services, {
    dedupe_key: `connected-account:${account_ref}:connected:${now.toISOString()}`,
    ...{ template: "connected_account", locale: user.locale, recipient: user.email, user_id },
    ...{ params: { what: "CONNECTED", by: null, brand }, now },
  });
}

export async function note(
  trx: Transaction<DB>,
  action: `connected_account.${"connected" | "disconnected" | "refused"}`,
  { user_id, provider, account_ref }: { user_id: string; provider: string; account_ref: string },
  now: Date,
): Promise<void> {
  await writeAudit(trx, {
    ...{ actor_id: user_id, action, subject: `user:${user_id}`, before: null },
    ...{ after: { name: provider, reference: account_ref }, now },
  });
}

/** Ours ends at once; a job ends it at the provider. Throws StaleSession. */
export async function disconnectAccount(
  services: ConnectServices,
  given: { user_id: string; asker?: ActingUser },
): Promise<"disconnected" | "gone"> {
  const { user_id } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, given.asker);
    const account = await endConnectedAccount(trx, services.jobs, { user_id, now });
    if (!account) return "gone";
    await note(trx, "connected_account.disconnected", { user_id, ...account }, now);
    return "disconnected";
  });
}

/** May run twice; leaves an account connected again meanwhile. */
export async function endAccount(
  { db, providers }: Pick<ConnectServices, "db" | "providers">,
  { provider, account_ref }: { provider: string; account_ref: string },
): Promise<void> {
  const again = await db
    .selectFrom("connected_accounts")
    .select("user_id")
    .where("provider", "=", provider)
    .where("account_ref", "=", account_ref)
    .where("disconnected_at", "is", null)
    .executeTakeFirst();
  if (again) return;
  await providers.find(provider)?.accounts?.disconnect(account_ref);
}
