import { gunzipSync, gzipSync } from "node:zlib";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { productRules } from "../../../product-rules.ts";
import type { Jobs } from "../../jobs.ts";
import { heldByProvider } from "../../ledger/ledger-reports.server.ts";
import type { Providers, SettledEvent, SettledKind, SettlementFault } from "../provider-port.ts";
import type { Judgement, KnownAmount, SettlementReason } from "./judge-events.ts";
import { settledEventSchema } from "./settlement.schema.ts";
import { heldChanges } from "./settlement-bounds.ts";
import {
  hashOfJudgements,
  importEvents,
  judgeFile,
  readSettlementFile,
  type SettlementOutcome,
} from "./settlement-import.server.ts";

interface PreviewServices {
  db: Kysely<DB>;
  encryption: Encryption;
  providers: Providers;
  clock: () => Date;
  newId: () => string;
}

const HOUR_MS = 3_600_000;

/** Stored encrypted, until its reader imports it or a day is over; posts nothing. */
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

/** For the reader alone; null after a day. */
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

/** "gone" for other operators and after a day. "changed" when the effect differs from what was shown. */
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

/** A job fetches them. "unknown" for a provider without an API. */
export async function orderSettlement(
  services: { db: Kysely<DB>; jobs: Jobs; providers: Providers },
  order: Order,
): Promise<"ordered" | "unknown"> {
  if (!services.providers.find(order.provider)?.fetchSettlement) return "unknown";
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "settlements.fetch", order));
  return "ordered";
}

/**
 * Outside of any transaction, as a preview of the ordering operator. Days may overlap. Throws for a silent
 * provider or an unknown kind.
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
