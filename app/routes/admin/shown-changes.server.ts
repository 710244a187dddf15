import type { i18n } from "i18next";
import { formatAmount, localeOf } from "../../domain/money/minor.ts";
import { PAYMENT_STATUSES } from "../../domain/payments/states.ts";
import { DOCUMENT_KINDS } from "../../domain/verification/verification.schema.ts";
import type { ShownChange, ValuePart } from "../../ui/components/changes.tsx";
import { LEDGER_CHECKS } from "../../ui/components/ledger-check-names.tsx";
import { LEDGER_ACCOUNTS } from "../../ui/components/ledger-names.ts";
import { named } from "../../ui/components/named.ts";
import { NETWORK_PAUSES } from "../../ui/components/network-names.ts";
import { VOUCHER_STATES } from "../../ui/components/voucher-states.ts";

export const CHANGED_FIELDS = [
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
] as const;

export const PROVIDER_STATES = ["OPEN", "PROCESSING", "PAID", "FAILED", "CANCELLED", "EXPIRED"] as const;

/** The currencies of a payment: its own, and the charged one. */
export interface ChangedMoney {
  currency: string;
  charged_currency: string;
}

/**
 * One line for each field that has a value, in the request's language, with names for known values. `kind` is the
 * subject's, such as "tip" or "payout". `money` is null without amounts, or with the currency in the change.
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
      : named(CHANGED_FIELDS, field, (known) => texts.t(`changes:fields.${known}`));
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

/** Each amount already shows its currency. */
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

const BY_CHECKS = "ledger check: ";

/** Failed checks as sentences; other reasons as written. */
function freezeParts({ t }: i18n, reason: string): ValuePart[] {
  if (!reason.startsWith(BY_CHECKS)) return [{ text: reason }];
  const names = reason.slice(BY_CHECKS.length).split(", ");
  return [
    { text: t("books:checks.broken") },
    ...names.map((name) => ({ text: named(LEDGER_CHECKS, name, (known) => t(`checks:${known}`)) })),
  ];
}

/** The name of a known value; others are shown as written. */
function nameOf(texts: i18n, { kind, field }: ChangedValue, text: string): string {
  const { t } = texts;
  switch (field) {
    case "documents":
      return named(DOCUMENT_KINDS, text, (known) => t(`verification:documents.${known}.name`));
    case "status":
    case "from":
      return statusName(texts, kind, text);
    case "debit_code":
    case "credit_code":
      return named(LEDGER_ACCOUNTS, text, (known) => t(`books:accounts.${known}`));
    case "role":
      return text === "ADMIN" ? t("changes:operator") : text;
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

function statusName({ t }: i18n, kind: string, status: string): string {
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
