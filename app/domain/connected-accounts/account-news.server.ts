import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { forEachRow, type Jobs, type RowsOutcome } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import {
  type AccountSnapshot,
  type ProviderPayout,
  type Providers,
  ProviderUnavailable,
  whileProviderAnswers,
} from "../payments/provider-port.ts";
import { markDisconnected } from "../users/end-connected-account.server.ts";
import { matchOwner } from "../users/owner-name.ts";
import { acceptByProvider } from "../verification/decisions.server.ts";
import { type AccountFacts, type DueItem, dueBy, stateOf } from "./account-state.ts";
import { brandOf, findConnectedAccount, namesAnother, note, readDue } from "./connected-accounts.server.ts";

export interface NewsServices {
  db: Kysely<DB>;
  jobs: Jobs;
  providers: Providers;
  clock: () => Date;
  newId: () => string;
  config?: { VERIFICATION: "own" | "stripe" };
}

const { attention_minutes, read_hours, payout_days, batch } = productRules.connected_account;

/**
 * Fetches and stores the account. A missing account ends the connection only after an event: else the key may
 * be another platform's. Throws ProviderUnavailable.
 */
export async function readAccount(
  services: NewsServices,
  userId: string,
  { hasEvent = false } = {},
): Promise<"read" | "not_connected"> {
  const known = await findConnectedAccount(services.db, userId);
  const provider = known && services.providers.find(known.provider);
  if (!known || known.disconnected_at || !provider?.accounts) return "not_connected";
  const asked_at = services.clock();
  const { account_ref } = known;
  const found = await provider.accounts.fetch(account_ref);
  const isOther = namesAnother(found, userId);
  const snapshot = isOther ? null : found;
  if (!found && !hasEvent) throw new ProviderUnavailable(`${provider.name} does not show an account`);
  const since = new Date(asked_at.getTime() - payout_days * 86_400_000);
  const payouts = snapshot ? await provider.accounts.payouts(account_ref, since) : [];
  const brand = brandOf(provider);
  await services.db.transaction().execute(async (trx) => {
    const read = { user_id: userId, provider: provider.name, account_ref, brand, asked_at, isOther };
    await takeIn(trx, services, read, snapshot);
    await keepPayouts(trx, services, read, payouts);
  });
  return "read";
}

interface Read {
  user_id: string;
  provider: string;
  account_ref: string;
  brand: string;
  asked_at: Date;
  /** The account names another user. */
  isOther: boolean;
}

