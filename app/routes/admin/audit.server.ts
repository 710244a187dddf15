import type { i18n } from "i18next";
import type { Services } from "../../context.ts";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from "../../domain/audit/audit.server.ts";
import { type MailTemplate, mailParams } from "../../domain/mails/mail-params.ts";
import type { Stamp } from "../../domain/money/formats.ts";
import { formatAmount, type Locale, localeOf, toTyped } from "../../domain/money/minor.ts";
import { OPERATOR_ROLES } from "../../domain/operator-roles.schema.ts";
import { findPaymentCurrencies } from "../../domain/payments/payment-record.server.ts";
import { PAYMENT_STATUSES } from "../../domain/payments/states.ts";
import { flatContentRules } from "../../domain/settings/content-rules.schema.ts";
import {
  COMMON_PAYOUT_RULES,
  PAYOUT_RULES,
  REGION_TERMS,
  REGIONS,
} from "../../domain/settings/payout-rules.schema.ts";
import { flatRules } from "../../domain/settings/price-rules.schema.ts";
import { SETTINGS_GROUPS } from "../../domain/settings/settings.server.ts";
import { MONEY_MODELS } from "../../domain/users/money-model.schema.ts";
import { DOCUMENT_KINDS } from "../../domain/verification/verification.schema.ts";
import { isId } from "../../http/ids.ts";
import { defaultSettings, PAY_CURRENCIES } from "../../product-settings.ts";
import type { ShownAuditEntry, ShownChange, ValuePart } from "../../ui/components/audit-table.tsx";
import { LEDGER_ACCOUNTS, NETWORK_PAUSES, named, VOUCHER_STATES } from "../../ui/components/known-names.ts";
import { LEDGER_CHECKS } from "../../ui/components/ledger-check-names.tsx";
import { askedOf, askedWords } from "./desk.server.ts";

export function askedAudit(query: URLSearchParams) {
  const by = query.get("by");
  return {
    actor_id: isId(by) ? by : null,
    action: askedOf(query, "action", AUDIT_ACTIONS),
    about: askedWords(query, "about"),
  };
}

export async function shownAudit(
  db: Services["db"],
  entries: readonly AuditEntry[],
  { texts, stamp }: { texts: i18n; stamp: (at: Date) => Stamp },
): Promise<ShownAuditEntry[]> {
  const payments = await findPaymentCurrencies(db, [
    ...new Set(entries.map(({ subject }) => paymentOf(subject)).filter(isId)),
  ]);
  return entries.map(({ id, action, actor, subject, before, after, at }) => {
    // The subject of payout data is its creator.
    const kind = action.startsWith("payout_data.") ? "payout_data" : (subject.split(":")[0] ?? "");
    const money = payments.get(paymentOf(subject) ?? "") ?? null;
    return {
      ...{ id, actor, action: actionName(texts, action), subject: shownSubject(texts, subject) },
      changes: shownChanges(texts, { kind, before, after, money }),
      at: stamp(at),
    };
  });
}

function paymentOf(subject: string): string | null {
  return subject.startsWith("payment:") ? subject.slice("payment:".length) : null;
}

type TextOf<Action> = Action extends `${infer Subject}.${infer Act}` ? `${Subject}_${Act}` : never;

/** An action without a text does not compile. */
export function actionName({ t }: i18n, action: string): string {
  const textOf = (known: AuditAction) => t(`changes:acts.${known.replace(".", "_") as TextOf<AuditAction>}`);
  return named(AUDIT_ACTIONS, action, textOf);
}

const isMail = (template: string): template is MailTemplate => Object.hasOwn(mailParams, template);

export function mailName({ t }: i18n, template: string): string {
  return isMail(template) ? t(`books:mails.names.${template}`) : template;
}

