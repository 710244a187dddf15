import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import type { JobData } from "../jobs.ts";
import { LEFT_OUT } from "../mails/mail-params.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { reviewContent } from "../moderation/review-content.ts";
import {
  isFirstUnderWay,
  receiverOf,
  type Series,
  type SeriesServices,
  updateSeries,
} from "./series-record.server.ts";

type EnteredForm = JobData["series.asked"];

/** By a job: the answer's time reveals nothing about the address. */
export async function askForSeries(
  services: Pick<SeriesServices, "db" | "jobs">,
  entered: EnteredForm,
): Promise<void> {
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "series.asked", entered));
}

/** Oldest first, locked. */
async function lockRunningOf(trx: Transaction<DB>, email: string): Promise<Series[]> {
  return await runningOf(trx, email).forUpdate().execute();
}

export async function listRunningOf(db: Kysely<DB>, email: string): Promise<Series[]> {
  return await runningOf(db, email).execute();
}

function runningOf(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("tip_series")
    .selectAll()
    .where(sql<boolean>`lower(sender_email) = ${email.toLowerCase()}`)
    .where((eb) =>
      eb.or([
        eb("status", "in", ["ACTIVE", "UNPAID", "SUSPENDED"]),
        eb.and([eb("status", "=", "BEGUN"), isFirstUnderWay(eb)]),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id");
}

/** Mails links, or confirms the declaration and delays charges (docs/decisions/105). */
export async function answerForm(
  services: SeriesServices & { support_email: string },
  entered: EnteredForm,
): Promise<void> {
  const now = services.clock();
  const { email, locale, kind } = entered;
  const mail = { locale, user_id: null, now };
  await services.db.transaction().execute(async (trx) => {
    const running = await lockRunningOf(trx, email);
    const [first] = running;
    if (kind === "LINKS") {
      if (!first) return;
      const series = [];
      for (const each of running.slice(0, productRules.series.links_per_mail))
        series.push({ series_id: each.id, receiver_name: (await receiverOf(trx, each))?.name ?? null });
      await queueMail(trx, services, {
        ...{ ...mail, dedupe_key: `series-links:${entered.id}`, template: "series_links" },
        ...{ recipient: first.sender_email ?? email, params: { series } },
      });
      return;
    }
    const declared = { declared_at: new Date(entered.received_at), declared_kind: kind };
    for (const each of running)
      await updateSeries(trx, each, { ...declared, ...postponed(each, businessDate(now)) }, now);
    // A withdrawal also reaches payments of ended tips.
    const about = first ?? (kind === "WITHDRAW" ? await newestOf(trx, email) : undefined);
    const { name, contract, until, reason, received_at, words_encrypted } = entered;
    const said = { name, contract, until, reason, kind, received_at, email };
    if (entered.is_mailed !== false)
      await queueMail(trx, services, {
        ...{ ...mail, dedupe_key: `declaration:${entered.id}`, template: "declaration" },
        recipient: about?.sender_email ?? email,
        params: {
          ...{ ...said, series_id: about?.id ?? null, words_encrypted, is_copy: false },
          ...{ name: repeated(name), contract: repeated(contract) },
          ...{ until: repeated(until), reason: repeated(reason) },
        },
      });
    await queueMail(trx, services, {
      ...{ ...mail, dedupe_key: `declaration:${entered.id}:copy`, template: "declaration" },
      ...{
        recipient: services.support_email,
        params: { ...said, series_id: null, words_encrypted: null, is_copy: true },
      },
    });
  });
}

/** A stranger's link or number reaches no fan's mailbox; the support's copy has it. */
function repeated(words: string | null): string | null {
  const held = reviewContent({ texts: [words], has_image: false, is_strict: true });
  return held === null ? words : LEFT_OUT;
}

async function newestOf(trx: Transaction<DB>, email: string): Promise<Series | undefined> {
  return await trx
    .selectFrom("tip_series")
    .selectAll()
    .where(sql<boolean>`lower(sender_email) = ${email.toLowerCase()}`)
    .where("status", "=", "ENDED")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Bounds the delay of any charge, however often an address is typed. */
function postponed({ next_charge_on, waits_from }: Series, today: string) {
  if (next_charge_on === null) return {};
  const { declared_days } = productRules.series;
  const after = (from: string) => daysBefore(from, -declared_days);
  const planned = waits_from ?? (next_charge_on > today ? next_charge_on : today);
  const [wanted, latest] = [after(today), after(planned)];
  const waits = wanted < latest ? wanted : latest;
  return waits > next_charge_on ? { next_charge_on: waits, waits_from: planned } : {};
}
