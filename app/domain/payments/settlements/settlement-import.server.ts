import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar.ts";
import { post } from "../../ledger/post.server.ts";
import { providerSettled } from "../../ledger/rules/posting-rules.ts";
import { isOfBank, type Providers, type SettledEvent, type SettlementFault } from "../provider-port.ts";
import { findBoundFacts } from "./bound-facts.server.ts";
import { lockBankFiles, lockProviderFiles } from "./exception-acts.server.ts";
import { FACTS, judgeEvents, settledTotals, sumsByCurrency } from "./judge-events.ts";
import { byProvidersNames, findOurBooks, inFansCurrency } from "./known-events.server.ts";
import { boundEvents } from "./settlement-bounds.ts";
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
 * Known events change nothing. What our books lack, have otherwise, or what is beyond its bounds waits for an
 * operator and posts nothing (docs/money.md, 5).
 */
export async function importSettlement(
  services: Services,
  file: { provider: string; bytes: Uint8Array; operator_id: string },
): Promise<SettlementOutcome> {
  const read = await readSettlementFile(services, file);
  if ("fault" in read) return { outcome: "refused", fault: read };
  return await importEvents(services, { ...file, events: read });
}

export async function readSettlementFile(
  services: Pick<Services, "db" | "providers">,
  file: { provider: string; bytes: Uint8Array },
): Promise<SettledEvent[] | SettlementFault> {
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const known = new Set(currencies.map((row) => row.code));
  return services.providers.get(file.provider).readSettlement(file.bytes, known);
}

/** Another one is not imported. */
export async function importEvents(
  services: Pick<Services, "db" | "clock" | "newId">,
  file: {
    provider: string;
    events: readonly SettledEvent[];
    operator_id: string;
    /** To compare later looks. */
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

export function hashOfJudgements(judged: Awaited<ReturnType<typeof judgeFile>>["judged"]): Buffer {
  const said = judged.map(({ event, judgement }) => [
    event.event_ref,
    judgement.outcome === "EXCEPTION" ? judgement.reason : judgement.outcome,
  ]);
  return createHash("sha256").update(JSON.stringify(said)).digest();
}

/** Serialises a provider's files, and bank files about its transfers. */
export async function judgeFile(
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
