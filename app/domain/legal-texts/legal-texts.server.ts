import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { LOCALES, type Locale } from "../../../locales/index.ts";
import type { LegalVersion } from "../../product-settings.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate, momentInBerlin } from "../calendar.ts";
import { requireOperator } from "../users/user.server.ts";
import { type LegalPage, PRIVACY_TABLES } from "./legal-texts.schema.ts";
import { findFaults, type LegalFault, namesIn } from "./markdown.server.ts";

export async function readLegalVersions(db: Kysely<DB>): Promise<LegalVersion[]> {
  return await db
    .selectFrom("legal_texts")
    .select(["page", "version", "valid_from", "published_at"])
    .orderBy("page")
    .orderBy("version")
    .execute();
}

/** The newest valid one; null: template. It replaces older ones with later dates. */
export function versionInForce(
  versions: readonly LegalVersion[],
  page: LegalPage,
  now: Date,
): LegalVersion | null {
  return versions.findLast((each) => each.page === page && each.valid_from <= now) ?? null;
}

export function newestVersion(versions: readonly LegalVersion[], page: LegalPage): LegalVersion | null {
  return versions.findLast((each) => each.page === page) ?? null;
}

export type VersionState = "coming" | "inForce" | "earlier" | "never";

/** "never": replaced before it became valid. */
export function versionState(versions: readonly LegalVersion[], own: LegalVersion, now: Date): VersionState {
  const isReplaced = versions.some(
    (each) => each.page === own.page && each.version > own.version && each.valid_from <= own.valid_from,
  );
  if (isReplaced) return "never";
  const current = versionInForce(versions, own.page, now)?.version ?? 0;
  if (own.version === current) return "inForce";
  return own.version > current ? "coming" : "earlier";
}

const byLanguage = z.record(z.string(), z.string());
const filledByLanguage = z.record(z.string(), byLanguage);

export interface LegalText {
  version: number;
  text: string;
  /** Its placeholders at publication. */
  filled: Record<string, string>;
  valid_from: Date;
  published_at: Date;
}

export async function findLegalText(
  db: Kysely<DB>,
  asked: { page: LegalPage; version: number; locale: Locale },
): Promise<LegalText | null> {
  const row = await findRow(db, asked.page, asked.version);
  if (!row) return null;
  const { version, valid_from, published_at } = row;
  return {
    ...{ version, valid_from, published_at },
    text: row.text[asked.locale] ?? "",
    filled: row.filled[asked.locale] ?? {},
  };
}

export async function findLegalTexts(
  db: Kysely<DB>,
  page: LegalPage,
  version: number,
): Promise<Record<string, string> | null> {
  return (await findRow(db, page, version))?.text ?? null;
}

async function findRow(db: Kysely<DB>, page: LegalPage, version: number) {
  const row = await db
    .selectFrom("legal_texts")
    .select(["version", "text", "filled", "valid_from", "published_at"])
    .where("page", "=", page)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && { ...row, text: byLanguage.parse(row.text), filled: filledByLanguage.parse(row.filled) };
}

interface Publishing {
  operator_id: string;
  page: LegalPage;
  seen_version: number;
  text: Record<Locale, string>;
  /** In Berlin; undefined: at once. */
  valid_from: string | undefined;
  values: Record<Locale, Record<string, string>>;
}

export type Published =
  | { outcome: "published"; version: number }
  | { outcome: "unchanged" | "stale" | "past" }
  | { outcome: "refused"; faults: { locale: Locale; fault: LegalFault }[] };

/** "past": the day is over. "stale": another version came first (docs/product.md, 6.16). */
export async function publishLegalText(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  given: Publishing,
): Promise<Published> {
  const now = clock();
  const faults = findTextFaults(given);
  if (faults.length > 0) return { outcome: "refused", faults };
  const today = businessDate(now);
  const day = momentInBerlin(`${given.valid_from ?? today}T00:00`);
  if (day === null || (given.valid_from ?? today) < today) return { outcome: "past" };
  const valid_from = day < now ? now : day;
  return await db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "settings");
    await sql`select pg_advisory_xact_lock(hashtext('tribute-legal-texts'))`.execute(trx);
    const newest = newestVersion(await readLegalVersions(trx), given.page);
    if ((newest?.version ?? 0) !== given.seen_version) return { outcome: "stale" };
    const before = newest && (await findLegalTexts(trx, given.page, newest.version));
    const isSame = before !== null && LOCALES.every((locale) => before[locale] === given.text[locale]);
    if (isSame && newest !== null && newest.valid_from <= now) return { outcome: "unchanged" };
    return await writeVersion(trx, { ...given, valid_from, before, now });
  });
}

export function findTextFaults({ page, text, values }: Pick<Publishing, "page" | "text" | "values">) {
  const tables = page === "privacy" ? PRIVACY_TABLES : [];
  return LOCALES.flatMap((locale) =>
    findFaults(text[locale], [...Object.keys(values[locale]), ...tables]).map((fault) => ({ locale, fault })),
  );
}

async function writeVersion(
  trx: Transaction<DB>,
  given: Omit<Publishing, "valid_from"> & {
    valid_from: Date;
    before: Record<string, string> | null;
    now: Date;
  },
): Promise<Published> {
  const { page, text, valid_from, now } = given;
  const version = given.seen_version + 1;
  const filled = Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      Object.fromEntries(
        namesIn(text[locale]).flatMap((name) => {
          const value = given.values[locale][name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    ]),
  );
  await trx
    .insertInto("legal_texts")
    .values({
      ...{ page, version, valid_from, published_at: now },
      ...{ text: JSON.stringify(text), filled: JSON.stringify(filled) },
    })
    .execute();
  await writeAudit(trx, {
    ...{ actor_id: given.operator_id, action: "legal_text.published", subject: `legal_text:${page}`, now },
    before: given.before && { version: given.seen_version, characters: lengthsOf(given.before) },
    after: { version, characters: lengthsOf(text), valid_from: valid_from.toISOString() },
  });
  await sql`select pg_notify('settings', 'legal_texts')`.execute(trx);
  return { outcome: "published", version };
}

const lengthsOf = (text: Record<string, string>) =>
  LOCALES.map((locale) => `${locale}: ${text[locale]?.length ?? 0}`);

/** Accepts the version in force or the newest; else "stale" (docs/product.md, 6.16). */
export async function acceptTerms(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  given: { user_id: string; version: number },
): Promise<"accepted" | "stale"> {
  const now = clock();
  const versions = await readLegalVersions(db);
  const offered = [versionInForce(versions, "terms", now), newestVersion(versions, "terms")];
  if (!offered.some((each) => each?.version === given.version)) return "stale";
  await db
    .updateTable("users")
    .set({ accepted_terms_version: given.version, terms_accepted_at: now, updated_at: now })
    .where("id", "=", given.user_id)
    .where("role", "=", "CREATOR")
    .where("accepted_terms_version", "<", given.version)
    .execute();
  return "accepted";
}
