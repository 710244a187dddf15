import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar.ts";
import type { Jobs } from "../../jobs.ts";
import { heldByProvider } from "../../ledger/ledger-reports.server.ts";
import { post } from "../../ledger/post.server.ts";
import { providerSettled } from "../../ledger/rules/posting-rules.ts";
import {
  isOfBank,
  type Providers,
  type SettledEvent,
  type SettledKind,
  type SettlementFault,
} from "../provider-port.ts";
import { lockBankFiles, lockProviderFiles } from "./exception-acts.server.ts";
import {
  FACTS,
  type Judgement,
  judgeEvents,
  type KnownAmount,
  type SettlementReason,
  settledTotals,
  sumsByCurrency,
} from "./judge-events.ts";
import { byProvidersNames, findOurBooks, inFansCurrency } from "./known-events.server.ts";
import { settledEventSchema } from "./settlement.schema.ts";
import { boundEvents, findBoundFacts, heldChanges } from "./settlement-bounds.server.ts";
import {
  findNewContradictions,
  type JudgedEvent,
  writeEvents,
  writeExceptions,
} from "./settlement-records.server.ts";

export type SettlementOutcome =
  | { outcome: "imported"; id: string; exceptions: number }
  /** "changed": the effect differs from what was shown. */
  | { outcome: "repeated" | "changed" }
  | { outcome: "refused"; fault: SettlementFault };

interface Services {
  db: Kysely<DB>;
  providers: Providers;
  clock: () => Date;
  newId: () => string;
}

/**
 * Known events change nothing. What our books lack, have otherwise, or what exceeds its bounds waits and
 * posts nothing (docs/money.md, 5).
 */
export async function importSettlement(
  services: Services,
  file: { provider: string; bytes: Uint8Array; operator_id: string },
): Promise<SettlementOutcome> {
  const read = await readSettlementFile(services, file);
  if ("fault" in read) return { outcome: "refused", fault: read };
  return await importEvents(services, { ...file, events: read });
}

async function readSettlementFile(
  services: Pick<Services, "db" | "providers">,
  file: { provider: string; bytes: Uint8Array },
): Promise<SettledEvent[] | SettlementFault> {
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const known = new Set(currencies.map((row) => row.code));
  return services.providers.get(file.provider).readSettlement(file.bytes, known);
}

async function importEvents(
  services: Pick<Services, "db" | "clock" | "newId">,
  file: {
    provider: string;
    events: readonly SettledEvent[];
    operator_id: string;
    shown_sha256?: Buffer | null;
  },
): Promise<Exclude<SettlementOutcome, { outcome: "refused" }>> {
  const { provider, events, shown_sha256 } = file;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockFiles(trx, provider, events);
    if (await wasImported(trx, provider, events)) return { outcome: "repeated" };
    const found = await judgeFile(trx, { provider, events, now });
    if (shown_sha256 !== undefined && !shown_sha256?.equals(hashOfJudgements(found.judged)))
      return { outcome: "changed" };
    const reported = new Map([...found.reported].map(([name, { id }]) => [name, id]));
    const judged = found.judged.map(({ event, judgement }): JudgedEvent => {
      const before = reported.get(event.event_ref);
      const event_id = before ?? services.newId();
      const is_new = before === undefined && judgement.outcome !== "KNOWN";
      if (is_new) reported.set(event.event_ref, event_id);
      return { event_id, is_new, event, judgement };
    });
    const fresh = judged.filter(({ is_new }) => is_new);
    const contradictions = await findNewContradictions(trx, judged);
    if (fresh.length + contradictions.length === 0) return { outcome: "repeated" };
    const { id } = await trx
      .insertInto("settlements")
      .values({
        ...{ id: services.newId(), provider, file_sha256: hashOf(events), rows_count: events.length },
        totals: JSON.stringify(Object.fromEntries(settledTotals(fresh.map(({ event }) => event)))),
        ...{ unknown_references: "[]", imported_by: file.operator_id, imported_at: now },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const written = { id, provider, today: businessDate(now) };
    await writeEvents(trx, written, fresh);
    const exceptions = await writeExceptions(trx, services, written, [...fresh, ...contradictions]);
    const taken = fresh.filter(({ judgement }) => judgement.outcome === "TAKEN").map(({ event }) => event);
    const sums = sumsByCurrency(taken);
    await post(
      trx,
      [...sums].map(([currency, sum]) =>
        providerSettled(provider, { settlement_id: id, currency, ...sum }, now),
      ),
      now,
    );
    await writeAudit(trx, {
      ...{ actor_id: file.operator_id, action: "settlement.imported", subject: `settlement:${id}`, now },
      before: null,
      after: {
        events: fresh.length,
        exceptions,
        ...Object.fromEntries([...sums].map(([currency, { bank_minor }]) => [currency, bank_minor])),
      },
    });
    return { outcome: "imported", id, exceptions };
  });
}

