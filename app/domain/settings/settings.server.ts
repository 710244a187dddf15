import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { LOCALES } from "../../../locales/index.ts";
import { type Brand, defaultSettings, type Features, type Settings } from "../../product-settings.ts";
import { type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import { readLegalVersions } from "../legal-texts/legal-texts.server.ts";
import { rememberIssuer } from "../tax/issuers.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { type BrandForm, storedBrand, storedFeatures } from "./settings.schema.ts";

/** What the environment says of the brand: `fixed` wins over what operators set. */
export interface BrandEnvironment {
  defaults: Brand;
  fixed: Partial<Brand>;
}

const SETTINGS_GROUPS = ["brand", "features"] as const;
type SettingsGroup = (typeof SETTINGS_GROUPS)[number];
type StoredBrand = z.infer<typeof storedBrand>;

interface StoredGroup {
  /** 0 without a change yet. */
  version: number;
  value: unknown;
}

/** What runs, from the last change of each group. docs/product.md, 6.16. */
export async function readSettings(db: Kysely<DB>, environment: BrandEnvironment): Promise<Settings> {
  const rows = await db
    .selectFrom("settings")
    .select(["name", "version", "value"])
    .distinctOn("name")
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  const stored = (group: SettingsGroup) => rows.find(({ name }) => name === group)?.value ?? {};
  // Behind the group: a newer version of it comes with all texts that are older.
  const legal_versions = await readLegalVersions(db);
  return {
    version: Math.max(0, ...rows.map(({ version }) => Number(version))),
    brand: brandOn(environment, storedBrand.parse(stored("brand"))),
    features: { ...defaultSettings.features, ...storedFeatures.parse(stored("features")) },
    legal_versions,
  };
}

/** When the next version becomes valid; null for none. */
export function nextTextChange({ legal_versions }: Settings, now: Date): Date | null {
  const coming = legal_versions.map(({ valid_from }) => valid_from).filter((at) => at > now);
  return coming.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}

/** What operators have set of a group, and the version to send back with a change. */
export async function readGroup(db: Kysely<DB>, group: SettingsGroup): Promise<StoredGroup> {
  const row = await db
    .selectFrom("settings")
    .select(["version", "value"])
    .where("name", "=", group)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return { version: Number(row?.version ?? 0), value: row?.value ?? {} };
}

/** Of each group, the moment of its last change; null as shipped. */
export async function listSettingsChanges(
  db: Kysely<DB>,
): Promise<{ group: SettingsGroup; changed_at: Date | null }[]> {
  const rows = await db
    .selectFrom("settings")
    .select((eb) => ["name", eb.fn.max("changed_at").as("changed_at")])
    .groupBy("name")
    .execute();
  const changed = new Map(rows.map(({ name, changed_at }) => [name, changed_at]));
  return SETTINGS_GROUPS.map((group) => ({ group, changed_at: changed.get(group) ?? null }));
}

interface ChangeServices {
  db: Kysely<DB>;
  clock: () => Date;
  config: { brand: BrandEnvironment };
}

interface Change {
  operator_id: string;
  /** The group's version that the operator saw. */
  seen_version: number;
}

/** "stale": another change came first. Instances follow by a notification. docs/product.md, 6.16. */
export async function changeBrand(
  services: ChangeServices,
  given: Change & { brand: StoredBrand },
): Promise<"changed" | "unchanged" | "stale"> {
  const environment = services.config.brand;
  const value = storedBrand.parse(differences(given.brand, environment.defaults));
  return await changeGroup(services, { ...given, group: "brand", value }, async (trx, now) => {
    await rememberIssuer(trx, brandOn(environment, value).issuer, now);
  });
}

/** As `changeBrand`. What is off answers 404 from the change on. docs/product.md, 6.16. */
export async function changeFeatures(
  services: ChangeServices,
  given: Change & { features: Features },
): Promise<"changed" | "unchanged" | "stale"> {
  const value = storedFeatures.parse(differences(given.features, defaultSettings.features));
  return await changeGroup(services, { ...given, group: "features", value });
}

async function changeGroup(
  { db, clock }: ChangeServices,
  given: Change & { group: SettingsGroup; value: object },
  more?: (trx: Transaction<DB>, now: Date) => Promise<void>,
): Promise<"changed" | "unchanged" | "stale"> {
  const now = clock();
  const { group, value, operator_id } = given;
  return await db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "settings");
    await sql`select pg_advisory_xact_lock(hashtext('tribute-settings'))`.execute(trx);
    const before = await readGroup(trx, group);
    if (before.version !== given.seen_version) return "stale";
    const [was, is] = [factsOf(before.value), factsOf(value)];
    const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
    );
    // The first save of a group confirms what is shipped.
    if (changed.length === 0 && before.version > 0) return "unchanged";
    await trx
      .insertInto("settings")
      .values({ name: group, value: JSON.stringify(value), changed_at: now })
      .execute();
    await more?.(trx, now);
    const only = (facts: AuditedFacts): AuditedFacts =>
      Object.fromEntries(Object.entries(facts).filter(([name]) => changed.includes(name)));
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "settings.changed", subject: `settings:${group}` },
      ...{ before: only(was), after: only(is), now },
    });
    await sql`select pg_notify('settings', ${group})`.execute(trx);
    return "changed";
  });
}

/** The brand of a filled-in form; a missing field is as by default. */
export function brandFrom(form: BrandForm): StoredBrand {
  const { name, short_name, accent_light, accent_dark, support_email, mail_sender } = form;
  const { issuer, social_links, hides_origin } = form;
  const headline = present(Object.fromEntries(LOCALES.map((locale) => [locale, form[`headline_${locale}`]])));
  return storedBrand.parse(
    present({
      ...{ name, short_name, accent_light, accent_dark, support_email, mail_sender },
      ...{ issuer, social_links, headline, names_origin: !hides_origin },
    }),
  );
}

function brandOn({ defaults, fixed }: BrandEnvironment, stored: StoredBrand): Brand {
  // A renamed product has no short name of ours.
  const short_name = stored.short_name ?? stored.name ?? defaults.short_name;
  return { ...defaults, ...stored, short_name, ...fixed };
}

/** Without the keys whose value is missing. */
function present(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function differences(values: object, defaults: object): Record<string, unknown> {
  const known = new Map(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  );
}

/** A line for each field in the operators' log. */
function factsOf(value: unknown): AuditedFacts {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(
    entries.map(([name, each]): [string, AuditedFacts[string]] => [name, factOf(each)]),
  );
}

function factOf(value: unknown): AuditedFacts[string] {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value))
    return value.map((each) => (typeof each === "string" ? each : Object.values(each).join(" ")));
  return Object.entries(value ?? {}).map(([name, text]) => `${name}: ${text}`);
}
