import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { LOCALES } from "../../../locales/index.ts";
import {
  type Brand,
  type BrandPicture,
  defaultSettings,
  type Features,
  type Rules,
  type Settings,
} from "../../product-settings.ts";
import { type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import { readLegalVersions } from "../legal-texts/legal-texts.server.ts";
import { minor } from "../money/minor.ts";
import {
  lockActsAbout,
  requestSecondOperator,
  type SecondOperatorRule,
  voidActs,
} from "../operator-acts/operator-acts.server.ts";
import { rememberIssuer } from "../tax/issuers.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { flatContentRules, storedContentRules } from "./content-rules.schema.ts";
import { flatPayoutRules, payoutRulesFrom, storedPayoutRules } from "./payout-rules.schema.ts";
import { flatRules, RULE_RANGES, storedRules } from "./price-rules.schema.ts";
import {
  BRAND_PICTURES,
  type BrandForm,
  type BrandPictureName,
  storedBrand,
  storedFeatures,
} from "./settings.schema.ts";

/** `fixed` and `presets_minor` win over what operators set. */
export interface SettingsEnvironment {
  defaults: Brand;
  features: Features;
  fixed: Partial<Brand>;
  presets_minor: readonly number[] | null;
}

export const SETTINGS_GROUPS = ["brand", "features", "rules", "content", "payouts"] as const;
type SettingsGroup = (typeof SETTINGS_GROUPS)[number];
type StoredBrand = z.infer<typeof storedBrand>;
type StoredRules = z.infer<typeof storedRules>;

const RULE_GROUPS = {
  rules: { stored: storedRules, flat: flatRules },
  content: { stored: storedContentRules, flat: flatContentRules },
  payouts: { stored: storedPayoutRules, flat: flatPayoutRules },
} as const;
type RuleGroup = keyof typeof RULE_GROUPS;

interface StoredGroup {
  version: number;
  value: unknown;
}

/** From each group's last change (docs/product.md, 6.16). */
export async function readSettings(db: Kysely<DB>, environment: SettingsEnvironment): Promise<Settings> {
  const rows = await db
    .selectFrom("settings")
    .select(["name", "version", "value"])
    .distinctOn("name")
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  const valueOfGroup = (group: SettingsGroup) => rows.find(({ name }) => name === group)?.value ?? {};
  const brand = storedBrand.parse(valueOfGroup("brand"));
  const files = BRAND_PICTURES.flatMap((name): [string, Uint8Array][] => {
    const picture = brand[name];
    return picture === undefined ? [] : [[picture.hash, Buffer.from(picture.data, "base64")]];
  });
  const legal_versions = await readLegalVersions(db);
  return {
    version: Math.max(0, ...rows.map(({ version }) => Number(version))),
    brand: brandOn(environment, brand),
    features: featuresOn(environment, valueOfGroup("features")),
    rules: {
      ...rulesOn(environment, storedRules.parse(valueOfGroup("rules"))),
      content: { ...defaultSettings.rules.content, ...storedContentRules.parse(valueOfGroup("content")) },
      ...payoutRulesFrom(storedPayoutRules.parse(valueOfGroup("payouts"))),
    },
    pictures: new Map(files),
    legal_versions,
  };
}

/** Null for none. */
export function nextTextChange({ legal_versions }: Settings, now: Date): Date | null {
  const coming = legal_versions.map(({ valid_from }) => valid_from).filter((at) => at > now);
  return coming.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}

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

export function featuresOn({ features }: SettingsEnvironment, stored: unknown): Features {
  return { ...features, ...storedFeatures.parse(stored) };
}

/** Null as shipped. */
export async function listSettingsChanges(
  db: Kysely<DB>,
): Promise<{ group: SettingsGroup; changed_at: Date | null }[]> {
  const rows = await db
    .selectFrom("settings")
    .select(["name", "changed_at"])
    .select(sql<boolean>`value = '{}'`.as("is_shipped"))
    .distinctOn("name")
    .orderBy("name")
    .orderBy("version", "desc")
    .execute();
  const changed = new Map(rows.map((row) => [row.name, row.is_shipped ? null : row.changed_at]));
  return SETTINGS_GROUPS.map((group) => ({ group, changed_at: changed.get(group) ?? null }));
}

interface ChangeServices extends SecondOperatorRule {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  config: { settings: SettingsEnvironment };
}

/**
 * "stale": another change came first. "waiting": for a second operator. "other_waits": a change of this group
 * already waits.
 */
export type SettingsOutcome = "changed" | "unchanged" | "stale" | "waiting" | "other_waits";

interface Change {
  operator_id: string;
  /** The version seen; null for a change of one field. */
  seen_version: number | null;
}

/** A notification updates all instances (docs/product.md, 6.16). */
export async function changeBrand(
  services: ChangeServices,
  given: Change & { brand: StoredBrand },
): Promise<SettingsOutcome> {
  const environment = services.config.settings;
  const own = storedBrand.parse(differences(given.brand, environment.defaults));
  const { issuer } = brandOn(environment, own);
  return await changeGroup(services, { ...given, group: "brand", value: () => own, issuer });
}

/** As `changeBrand`. What is off answers 404 from then on. */
export async function changeFeatures(
  services: ChangeServices,
  given: Change & { features: Features },
): Promise<SettingsOutcome> {
  const defaults = services.config.settings.features;
  const value = storedFeatures.parse(differences(given.features, defaults));
  return await changeGroup(services, { ...given, group: "features", value: () => value, defaults });
}

export async function changeBrandPicture(
  services: ChangeServices,
  given: { operator_id: string; name: BrandPictureName; picture: StoredBrand[BrandPictureName] | null },
): Promise<SettingsOutcome> {
  const { operator_id, name, picture } = given;
  return await changeGroup(services, {
    ...{ operator_id, seen_version: null, group: "brand" },
    value: (before) => ({ ...before, [name]: picture ?? undefined }),
  });
}

export async function changeRules(
  services: ChangeServices,
  given: Change & { group: RuleGroup; rules: object },
): Promise<SettingsOutcome> {
  const { stored, flat } = RULE_GROUPS[given.group];
  const value = stored.parse(differences(given.rules, flat(defaultSettings.rules)));
  return await changeGroup(services, { ...given, value: () => value });
}

async function changeGroup(
  services: ChangeServices,
  given: Change & {
    group: SettingsGroup;
    value(before: object): object;
    issuer?: readonly string[];
    defaults?: object;
  },
): Promise<SettingsOutcome> {
  const { group, seen_version, operator_id, issuer = null, defaults } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "settings");
    // Before the group, as an approval does.
    await lockActsAbout(trx, [`settings:${group}`]);
    const before = await lockGroup(trx, group);
    if (seen_version !== null && before.version !== seen_version) return "stale";
    const change = changeOf(group, before, given.value(parsed(group, before.value)), defaults);
    // A group's first save confirms what is shipped.
    if (change.fields.length === 0 && before.version > 0) return "unchanged";
    if (isOfMoney(change) && (await takesTwo(trx, services)))
      return await requestChange(trx, services, { ...change, issuer, operator_id, now });
    await writeChange(trx, { ...change, issuer, operator_id, now });
    return "changed";
  });
}