/** Ignores an answer older than the stored one. */
async function takeIn(
  trx: Transaction<DB>,
  services: NewsServices,
  read: Read,
  snapshot: AccountSnapshot | null,
): Promise<void> {
  const { user_id, asked_at } = read;
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale", "firstname", "lastname", "company"])
    .where("id", "=", user_id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = await trx
    .selectFrom("connected_accounts")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("account_ref", "=", read.account_ref)
    .where("disconnected_at", "is", null)
    .where((where) => where.or([where("read_at", "is", null), where("read_at", "<=", asked_at)]))
    .forUpdate()
    .executeTakeFirst();
  if (!user || !row) return;
  const before = { ...row, due: readDue(row.due) };
  const after = snapshot ? factsOf(snapshot) : { ...before, disconnected_at: asked_at };
  if (snapshot) {
    const { country, currency, legalName: legal_name } = snapshot;
    const { due, disconnected_at: _, ...flags } = factsOf(snapshot);
    await trx
      .updateTable("connected_accounts")
      .set({ ...flags, due: JSON.stringify(due), country, currency, legal_name, read_at: asked_at })
      .where("user_id", "=", user_id)
      .execute();
  } else {
    await markDisconnected(trx, { user_id, now: asked_at });
    if (read.isOther) await note(trx, "connected_account.refused", read, asked_at);
  }
  const cause = causeOf(before, after);
  if (cause) {
    const { brand, account_ref } = read;
    const { kind: what, by, key } = cause;
    await queueMail(trx, services, {
      dedupe_key: `connected-account:${account_ref}:${key}`,
      ...{ template: "connected_account", locale: user.locale, recipient: user.email, user_id },
      ...{ params: { what, by, brand }, now: asked_at },
    });
  }
  if (after.takes_payments && (await lacksShares(trx, user_id)))
    await services.jobs.enqueue(trx, "transfers.retry", { user_id });
  const isReady = after.takes_payments && after.is_submitted;
  // Providers that hide the name verified it themselves.
  const name = snapshot?.legalName ?? null;
  const isTheirs = name === null || matchOwner(name, user).match === "same";
  if (services.config?.VERIFICATION === "stripe" && isReady && isTheirs)
    await acceptByProvider(trx, services, { user_id, provider: read.provider, now: asked_at });
}

/** Of groups' tips, which an account refused before. */
async function lacksShares(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("direct_transfers as t")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .select("t.id")
    .where("t.state", "=", "REFUSED")
    .where("a.creator_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

function factsOf(snapshot: AccountSnapshot): AccountFacts {
  return {
    ...{ takes_payments: snapshot.takesPayments, pays_out: snapshot.paysOut },
    ...{ is_submitted: snapshot.isSubmitted, disabled_reason: snapshot.disabledReason },
    due: snapshot.due.map(({ name, by }) => ({ name, by: by?.toISOString() ?? null })),
    disconnected_at: null,
  };
}

interface MailCause {
  kind: "DUE" | "RESTRICTED" | "DISCONNECTED";
  by: string | null;
  /** Deduplicates by cause. */
  key: string;
}

function causeOf(before: AccountFacts, after: AccountFacts): MailCause | null {
  const state = stateOf(after);
  if (state === "DISCONNECTED") return { kind: "DISCONNECTED", by: null, key: "disconnected" };
  const isNewReason = before.disabled_reason !== after.disabled_reason || stateOf(before) !== state;
  if (state === "RESTRICTED" && isNewReason)
    return { kind: "RESTRICTED", by: null, key: keyOf(state, after.disabled_reason ?? "", after.due) };
  const news = after.due.filter(
    ({ name, by }) => !before.due.some((known) => known.name === name && known.by === by),
  );
  if (state !== "DUE" || news.length === 0) return null;
  return { kind: "DUE", by: dueBy(news), key: keyOf(state, "", news) };
}

function keyOf(state: string, reason: string, due: readonly DueItem[]): string {
  const names = due.map(({ name, by }) => `${name} ${by}`).sort();
  return createHash("sha256")
    .update(JSON.stringify([state, reason, names]))
    .digest("hex");
}

/** Skips unknown currencies. */
async function keepPayouts(
  trx: Transaction<DB>,
  { newId, clock }: NewsServices,
  { user_id, provider, account_ref }: Read,
  payouts: readonly ProviderPayout[],
): Promise<void> {
  if (payouts.length === 0) return;
  const known = new Set(
    (await trx.selectFrom("currencies").select("code").execute()).map(({ code }) => code),
  );
  for (const payout of payouts.filter(({ currency }) => known.has(currency))) {
    const { state, arrivesOn: arrives_on, failureCode: failure_code } = payout;
    const now = { state, arrives_on, failure_code, updated_at: clock() };
    await trx
      .insertInto("connected_payouts")
      .values({
        ...{ id: newId(), user_id, provider, account_ref, payout_ref: payout.payoutRef, ...now },
        ...{ currency: payout.currency, amount_minor: payout.amountMinor },
      })
      .onConflict((conflict) =>
        conflict
          .columns(["provider", "payout_ref"])
          .doUpdateSet(now)
          .where("connected_payouts.user_id", "=", user_id)
          .where((where) =>
            where.or([
              where("connected_payouts.state", "<>", state),
              where("connected_payouts.arrives_on", "is distinct from", arrives_on),
            ]),
          ),
      )
      .execute();
  }
}

/** An event says only that something changed, so the account is fetched. */
export async function takeAccountEvent(
  services: NewsServices,
  { provider, account_ref }: { provider: string; account_ref: string },
): Promise<"unknown_account" | "disconnected_account" | "account_read"> {
  const account = await services.db
    .selectFrom("connected_accounts")
    .select(["user_id", "disconnected_at"])
    .where("provider", "=", provider)
    .where("account_ref", "=", account_ref)
    .executeTakeFirst();
  if (!account) return "unknown_account";
  if (account.disconnected_at) return "disconnected_account";
  await readAccount(services, account.user_id, { hasEvent: true });
  return "account_read";
}

/** Accounts with due items often, others daily: events can be lost. */
export async function readDueAccounts(services: NewsServices): Promise<RowsOutcome> {
  const now = services.clock().getTime();
  const soon = new Date(now - attention_minutes * 60_000);
  const daily = new Date(now - read_hours * 3_600_000);
  const rows = await services.db
    .selectFrom("connected_accounts")
    .select(["user_id", "provider"])
    .where("disconnected_at", "is", null)
    .where(
      sql<boolean>`(read_at is null or read_at < ${daily} or (read_at < ${soon}
        and (due <> '[]' or disabled_reason is not null or not takes_payments or not pays_out)))`,
    )
    .orderBy(sql`read_at nulls first`)
    .limit(batch)
    .execute();
  return await forEachRow(
    rows,
    ({ user_id }) => user_id,
    whileProviderAnswers(async ({ user_id }) => ((await readAccount(services, user_id)) === "read" ? 1 : 0)),
  );
}
