import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { writeOffForm } from "../../../domain/refunds/refund.schema.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { DataTable, figure } from "../../../ui/components/data-table.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { useLedgerNames } from "../../../ui/components/known-names.ts";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

export function BalanceTable({
  caption,
  rows,
  totals,
}: {
  caption: string;
  rows: readonly {
    code: string;
    owner: string | null;
    path: string;
    debit: string;
    credit: string;
    isZero: boolean;
    isOpposite: boolean;
  }[];
  totals: { debit: string; credit: string };
}) {
  const { t } = useTranslation("books");
  const names = useLedgerNames();
  return (
    <DataTable
      caption={caption}
      columns={[t("books.account"), figure(t("books.debit")), figure(t("books.credit"))]}
      empty=""
      totals={[{ key: "total", cells: [t("books.total"), totals.debit, totals.credit] }]}
      rows={rows.map((row) => ({
        key: `${row.code} ${row.owner}`,
        cells: [
          <span key="code" {...(row.isZero ? { className: "zero" } : {})}>
            <Link to={row.path} discover="none">
              {names.account(row.code)}
            </Link>
            {row.isOpposite ? <>, {t(row.code === "bank" ? "books.overdrawn" : "books.opposite")}</> : null}{" "}
            <small>{[row.code, row.owner].filter(Boolean).join(" ")}</small>
          </span>,
          <Figure key="debit" amount={row.debit} isZero={row.isZero} />,
          <Figure key="credit" amount={row.credit} isZero={row.isZero} />,
        ],
      }))}
    />
  );
}

function Figure({ amount, isZero }: { amount: string; isZero: boolean }) {
  if (amount === "") return null;
  return isZero ? <span className="zero">{amount}</span> : amount;
}

interface Owing {
  creator_id: string;
  username: string | null;
  currency: string;
  owed: string;
}

export function OwingList({
  owing,
  totals,
  refused,
}: {
  owing: readonly Owing[];
  totals: readonly { currency: string; amount: string }[];
  refused: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("books");
  return (
    <DataTable
      caption={t("books.owing")}
      columns={[t("books.creator"), figure(t("books.owed")), t("books.giveUp")]}
      empty={t("books.nobodyOwes")}
      totals={totals.map(({ currency, amount }) => ({
        key: currency,
        cells: [`${t("books.total")}, ${currency}`, amount],
      }))}
      rows={owing.map((each) => ({
        key: each.creator_id + each.currency,
        cells: [
          <Link key="creator" to={`/admin/users/${each.creator_id}`}>
            {each.username === null ? (
              <ShortId id={each.creator_id} />
            ) : (
              <NameParts text={`@${each.username}`} />
            )}
          </Link>,
          each.owed,
          <WriteOff key="form" debt={each} refused={isRefused(each, refused) ? refused : null} />,
        ],
      }))}
    />
  );
}

export function isRefused(debt: Owing, refused: SubmissionResult<string[]> | null): boolean {
  const typed = refused?.initialValue;
  return typed?.creator_id === debt.creator_id && typed.currency === debt.currency;
}

export function errorsOf(refused: SubmissionResult<string[]>): string[] {
  return Object.values(refused.error ?? {}).flatMap((texts) => texts ?? []);
}

/** Its reason is the confirmation. */
function WriteOff({ debt, refused }: { debt: Owing; refused: SubmissionResult<string[]> | null }) {
  const { t } = useTranslation("books");
  const { creator_id, currency } = debt;
  const {
    form,
    fields: { reason },
    input,
  } = useCheckedForm({
    id: `write-off-${creator_id}-${currency}`,
    lastResult: refused,
    schema: writeOffForm,
  });
  const label = t("payment.reason");
  return (
    <Form method="post" className="fields" {...getFormProps(form)}>
      <FormErrors form={form} labels={{ reason: label }} />
      <input type="hidden" name="creator_id" value={creator_id} />
      <input type="hidden" name="currency" value={currency} />
      <TextInput {...input(reason)} label={label} description={t("books.giveUpHelp")} maxLength={500} />
      <SubmitButton kind="warn" intent="write_off">
        {t("books.giveUpOf", { amount: debt.owed })}
      </SubmitButton>
    </Form>
  );
}

export function OwnerName({ owner, username }: { owner: string; username: string | null }) {
  const { t } = useTranslation("desk");
  if (username !== null) return <NameParts text={`@${username}`} />;
  if (owner === "") return t("accounts.ours");
  return owner.length === ID_LENGTH ? <ShortId id={owner} /> : owner;
}

const ID_LENGTH = 36;

export function PastForm({ action, at, isWrong }: { action: string; at: string; isWrong: boolean }) {
  const { t } = useTranslation("books");
  return (
    <Form method="get" action={action} className="search">
      <label>
        {t("past.at")}
        <input
          type="datetime-local"
          name="at"
          className="plain-input"
          defaultValue={at}
          required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby="past-error"
        />
        <span className="problem" id="past-error">
          {isWrong ? t("past.wrong") : null}
        </span>
      </label>
      <button type="submit" className="second-button">
        {t("past.go")}
      </button>
    </Form>
  );
}
