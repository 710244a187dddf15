import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { listRateAges } from "../exchange-rates/rates.server.ts";
import type { Jobs } from "../jobs.ts";
import { LEGAL_PAGES } from "../legal-texts/legal-texts.schema.ts";
import { newestVersion, readLegalVersions } from "../legal-texts/legal-texts.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { may, rolesApproving } from "../operator-rights.server.ts";
import type { Providers } from "../payments/provider-port.ts";
import { payableCurrencies } from "../payments/quote.server.ts";
import { requireOperator } from "../users/user.server.ts";
import {
  countMissing,
  judgeReadiness,
  type MailState,
  type ReadinessFacts,
  type ReadinessItem,
} from "./readiness.ts";
import { readGroup } from "./settings.server.ts";

interface FirstRunServices {
  db: Kysely<DB>;
  clock: () => Date;
  providers: Providers;
  second_operator_from_minor: number | null;
  config: {
    mode: "demo" | "live";
    unfitVariables: readonly string[];
    SMTP_URL?: string | undefined;
    PAYOUT_IBAN?: string | undefined;
    REFERENCE_RATES_URL?: string | undefined;
    payoutAccount: object | null;
  };
}

export interface FirstRun extends Pick<ReadinessFacts, "last_event_at" | "mail"> {
  items: ReadinessItem[];
}

/** A few indexed reads (docs/product.md, 6.16). */
export async function readFirstRun(services: FirstRunServices): Promise<FirstRun> {
  const { db, config, providers } = services;
  const names = providers.all.map(({ name }) => name);
  const [brand, texts, last_event_at, mail, has_old_rates, approvers] = await Promise.all([
    readGroup(db, "brand"),
    readLegalVersions(db),
    findLastEvent(db, names),
    findMailState(db),
    hasOldRates(services),
    countApprovers(db),
  ]);
  const items = judgeReadiness({
    is_brand_saved: brand.version > 0,
    template_pages: LEGAL_PAGES.filter((page) => newestVersion(texts, page) === null).length,
    unfit_variables: config.unfitVariables,
    providers: names,
    ...{ last_event_at, mail, has_old_rates, approvers },
    has_mail_server: config.SMTP_URL !== undefined,
    has_own_payout_account: config.payoutAccount !== null && config.PAYOUT_IBAN !== undefined,
    are_rates_fetched: config.REFERENCE_RATES_URL !== undefined,
    needs_second_operator: services.second_operator_from_minor !== null,
  });
  return { items, last_event_at, mail };
}

/** For roles that may set them; else 0. */
export async function missingBeforeMoney(services: FirstRunServices, role: string): Promise<number> {
  if (services.config.mode === "demo" || !may(role, "settings")) return 0;
  return countMissing((await readFirstRun(services)).items);
}

/** By a payment of a configured provider; events are kept for 90 days. */
async function findLastEvent(db: Kysely<DB>, providers: readonly string[]): Promise<Date | null> {
  const newest = await db
    .selectFrom("provider_webhook_events")
    .select("handled_at")
    .where("provider", "in", providers)
    .where("handled_at", "is not", null)
    .orderBy("handled_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.handled_at ?? null;
}

/** The newest test mail, else any sent mail. Both are kept for 30 days. */
async function findMailState(db: Kysely<DB>): Promise<MailState> {
  const test = await db
    .selectFrom("mail_outbox as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.status", "m.last_error"])
    .where("u.role", "<>", "CREATOR")
    .where("m.template", "=", "test_mail")
    .orderBy("m.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (test) {
    if (test.status === "SENT") return { state: "sent" };
    return test.last_error === null ? { state: "waiting" } : { state: "failing", reason: test.last_error };
  }
  const sent = await db
    .selectFrom("mail_outbox")
    .select("id")
    .where("status", "=", "SENT")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return { state: sent ? "sent" : "none" };
}

async function hasOldRates({ db, clock, providers }: FirstRunServices): Promise<boolean> {
  const payable = new Set(payableCurrencies(providers));
  const rates = await listRateAges(db, clock());
  return rates.some(({ currency, is_old }) => is_old && payable.has(currency));
}

/** Payout operators who finished their sign-in. */
async function countApprovers(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("users as u")
    .innerJoin("second_factors as f", "f.user_id", "u.id")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("u.role", "in", rolesApproving("BATCH_RELEASE"))
    .where("u.deleted_at", "is", null)
    .where("u.password_hash", "is not", null)
    .where("f.confirmed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function sendTestMail(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date; newId: () => string },
  { operator_id }: { operator_id: string },
): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "settings");
    const { email: recipient, locale } = await findAddress(trx, operator_id);
    await queueMail(trx, services, {
      dedupe_key: `test_mail:${services.newId()}`,
      template: "test_mail",
      ...{ locale, recipient, user_id: operator_id, params: {}, now },
    });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "mail.tested", subject: `user:${operator_id}` },
      ...{ before: null, after: null, now },
    });
  });
}

async function findAddress(trx: Transaction<DB>, userId: string) {
  return await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