const SUBJECTS = new Map(
  Object.entries({
    user: { text: "user", href: (id: string) => `/admin/users/${id}` },
    tip: { text: "tip", href: (id: string) => `/admin/reviews/tips/${id}` },
    item: { text: "item", href: (id: string) => `/admin/reviews/items/${id}` },
    grouplist: { text: "grouplist", href: (id: string) => `/admin/reviews/groups/${id}` },
    words: { text: "words", href: (id: string) => `/admin/reviews/words/${id}` },
    payment: { text: "payment", href: (id: string) => `/admin/payments/${id}` },
    suspense: { text: "suspense", href: (id: string) => `/admin/exceptions/suspense/${id}` },
    voucher: { text: "voucher", href: (id: string) => `/admin/vouchers/${id}` },
    series: { text: "series", href: (id: string) => `/admin/monthly/${id}` },
    journal: { text: "journal", href: () => "/admin/books/journal" },
    vat: { text: "vat", href: (id: string) => `/admin/books/oss?quarter=${id}` },
    sellers: { text: "sellers", href: (id: string) => `/admin/books/sellers?year=${id}` },
    settlement: { text: "settlement", href: (id: string) => `/admin/books/settlements/${id}` },
    correction: { text: "correction", href: (id: string) => `/admin/books/corrections/${id}` },
    bank_statement: { text: "statement", href: (id: string) => `/admin/books/bank/${id}` },
    bank_entry: { text: "booking", href: (id: string) => `/admin/exceptions/bookings/${id}` },
    payout: { text: "payout", href: (id: string) => `/admin/payouts/${id}` },
    payout_batch: { text: "batch", href: (id: string) => `/admin/payouts/batches/${id}` },
    mail: { text: "mail", href: () => "/admin/mails" },
    network: { text: "network", href: () => "/admin/networks" },
    rate: { text: "rate", href: () => "/admin/exceptions?kind=rates" },
    payout_destination: { text: "payoutData", href: (id: string) => `/admin/payout-data/${id}` },
    content_case: { text: "contentCase", href: (id: string) => `/admin/reports/${id}` },
    notice: { text: "notice", href: (id: string) => `/admin/announcements/${id}` },
    event: { text: "event", href: (id: string) => `/admin/announcements/${id}` },
    settings: { text: "settings", href: (id: string) => `/admin/settings/${id}` },
    legal_text: { text: "settings", href: (id: string) => `/admin/settings/words/${id}` },
    payout_freeze: { text: "freeze", href: () => "/admin/payouts" },
  } as const),
);

function shownSubject({ t }: i18n, subject: string): ShownAuditEntry["subject"] {
  const [kind = "", id] = subject.split(":");
  const known = SUBJECTS.get(kind);
  if (!known || !id) return { text: subject, page: null };
  const group = kind === "settings" ? SETTINGS_GROUPS.find((each) => each === id) : undefined;
  const name = group ? t(`settings:groups.${group}.name`) : id;
  return { text: t(`admin:audit.${known.text}`), page: { id: name, href: known.href(id) } };
}

export const CHANGED_FIELDS = [
  "scopes",
  "host",
  "template",
  "mail",
  "status",
  "from",
  "declines",
  "documents",
  "owed_minor",
  "writeoff_id",
  "reason",
  "reference",
  "report",
  "receipt",
  "presentment_minor",
  "pause",
  "posts",
  "kind",
  "approval",
  "worth_eur_minor",
  "evidence",
  "applied",
  "waiting",
  "left_minor",
  "refund_id",
  "tip_minor",
  "charged_minor",
  "amount_minor",
  "events",
  "exceptions",
  "event",
  "goodwill_minor",
  "debit_code",
  "credit_code",
  "asked_by",
  "user",
  "currency",
  "details",
  "statement",
  "frozen_for",
  "role",
  "money_model",
  "featured",
  "second_factor",
  "rail",
  "payouts",
  "total_minor",
  "sha256",
  "provider_state",
  "failure_code",
  "entries_count",
  "entries",
  "booked_minor",
  "is_final",
  "datev_part",
  "decision",
  "is_complaint",
  "starts_at",
  "ends_at",
  "text",
  "title",
  "url",
  "color",
  "name",
  "short_name",
  "accent_light",
  "accent_dark",
  "headline",
  "values",
  "logo_light",
  "logo_dark",
  "icon",
  "support_email",
  "mail_sender",
  "issuer",
  "social_links",
  "names_origin",
  "version",
  "characters",
  "valid_from",
] as const;

export const PROVIDER_STATES = ["OPEN", "PROCESSING", "PAID", "FAILED", "CANCELLED", "EXPIRED"] as const;

export interface ChangedMoney {
  currency: string;
  charged_currency: string;
}

/**
 * One line per field with a value, in the request's language. `kind`: such as "tip". `money`: null without
 * amounts or with the currency in the change.
 */
