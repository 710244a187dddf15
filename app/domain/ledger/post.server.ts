import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";
import { type AccountRef, accountKey, accountTraits, type Cause, earlierAccountKey } from "./chart.ts";

export interface Transfer {
  from: AccountRef;
  to: AccountRef;
  amount_minor: Minor;
}

export interface Posting {
  key: string;
  kind: string;
  cause: Cause;
  reference: string;
  effective_at: Date;
  transfers: readonly Transfer[];
  reverses?: number;
}

export class LedgerConflict extends Error {
  override name = "LedgerConflict";
}

/**
 * All or none, in the caller's transaction; locks kept balances by id. Returns the new keys. An equal
 * repetition changes nothing; throws LedgerConflict for another body.
 */
export async function post(
  trx: Transaction<DB>,
  postings: readonly Posting[],
  now: Date,
): Promise<Set<string>> {
  const wanted = postings.filter((posting) => posting.transfers.length > 0);
  if (wanted.length === 0) return new Set();
  const ids = await lockAccounts(
    trx,
    wanted.flatMap((posting) => posting.transfers.flatMap((t) => [t.from, t.to])),
  );
  const headers = wanted.map((posting) => ({
    key: posting.key,
    kind: posting.kind,
    cause: posting.cause.kind,
    cause_id: posting.cause.id,
    cause_part: posting.cause.part,
    body_hash: bodyHash(posting).toString("hex"),
    reference: posting.reference,
    reverses: posting.reverses ?? null,
    effective_at: posting.effective_at,
  }));
  const rows = wanted.flatMap((posting) =>
    posting.transfers.map((transfer, seq) => ({
      key: posting.key,
      seq,
      debit_account: ids.get(accountKey(transfer.from)),
      credit_account: ids.get(accountKey(transfer.to)),
      currency: sameCurrency(transfer),
      amount_minor: transfer.amount_minor,
    })),
  );
  const written = { headers: JSON.stringify(headers), rows: JSON.stringify(rows), now };
  const created = await writePostings(trx, written);
  const fresh = new Set(created.map((row) => row.key));
  if (fresh.size < wanted.length)
    await refuseOtherBodies(
      trx,
      wanted.filter((posting) => !fresh.has(posting.key)),
    );
  return fresh;
}

const writePostings = hotQuery(
  "write-postings",
  { headers: parameter<string>(), rows: parameter<string>(), now: parameter<Date>() },
  (_db, given) => sql<{ key: string }>`
    with posting as (
      select * from jsonb_to_recordset(${given("headers")}::jsonb)
        as p (key text, kind text, cause text, cause_id uuid, cause_part text, body_hash text, reference text,
          reverses bigint, effective_at timestamptz)
    ), created as (
      insert into ledger_transaction (kind, cause, cause_id, cause_part, idempotency_key, body_hash, reference, reverses,
        effective_at, created_at)
      select kind, cause, cause_id, cause_part, key, decode(body_hash, 'hex'), reference, reverses, effective_at, ${given("now")}::timestamptz from posting
      on conflict (idempotency_key) do nothing
      returning id, idempotency_key
    ), moved as (
      insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
      select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor
      from jsonb_to_recordset(${given("rows")}::jsonb)
        as t (key text, seq smallint, debit_account bigint, credit_account bigint, currency text, amount_minor bigint)
      join created on created.idempotency_key = t.key
      returning debit_account, credit_account, amount_minor
    ), change as (
      select account, sum(debit) as debits, sum(credit) as credits
      from moved
      cross join lateral (values (debit_account, amount_minor, 0), (credit_account, 0, amount_minor))
        as side (account, debit, credit)
      group by account
    ), balanced as (
      update ledger_account set debits = ledger_account.debits + change.debits,
        credits = ledger_account.credits + change.credits
      from change where ledger_account.id = change.account and ledger_account.keeps_balance
    )
    select idempotency_key as key from created`,
);