function hashOfJudgements(judged: Awaited<ReturnType<typeof judgeFile>>["judged"]): Buffer {
  const said = judged.map(({ event, judgement }) => [
    event.event_ref,
    judgement.outcome === "EXCEPTION" ? judgement.reason : judgement.outcome,
  ]);
  return createHash("sha256").update(JSON.stringify(said)).digest();
}

/** Serialises a provider's files, and bank files about its transfers. */
async function judgeFile(
  trx: Transaction<DB>,
  { provider, events, now }: { provider: string; events: readonly SettledEvent[]; now: Date },
) {
  const named = await inFansCurrency(trx, provider, await byProvidersNames(trx, provider, events));
  const books = await findOurBooks(trx, provider, named);
  const facts = await findBoundFacts(trx, { provider, events: named, books, now });
  return { judged: boundEvents(judgeEvents(named, books), facts), reported: books.reported };
}

/** Files of payments were named by their row order too. */
async function lockFiles(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<void> {
  await lockProviderFiles(trx, provider);
  if (events.some(({ kind }) => isOfBank(kind))) await lockBankFiles(trx);
}

async function wasImported(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<boolean> {
  const repeated = await trx
    .selectFrom("settlements")
    .select("id")
    .where("provider", "=", provider)
    .where("file_sha256", "in", [hashOf(events), hashOf(events, "as they come")])
    .executeTakeFirst();
  return repeated !== undefined;
}

function hashOf(events: readonly SettledEvent[], order: "sorted" | "as they come" = "sorted"): Buffer {
  const said = events.map((event) =>
    JSON.stringify(
      event.kind === "PAYMENT" && event.reaches_bank
        ? [event.currency, event.gross_minor, event.fee_minor, event.payment_ref]
        : [event.event_ref, ...FACTS.map((fact) => event[fact])],
    ),
  );
  return createHash("sha256")
    .update(`[${(order === "sorted" ? said.sort() : said).join(",")}]`)
    .digest();
}

interface PreviewServices {
  db: Kysely<DB>;
  encryption: Encryption;
  providers: Providers;
  clock: () => Date;
  newId: () => string;
}

const HOUR_MS = 3_600_000;

/** Encrypted, until its reader imports it or a day is over; posts nothing. */
export async function previewSettlement(
  services: PreviewServices,
  file: { provider: string; bytes: Uint8Array; operator_id: string },
): Promise<{ outcome: "kept"; id: string } | { outcome: "refused"; fault: SettlementFault }> {
  const events = await readSettlementFile(services, file);
  if ("fault" in events) return { outcome: "refused", fault: events };
  return { outcome: "kept", id: await keepPreview(services, { ...file, events }) };
}

async function keepPreview(
  { db, encryption, clock, newId }: PreviewServices,
  reported: { provider: string; events: readonly SettledEvent[]; operator_id: string },
): Promise<string> {
  const id = newId();
  const { provider, events, operator_id: made_by } = reported;
  const packed = gzipSync(JSON.stringify(events));
  const made_at = clock();
  await db.transaction().execute(async (trx) => {
    const { judged } = await judgeFile(trx, { provider, events, now: made_at });
    await trx
      .insertInto("settlement_previews")
      .values({
        ...{ id, provider, rows_count: events.length, made_by, made_at },
        events_encrypted: encryption.encrypt("settlement-preview", id, packed),
        judged_sha256: hashOfJudgements(judged),
      })
      .execute();
  });
  return id;
}

interface PreviewedSum {
  currency: string;
  kind: SettledKind;
  fitting: { count: number; minor: number };
  waiting: { count: number; minor: number };
  known_minor: number;
  known_count: number;
}

interface Preview {
  id: string;
  provider: string;
  rows_count: number;
  made_at: Date;
  sums: PreviewedSum[];
  held: { currency: string; before_minor: number; after_minor: number; said_minor: number }[];
  exceptions: { event: SettledEvent; reason: SettlementReason; known: KnownAmount | null }[];
}

interface Asked {
  id: string;
  operator_id: string;
}

export async function findPreview(services: PreviewServices, asked: Asked): Promise<Preview | null> {
  const kept = await openPreview(services, asked);
  if (!kept) return null;
  const { events, judged_sha256: _, ...shown } = kept;
  const { provider } = kept;
  return await services.db.transaction().execute(async (trx) => {
    const { judged, reported } = await judgeFile(trx, { provider, events, now: services.clock() });
    const before = await heldByProvider(trx, provider);
    const fresh = judged.filter(
      ({ event, judgement }) => judgement.outcome !== "KNOWN" && !reported.has(event.event_ref),
    );
    const taken = fresh.filter(({ judgement }) => judgement.outcome === "TAKEN");
    const changes = new Map(heldChanges(taken.map(({ event }) => event)));
    const said = new Map(heldChanges(fresh.map(({ event }) => event)));
    const currencies = [...new Set([...said.keys(), ...judged.map(({ event }) => event.currency)])].sort();
    return {
      ...shown,
      sums: sumUp(judged),
      held: currencies.map((currency) => {
        const before_minor = before.get(currency) ?? 0;
        const [change, all] = [changes.get(currency) ?? 0, said.get(currency) ?? 0];
        return { currency, before_minor, after_minor: before_minor + change, said_minor: before_minor + all };
      }),
      exceptions: judged
        .flatMap(({ event, judgement }) =>
          judgement.outcome === "EXCEPTION"
            ? [{ event, reason: judgement.reason, known: judgement.known }]
            : [],
        )
        .slice(0, productRules.admin_rows),
    };
  });
}

function sumUp(judged: readonly { event: SettledEvent; judgement: Judgement }[]): PreviewedSum[] {
  const groups = Map.groupBy(judged, ({ event }) => `${event.currency} ${event.kind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { currency, kind } = first.event;
    const count = (outcome: Judgement["outcome"]) => {
      const of = group.filter(({ judgement }) => judgement.outcome === outcome);
      return { count: of.length, minor: of.reduce((sum, { event }) => sum + event.gross_minor, 0) };
    };
    const known_minor = group.reduce((sum, { judgement }) => {
      const known = judgement.outcome === "EXCEPTION" ? judgement.known : null;
      return known?.currency === currency ? sum + known.minor : sum;
    }, 0);
    const known_count = count("KNOWN").count;
    return [
      { currency, kind, fitting: count("TAKEN"), waiting: count("EXCEPTION"), known_minor, known_count },
    ];
  });
}

/** "gone": another operator, or after a day. "changed": the effect differs. */
export async function takePreview(
  services: PreviewServices,
  asked: Asked,
): Promise<Exclude<SettlementOutcome, { outcome: "refused" }> | { outcome: "gone" }> {
  const kept = await openPreview(services, asked);
  if (!kept) return { outcome: "gone" };
  const { judged_sha256: shown_sha256, ...file } = kept;
  const imported = await importEvents(services, { ...file, shown_sha256, operator_id: asked.operator_id });
  if (imported.outcome === "changed") await noteJudgements(services, kept);
  else await dropPreview(services, asked);
  return imported;
}

async function noteJudgements(
  { db, clock }: Pick<PreviewServices, "db" | "clock">,
  { id, provider, events }: { id: string; provider: string; events: readonly SettledEvent[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { judged } = await judgeFile(trx, { provider, events, now: clock() });
    await trx
      .updateTable("settlement_previews")
      .set({ judged_sha256: hashOfJudgements(judged) })
      .where("id", "=", id)
      .execute();
  });
}

export async function dropPreview(
  { db }: Pick<PreviewServices, "db">,
  { id, operator_id }: Asked,
): Promise<void> {
  await db
    .deleteFrom("settlement_previews")
    .where("id", "=", id)
    .where("made_by", "=", operator_id)
    .execute();
}

async function openPreview({ db, encryption, clock }: PreviewServices, { id, operator_id }: Asked) {
  const since = new Date(clock().getTime() - productRules.settlement.preview_hours * HOUR_MS);
  const row = await db
    .selectFrom("settlement_previews")
    .select(["id", "provider", "rows_count", "made_at", "events_encrypted", "judged_sha256"])
    .where("id", "=", id)
    .where("made_by", "=", operator_id)
    .where("made_at", ">", since)
    .executeTakeFirst();
  if (!row) return null;
  const { events_encrypted, ...kept } = row;
  const packed = encryption.decrypt("settlement-preview", id, events_encrypted);
  const events = z.array(settledEventSchema).parse(JSON.parse(gunzipSync(packed).toString("utf8")));
  return { ...kept, events };
}

export async function listPreviews(
  db: Kysely<DB>,
  operatorId: string,
  now: Date,
): Promise<{ id: string; provider: string; rows_count: number; made_at: Date }[]> {
  return await db
    .selectFrom("settlement_previews")
    .select(["id", "provider", "rows_count", "made_at"])
    .where("made_by", "=", operatorId)
    .where("made_at", ">", new Date(now.getTime() - productRules.settlement.preview_hours * HOUR_MS))
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(productRules.admin_rows)
    .execute();
}

const DAY_MS = 86_400_000;

interface Order {
  provider: string;
  operator_id: string;
}

export async function orderSettlement(
  services: { db: Kysely<DB>; jobs: Jobs; providers: Providers },
  order: Order,
): Promise<"ordered" | "unknown"> {
  if (!services.providers.find(order.provider)?.fetchSettlement) return "unknown";
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "settlements.fetch", order));
  return "ordered";
}

/**
 * Outside of transactions, as the ordering operator's preview. Days may overlap. Throws for a silent provider
 * or an unknown kind.
 */
export async function fetchSettlement(services: PreviewServices, order: Order): Promise<{ rows: number }> {
  const provider = services.providers.get(order.provider);
  if (!provider.fetchSettlement) return { rows: 0 };
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const since = new Date(services.clock().getTime() - productRules.settlement.fetched_days * DAY_MS);
  const events = await provider.fetchSettlement(since, new Set(currencies.map(({ code }) => code)));
  if ("fault" in events)
    throw new Error(`the settlement of ${order.provider} cannot be read: ${events.fault}`);
  if (events.length > 0) await keepPreview(services, { ...order, events });
  return { rows: events.length };
}