export function shownChanges(
  texts: i18n,
  change: { kind: string; before: unknown; after: unknown; money: ChangedMoney | null },
): ShownChange[] {
  const [old, now] = [factsOf(change.before), factsOf(change.after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => (old[field] ?? now[field] ?? null) !== null && !isSaidByAmounts(field, { ...old, ...now }),
  );
  const currency = textOf(now.currency ?? old.currency);
  const given = currency === null ? change.money : { currency, charged_currency: currency };
  // The fan may have paid in another currency.
  const seen = textOf(now.presentment_currency);
  const seenMoney = seen === null ? given : { currency: seen, charged_currency: seen };
  return fields.map((field) => {
    const money = field === "presentment_minor" ? seenMoney : given;
    const parts = (facts: Facts) =>
      field in facts ? partsOf(texts, { kind: change.kind, field, money, value: facts[field] }) : null;
    const name = isCurrency(field)
      ? texts.t("changes:settled")
      : (ruleName(texts, change.kind, field) ??
        named(CHANGED_FIELDS, field, (known) => texts.t(`changes:fields.${known}`)));
    return { field: name, old: parts(old), now: parts(now) };
  });
}

type Facts = Record<string, unknown>;

function factsOf(value: unknown): Facts {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function isCurrency(field: string): boolean {
  return /^[A-Z]{3}$/.test(field);
}

function isSaidByAmounts(field: string, facts: Facts): boolean {
  if (field === "presentment_currency") return true;
  return field === "currency" && Object.keys(facts).some((each) => each.endsWith("_minor"));
}

const ACTS = [
  "REFUND",
  "GOODWILL",
  "WRITE_OFF",
  "SUSPENSE_KEPT",
  "SUSPENSE_RETURNED",
  "FREEZE_LIFTED",
  "PAYOUT_DATA",
  "BATCH_RELEASE",
  "PAYOUT_PAID",
  "PAYOUT_FAILED",
  "PAYOUT_BOUNCED",
  "SETTLEMENT_REVERSED",
  "CORRECTION",
  "CORRECTION_REVERSED",
  "SETTLEMENT_TAKEN",
  "BATCH_WITHDRAWN",
  "RATE_LEAP",
  "PAYMENT_REPORTED",
  "PROVIDER_REPORT",
  "OPERATOR_INVITED",
  "OPERATOR_ROLE",
  "SETTINGS",
] as const;
const REPORTS = [
  ...(["PAID", "REFUNDED", "DISPUTE_OPENED", "DISPUTE_WON", "DISPUTE_LOST", "REFUND_DONE"] as const),
  "REFUND_FAILED",
] as const;
const RAILS = ["SEPA", "BANK_CSV", "PAXUM_CSV"] as const;
const ASKERS = ["PRODUCT", "CREATOR", "OPERATOR", "PROVIDER", "BUYER"] as const;
const REVIEW = ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"] as const;
const GROUP = ["PENDING", "APPROVED", "DECLINED"] as const;
const PAYOUT = ["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"] as const;
const DECISION = ["OPEN", "ACCEPTED", "DECLINED"] as const;
const ACCOUNT = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"] as const;

const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;

interface ChangedValue {
  kind: string;
  money: ChangedMoney | null;
  field: string;
  value: unknown;
}

function partsOf(texts: i18n, given: ChangedValue): ValuePart[] {
  const { money, field, value } = given;
  if (Array.isArray(value)) return value.flatMap((each) => partsOf(texts, { ...given, value: each }));
  if (isFigure(given.kind, field)) return [{ text: shownFigure(field, value, localeOf(texts.language)) }];
  if (typeof value === "number") {
    const currency = isCurrency(field) ? field : amountCurrency(field, money);
    if (currency === null) return [{ text: String(value) }];
    return [{ text: formatAmount(value, currency, localeOf(texts.language)), kind: "money" }];
  }
  if (typeof value === "boolean") return [{ text: texts.t(value ? "changes:yes" : "changes:no") }];
  const text = String(value);
  if (ID.test(text)) return [{ text, kind: "id" }];
  return field === "frozen_for" ? freezeParts(texts, text) : [{ text: nameOf(texts, given, text) }];
}

const has = <Key extends string>(rules: Record<Key, unknown>, field: string): field is Key =>
  Object.hasOwn(rules, field);

const PRICES = flatRules(defaultSettings.rules);
const CONTENT = flatContentRules(defaultSettings.rules);

function ruleName({ t }: i18n, kind: string, field: string): string | null {
  if (kind !== "settings") return null;
  if (has(PRICES, field)) return t(`settings:rules.${field}`);
  if (has(CONTENT, field)) return t(`settings:content.fields.${field}`);
  const common = COMMON_PAYOUT_RULES.find((each) => each === field);
  if (common) return t(`settings:payouts.${common}`);
  for (const region of REGIONS)
    for (const term of REGION_TERMS)
      if (field === `${region}_${term}`)
        return `${t(`settings:payouts.regions.${region}`)}, ${t(`settings:payouts.terms.${term}`)}`;
  return null;
}

const isFigure = (kind: string, field: string) =>
  kind === "settings" &&
  (has(PRICES, field) || has(CONTENT, field) || PAYOUT_RULES.some((each) => each === field)) &&
  field !== "pay_currencies" &&
  field !== "waived_documents";

/** Amounts of rules are alike in each currency; a dash is none. */
function shownFigure(field: string, value: unknown, locale: Locale): string {
  if (value === null || value === "") return "–";
  if (field.endsWith("_bps")) return `${toTyped(Number(value), "EUR", locale)} %`;
  return field.endsWith("_minor") ? toTyped(Number(value), "EUR", locale) : String(value);
}

const BY_CHECKS = "ledger check: ";

function freezeParts({ t }: i18n, reason: string): ValuePart[] {
  if (!reason.startsWith(BY_CHECKS)) return [{ text: reason }];
  const names = reason.slice(BY_CHECKS.length).split(", ");
  return [
    { text: t("books:checks.broken") },
    ...names.map((name) => ({ text: named(LEDGER_CHECKS, name, (known) => t(`checks:${known}`)) })),
  ];
}

function nameOf(texts: i18n, { kind, field }: ChangedValue, text: string): string {
  const { t } = texts;
  switch (field) {
    case "template":
      return mailName(texts, text);
    case "pay_currencies":
      return named(PAY_CURRENCIES, text, (known) => t(`settings:content.payCurrencies.${known}`));
    case "documents":
    case "waived_documents":
      return named(DOCUMENT_KINDS, text, (known) => t(`verification:documents.${known}.name`));
    case "status":
    case "from":
      return statusName(texts, kind, text);
    case "debit_code":
    case "credit_code":
      return named(LEDGER_ACCOUNTS, text, (known) => t(`books:accounts.${known}`));
    case "role":
      return named(OPERATOR_ROLES, text, (known) => t(`operators:role.${known}`));
    case "money_model":
      return named(MONEY_MODELS, text, (known) => t(`changes:models.${known}`));
    case "rail":
      return named(RAILS, text, (known) => t(`adminPayouts:rail.${known}`));
    case "kind":
      return named(ACTS, text, (known) => t(`approvals:kind.${known}`));
    case "pause":
      return named(NETWORK_PAUSES, text, (known) => t(`desk:networks.pauses.${known}`));
    case "report":
      return named(REPORTS, text, (known) => t(`byHand:told.${known}`));
    case "asked_by":
      return named(ASKERS, text, (known) => t(`books:askedBy.${known}`));
    case "provider_state":
      return named(PROVIDER_STATES, text, (known) => t(`changes:provider.${known}`));
    default:
      return text;
  }
}

export function statusName({ t }: i18n, kind: string, status: string): string {
  switch (kind) {
    case "tip":
    case "item":
      return named(REVIEW, status, (each) => t(`admin:reviews.status.${each}`));
    case "grouplist":
      return named(GROUP, status, (each) => t(`grouplists:states.${each}`));
    case "payout":
      return named(PAYOUT, status, (each) => t(`payouts:status.${each}`));
    case "voucher":
      return named(VOUCHER_STATES, status, (each) => t(`adminVouchers:states.${each}`));
    case "payment":
      return named(PAYMENT_STATUSES, status, (each) => t(`books:state.${each}`));
    case "payout_data":
      return named(DECISION, status === "PENDING" ? "OPEN" : status, (each) => t(`admin:decision.${each}`));
    default:
      return named(ACCOUNT, status, (each) => t(`admin:status.${each}`));
  }
}

function amountCurrency(field: string, money: ChangedMoney | null): string | null {
  if (field.endsWith("_eur_minor")) return "EUR";
  if (!field.endsWith("_minor") || money === null) return null;
  return field === "charged_minor" ? money.charged_currency : money.currency;
}