const lockAndFind = hotQuery(
  "lock-ledger-accounts",
  { accounts: parameter<string>() },
  (_db, given) => sql<AccountRef & { id: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${given("accounts")}::jsonb)
        as w (code text, owner text, currency text, shard smallint, keeps_balance boolean)
    ), kept as (
      select a.id, a.code, a.owner, a.currency, a.shard from ledger_account a
      join wanted w using (code, owner, currency, shard)
      where w.keeps_balance and a.keeps_balance order by a.id for no key update of a
    )
    select * from kept
    union all
    select a.id, a.code, a.owner, a.currency, a.shard from ledger_account a
    join wanted w using (code, owner, currency, shard)
    where not w.keeps_balance and not a.keeps_balance`,
);

const insertAccounts = hotQuery(
  "open-ledger-accounts",
  { accounts: parameter<string>() },
  (_db, given) => sql<AccountRef & { id: number }>`
    insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
    select * from jsonb_to_recordset(${given("accounts")}::jsonb) as w (
      code text, owner text, currency text, shard smallint, normal_side text, allows_negative boolean, keeps_balance boolean)
    on conflict do nothing
    returning id, code, owner, currency, shard`,
);

export async function findTransactions(
  db: Kysely<DB>,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("ledger_transaction")
    .select(["id", "idempotency_key"])
    .where(sql<boolean>`idempotency_key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.idempotency_key, row.id]));
}

export type CreatorBalances = Record<
  | "creator_pending"
  | "creator_available"
  | "creator_dispute_hold"
  | "creator_receivable"
  | "payout_in_transit"
  | "creator_unverified",
  Minor
>;

export async function lockBalances(
  trx: Transaction<DB>,
  creatorIds: readonly string[],
  currency: string,
): Promise<Map<string, CreatorBalances>> {
  if (creatorIds.length === 0) return new Map();
  const own = trx
    .selectFrom("ledger_account")
    .where(sql<boolean>`owner = any(${[...creatorIds]}::text[])`)
    // A long list needs this to use the owners' index.
    .where("owner", "<>", "")
    .where("currency", "=", currency);
  await own.select("id").orderBy("id").forNoKeyUpdate().execute();
  const rows = await own.select(["code", "owner", "normal_side", "debits", "credits"]).execute();
  return sumBalances(creatorIds, rows);
}

export async function getBalances(
  db: Kysely<DB>,
  creatorId: string,
  currency: string,
): Promise<CreatorBalances> {
  const rows = await db
    .selectFrom("ledger_account")
    .select(["code", "owner", "normal_side", "debits", "credits"])
    .where("owner", "=", creatorId)
    .where("currency", "=", currency)
    .execute();
  return sumBalances([creatorId], rows).get(creatorId) ?? emptyBalances();
}

export async function getBalancesIn<Currency extends string>(
  db: Kysely<DB>,
  creatorId: string,
  currencies: readonly Currency[],
): Promise<{ currency: Currency; balances: CreatorBalances }[]> {
  const rows = await db
    .selectFrom("ledger_account")
    .select(["code", "owner", "currency", "normal_side", "debits", "credits"])
    .where("owner", "=", creatorId)
    .execute();
  return currencies.map((currency) => {
    const own = sumBalances(
      [creatorId],
      rows.filter((row) => row.currency === currency),
    );
    return { currency, balances: own.get(creatorId) ?? emptyBalances() };
  });
}

function emptyBalances(): CreatorBalances {
  const none = minor(0);
  return {
    creator_pending: none,
    creator_available: none,
    creator_dispute_hold: none,
    creator_receivable: none,
    payout_in_transit: none,
    creator_unverified: none,
  };
}

const BALANCES = emptyBalances();

function isBalance(code: string): code is keyof CreatorBalances {
  return Object.hasOwn(BALANCES, code);
}

function sumBalances(
  creatorIds: readonly string[],
  rows: readonly { code: string; owner: string; normal_side: string; debits: number; credits: number }[],
): Map<string, CreatorBalances> {
  const balances = new Map(creatorIds.map((id) => [id, emptyBalances()]));
  for (const row of rows) {
    const { code } = row;
    const own = balances.get(row.owner);
    if (!own || !isBalance(code)) continue;
    const balance = row.normal_side === "DEBIT" ? row.debits - row.credits : row.credits - row.debits;
    own[code] = minor(own[code] + balance);
  }
  return balances;
}