/** Serialises changes until commit. */
async function lockGroup(trx: Transaction<DB>, group: SettingsGroup): Promise<StoredGroup> {
  await sql`select pg_advisory_xact_lock(hashtext('tribute-settings'))`.execute(trx);
  return await readGroup(trx, group);
}

function parsed(group: SettingsGroup, value: unknown): object {
  if (group === "brand") return storedBrand.parse(value);
  if (group === "features") return storedFeatures.parse(value);
  return RULE_GROUPS[group].stored.parse(value);
}

function defaultsOf(group: SettingsGroup): object {
  if (group === "brand") return {};
  if (group === "features") return defaultSettings.features;
  return RULE_GROUPS[group].flat(defaultSettings.rules);
}

interface GroupChange {
  group: SettingsGroup;
  version: number;
  value: object;
  fields: readonly string[];
  was: AuditedFacts;
  is: AuditedFacts;
}

function changeOf(
  group: SettingsGroup,
  before: StoredGroup,
  after: object,
  defaults = defaultsOf(group),
): GroupChange {
  // A brand's pictures have forms of their own.
  const pictures = group === "brand" ? picturesIn(storedBrand.parse(before.value)) : {};
  const value = parsed(group, present({ ...pictures, ...after }));
  const [was, is] = [
    factsOf({ ...defaults, ...parsed(group, before.value) }),
    factsOf({ ...defaults, ...value }),
  ];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (facts: AuditedFacts): AuditedFacts =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => fields.includes(name)));
  return { group, version: before.version, value, fields, was: only(was), is: only(is) };
}

function picturesIn({ logo_light, logo_dark, icon }: StoredBrand): object {
  return { logo_light, logo_dark, icon };
}

/** Vouchers are sold; the issuer is on receipts and statements. */
function isOfMoney({ group, fields }: GroupChange): boolean {
  if (group === "rules" || group === "payouts") return fields.length > 0;
  return fields.some((field) => field === "issuer" || field.startsWith("voucher_"));
}

