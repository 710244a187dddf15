import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import type { JobData } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { dayInMonth } from "./series-dates.ts";
import { receiverOf, type Series, type SeriesServices, updateSeries } from "./series-record.server.ts";

/** What an address asks for by a form, without a login. */
type EnteredForm = JobData["series.asked"];

/** By a job, so that the answer's time tells nothing about the address. */
export async function askForSeries(
  services: Pick<SeriesServices, "db" | "jobs">,
  entered: EnteredForm,
): Promise<void> {
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "series.asked", entered));
}

/** Those that run, the oldest first, locked. */
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
    .where("status", "in", ["ACTIVE", "UNPAID", "SUSPENDED"])
    .orderBy("created_at")
    .orderBy("id")
    .limit(productRules.series.links_per_mail);
}

/** Mails the links, or confirms the declaration and lets charges wait (docs/decisions/105). */
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
      for (const each of running)
        series.push({ series_id: each.id, receiver_name: (await receiverOf(trx, each))?.name ?? null });
      await queueMail(trx, services, {
        ...{ ...mail, dedupe_key: `series-links:${entered.id}`, template: "series_links" },
        ...{ recipient: first.sender_email ?? email, params: { series } },
      });
      return;
    }
    for (const each of running) await postponeCharge(trx, each, now);
    // A withdrawal reaches payments of tips that have ended, too.
    const about = first ?? (kind === "WITHDRAW" ? await newestOf(trx, email) : undefined);
    const { name, contract, until, reason, received_at } = entered;
    const said = { name, contract, until, reason, kind, received_at, email };
    await queueMail(trx, services, {
      ...{ ...mail, dedupe_key: `declaration:${entered.id}`, template: "declaration" },
      recipient: about?.sender_email ?? email,
      params: { ...said, series_id: about?.id ?? null, is_copy: false },
    });
    await queueMail(trx, services, {
      ...{ ...mail, dedupe_key: `declaration:${entered.id}:copy`, template: "declaration" },
      ...{ recipient: services.support_email, params: { ...said, series_id: null, is_copy: true } },
    });
  });
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

/** At most so many days behind its day, however often an address is typed. */
async function postponeCharge(trx: Transaction<DB>, series: Series, now: Date): Promise<void> {
  const { next_charge_on, charge_month, day } = series;
  if (next_charge_on === null || charge_month === null) return;
  const { declared_days } = productRules.series;
  const after = (from: string) => daysBefore(from, -declared_days);
  const [wanted, latest] = [after(businessDate(now)), after(dayInMonth(charge_month, day))];
  const waits = wanted < latest ? wanted : latest;
  if (waits > next_charge_on) await updateSeries(trx, series, { next_charge_on: waits }, now);
}
