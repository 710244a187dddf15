import type { ReactElement } from "react";
import { formatAmount } from "../../domain/money/minor.ts";
import { useTexts } from "../texts.ts";
import { FreezeCause } from "./ledger-check-names.tsx";
import { useLedgerNames } from "./ledger-names.ts";
import { named } from "./named.ts";
import { NETWORK_PAUSES } from "./network-names.ts";
import { ShortId } from "./short-id.tsx";
import { useStatusName } from "./status-names.ts";
import { DocumentName } from "./user-table.tsx";

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

export interface ChangedMoney {
  currency: string;
  charged_currency: string;
}

interface ChangesProps {
  /** Such as "tip" or "payout", for the names of states. */
  kind: string;
  before: unknown;
  after: unknown;
  /** Null without amounts, or with the currency in the change. */
  money: ChangedMoney | null;
}

/** One line per field: "Status: pending → shown". */
export function Changes({ kind, before, after, money }: ChangesProps): ReactElement | string {
  const { t } = useTexts("changes");
  const [old, now] = [factsOf(before), factsOf(after)];
  const fieldName = (field: string) => named(CHANGED_FIELDS, field, (known) => t(`fields.${known}`));
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => (old[field] ?? now[field] ?? null) !== null && !isSaidByAmounts(field, { ...old, ...now }),
  );
  const currency = textOf(now.currency ?? old.currency);
  const given = currency === null ? money : { currency, charged_currency: currency };
  // The fan may have paid in another currency.
  const seen = textOf(now.presentment_currency);
  const seenMoney = seen === null ? given : { currency: seen, charged_currency: seen };
  const shown = (field: string) => ({
    kind,
    field,
    money: field === "presentment_minor" ? seenMoney : given,
  });
  if (fields.length === 0) return "–";
  return (
    <ul className="changes">
      {fields.map((field) => (
        <li key={field}>
          <span className="field">{`${isCurrency(field) ? t("settled") : fieldName(field)}:`}</span>{" "}
          {field in old ? (
            <>
              <Value {...shown(field)} value={old[field]} />
              {field in now ? " → " : ""}
            </>
          ) : null}
          {field in now ? (
            <b>
              <Value {...shown(field)} value={now[field]} />
            </b>
          ) : null}
        </li>
      ))}
    </ul>
  );
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
const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;

function Value(given: {
  kind: string;
  money: ChangedMoney | null;
  field: string;
  value: unknown;
}): ReactElement | string {
  const { kind, money, field, value } = given;
  const { t, locale } = useTexts("changes");
  const { t: desk } = useTexts("adminPayouts");
  const { t: books } = useTexts("books");
  const { t: approvals } = useTexts("approvals");
  const { t: hand } = useTexts("byHand");
  const { t: figures } = useTexts("desk");
  const status = useStatusName();
  const ledger = useLedgerNames();
  if (Array.isArray(value)) {
    const parts = value.map((each, place) => (
      <span key={String(each)}>
        {place > 0 ? ", " : null}
        {field === "documents" ? <DocumentName kind={String(each)} /> : <Value {...given} value={each} />}
      </span>
    ));
    return <>{parts}</>;
  }
  if (typeof value === "number") {
    const currency = isCurrency(field) ? field : amountCurrency(field, money);
    return currency === null ? String(value) : amount(formatAmount(value, currency, locale));
  }
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  const text = String(value);
  if (ID.test(text)) return <ShortId id={text} />;
  if (field === "frozen_for") return <FreezeCause reason={text} />;
  if (field === "status" || field === "from") return status(kind, text);
  if (field === "debit_code" || field === "credit_code") return ledger.account(text);
  if (field === "role" && text === "ADMIN") return t("operator");
  const rail = field === "rail" ? RAILS.find((each) => each === text) : undefined;
  if (rail) return desk(`rail.${rail}`);
  const act = field === "kind" ? ACTS.find((each) => each === text) : undefined;
  if (act) return approvals(`kind.${act}`);
  if (field === "pause") return named(NETWORK_PAUSES, text, (known) => figures(`networks.pauses.${known}`));
  if (field === "report") return named(REPORTS, text, (known) => hand(`told.${known}`));
  const asker = field === "asked_by" ? ASKERS.find((each) => each === text) : undefined;
  if (asker) return books(`askedBy.${asker}`);
  const provided = field === "provider_state" ? PROVIDER_STATES.find((each) => each === text) : undefined;
  return provided ? t(`provider.${provided}`) : text;
}

function amount(text: string): ReactElement {
  return <span className="money">{text}</span>;
}

function amountCurrency(field: string, money: ChangedMoney | null): string | null {
  if (field.endsWith("_eur_minor")) return "EUR";
  if (!field.endsWith("_minor") || money === null) return null;
  return field === "charged_minor" ? money.charged_currency : money.currency;
}