/** From the first real payment on (docs/product.md, 6.16). */
async function takesTwo(trx: Transaction<DB>, rule: SecondOperatorRule): Promise<boolean> {
  if (rule.second_operator_from_minor === null) return false;
  const paid = await trx
    .selectFrom("payments")
    .select("id")
    .where("provider", "<>", "sandbox")
    .where("settled_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** With the brand's issuer at that time. */
type MadeChange = GroupChange & { issuer: readonly string[] | null; operator_id: string; now: Date };

async function requestChange(
  trx: Transaction<DB>,
  services: ChangeServices,
  { group, version, value, issuer, was, is, operator_id, now }: MadeChange,
): Promise<"waiting" | "other_waits"> {
  const isPicture = (name: string) => BRAND_PICTURES.some((each) => each === name);
  const settings = Object.fromEntries(Object.entries(value).filter(([name]) => !isPicture(name)));
  const { defaults, fixed } = services.config.settings;
  // The checker compares it with the one in force.
  const before = "issuer" in is ? { issuer: fixed.issuer ?? defaults.issuer, ...was } : was;
  const isNew = await requestSecondOperator(trx, services, {
    ...{ kind: "SETTINGS", subject: `settings:${group}`, operator_id, worth_eur_minor: minor(0), now },
    params: {
      ...{ settings_group: group, seen_version: version, settings },
      ...(issuer && { settings_issuer: issuer }),
      ...{ settings_before: before, settings_after: is },
    },
  });
  return isNew ? "waiting" : "other_waits";
}

/** "gone" when the group has changed. The caller checked both operators. */
export async function changeApproved(
  trx: Transaction<DB>,
  given: {
    group: string;
    seen_version: number;
    settings: object;
    issuer: readonly string[] | null;
    was: AuditedFacts;
    is: AuditedFacts;
    operator_id: string;
    now: Date;
  },
): Promise<"changed" | "gone"> {
  const group = SETTINGS_GROUPS.find((each) => each === given.group);
  if (group === undefined) return "gone";
  const before = await lockGroup(trx, group);
  if (before.version !== given.seen_version) return "gone";
  const change = changeOf(group, before, parsed(group, given.settings));
  const { issuer, was, is, operator_id, now } = given;
  await writeChange(trx, { ...change, issuer, was, is, operator_id, now });
  return "changed";
}

async function writeChange(
  trx: Transaction<DB>,
  { group, value, issuer, was, is, operator_id, now }: MadeChange,
): Promise<void> {
  await trx
    .insertInto("settings")
    .values({ name: group, value: JSON.stringify(value), changed_at: now })
    .execute();
  if (issuer !== null) await rememberIssuer(trx, issuer, now);
  await voidActs(trx, { kinds: ["SETTINGS"], subjects: [`settings:${group}`], now });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "settings.changed", subject: `settings:${group}` },
    ...{ before: was, after: is, now },
  });
  await sql`select pg_notify('settings', ${group})`.execute(trx);
}

/** A missing field is the default. */
export function brandFrom(form: BrandForm): StoredBrand {
  const { name, short_name, accent_light, accent_dark, support_email, mail_sender } = form;
  const { issuer, social_links, hides_origin } = form;
  const headline = present(Object.fromEntries(LOCALES.map((locale) => [locale, form[`headline_${locale}`]])));
  const values = present(Object.fromEntries(LOCALES.map((locale) => [locale, form[`values_${locale}`]])));
  return storedBrand.parse(
    present({
      ...{ name, short_name, accent_light, accent_dark, support_email, mail_sender },
      ...{ issuer, social_links, headline, values, names_origin: !hides_origin },
    }),
  );
}

function rulesOn(
  { presets_minor }: SettingsEnvironment,
  stored: StoredRules,
): Pick<Rules, "service_fee_bps" | "service_fee_minimum_minor" | "tip"> {
  const all = { ...flatRules(defaultSettings.rules), ...stored };
  const { tip_least_minor, tip_most_minor } = RULE_RANGES;
  // An earlier version may have allowed wider ones.
  const least = Math.max(all.tip_minimum_minor, tip_least_minor);
  const most = Math.min(all.tip_maximum_minor, tip_most_minor);
  return {
    ...{ service_fee_bps: all.service_fee_bps, service_fee_minimum_minor: all.service_fee_minimum_minor },
    tip: {
      minimum_minor: least,
      maximum_minor: most,
      // The environment's may exceed limits set here.
      presets_minor: (presets_minor ?? all.tip_presets_minor).filter((each) => each >= least && each <= most),
      preselected_minor: all.tip_preselected_minor,
    },
  };
}

function brandOn({ defaults, fixed }: SettingsEnvironment, stored: StoredBrand): Brand {
  // A renamed product does not get our short name.
  const short_name = stored.short_name ?? stored.name ?? defaults.short_name;
  const pictures = {
    logo_light: shownPicture(stored.logo_light),
    logo_dark: shownPicture(stored.logo_dark),
    icon: shownPicture(stored.icon),
  };
  return { ...defaults, ...stored, ...pictures, short_name, ...fixed };
}

function shownPicture(stored: StoredBrand[BrandPictureName]): BrandPicture | null {
  return stored ? { hash: stored.hash, width: stored.width, height: stored.height } : null;
}

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

function factsOf(value: unknown): AuditedFacts {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(
    entries.map(([name, each]): [string, AuditedFacts[string]] => [name, factOf(each)]),
  );
}

function factOf(value: unknown): AuditedFacts[string] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(wordsOf);
  const facts = Object.entries(value ?? {});
  const hash = facts.find(([name]) => name === "hash")?.[1];
  // A picture's bytes stay in the settings.
  if (typeof hash === "string") return hash;
  return facts.map(([name, each]) => `${name}: ${wordsOf(each)}`);
}

function wordsOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(wordsOf).join(" ");
}