function sameCurrency(transfer: Transfer): string {
  if (transfer.from.currency !== transfer.to.currency) throw new Error("a transfer stays in one currency");
  if (transfer.amount_minor <= 0) throw new Error("a transfer moves a positive amount");
  return transfer.from.currency;
}

/** Covers all of a posting, unambiguously. */
function bodyHash(posting: Posting): Buffer {
  const { kind, id, part } = posting.cause;
  return hashWith(posting, [kind, id, part]);
}

/** Older postings have no `cause`. */
function hashWith(
  { key, kind, reference, effective_at, reverses, transfers }: Posting,
  cause: readonly string[],
): Buffer {
  const moved = transfers.map(({ from, to, amount_minor }) => [
    ...[from.code, from.owner, from.currency, from.shard],
    ...[to.code, to.owner, to.currency, to.shard],
    amount_minor,
  ]);
  const body = [key, kind, ...cause, reference, effective_at.toISOString(), reverses ?? null, moved];
  return createHash("sha256").update(JSON.stringify(body)).digest();
}

/** Until version 1.28. */
function earlierBodyHash(posting: Posting, nameOf: (account: AccountRef) => string): Buffer {
  const body = [
    posting.kind,
    posting.reference,
    ...posting.transfers.map((t) => `${nameOf(t.from)}>${nameOf(t.to)}:${t.amount_minor}`),
  ];
  return createHash("sha256").update(body.join("\n")).digest();
}

async function refuseOtherBodies(trx: Transaction<DB>, repeated: readonly Posting[]): Promise<void> {
  const earlier = await trx
    .selectFrom("ledger_transaction")
    .select(["idempotency_key", "body_hash"])
    .where(
      "idempotency_key",
      "in",
      repeated.map((posting) => posting.key),
    )
    .execute();
  const known = new Map(earlier.map((row) => [row.idempotency_key, row.body_hash]));
  const other = repeated.find((posting) => {
    const before = known.get(posting.key);
    const same = [
      bodyHash(posting),
      hashWith(posting, []),
      ...[accountKey, earlierAccountKey].map((nameOf) => earlierBodyHash(posting, nameOf)),
    ];
    return !same.some((hash) => before?.equals(hash));
  });
  if (other) throw new LedgerConflict(`${other.key} was posted before with another body`);
}

type ChartedAccount = AccountRef & { normal_side: string; allows_negative: boolean; keeps_balance: boolean };

async function lockAccounts(
  trx: Transaction<DB>,
  accounts: readonly AccountRef[],
): Promise<Map<string, number>> {
  const distinct = new Map(accounts.map((account) => [accountKey(account), charted(account)]));
  const found = await selectAndLock(trx, [...distinct.values()]);
  if (found.size === distinct.size) return found;
  const missing = [...distinct].filter(([key]) => !found.has(key));
  const opened = await openAccounts(trx, new Map(missing));
  if (opened.size === missing.length) return new Map([...found, ...opened]);
  return await selectAndLock(trx, [...distinct.values()]);
}

function charted(account: AccountRef): ChartedAccount {
  const { side, ...traits } = accountTraits(account.code);
  return { ...account, normal_side: side, ...traits };
}

async function selectAndLock(
  trx: Transaction<DB>,
  accounts: readonly ChartedAccount[],
): Promise<Map<string, number>> {
  const rows = await lockAndFind(trx, { accounts: JSON.stringify(accounts) });
  return new Map(rows.map((row) => [accountKey(row), row.id]));
}

/** New rows are invisible to others: they count as locked. */
async function openAccounts(
  trx: Transaction<DB>,
  accounts: ReadonlyMap<string, ChartedAccount>,
): Promise<Map<string, number>> {
  const inOrder = [...accounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
  const rows = await insertAccounts(trx, { accounts: JSON.stringify(inOrder) });
  return new Map(rows.map((row) => [accountKey(row), row.id]));
}
