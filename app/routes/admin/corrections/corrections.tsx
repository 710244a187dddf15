import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { countApprovals } from "../../../domain/approvals/approvals.server.ts";
import { correctionForm, correctionValue } from "../../../domain/corrections/correction.schema.ts";
import {
  correct,
  listCorrectionCurrencies,
  listCorrections,
} from "../../../domain/corrections/corrections.server.ts";
import { CORRECTION_KINDS } from "../../../domain/ledger/rules/correction-posting-rules.ts";
import type { Locale } from "../../../domain/money/minor.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { FormErrors, OptionalLabel } from "../../../ui/components/form-errors.tsx";
import { useEntryName } from "../../../ui/components/known-names.ts";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/corrections";

const PAGE = "/admin/books/corrections";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, db, isAlone, locale, t, money, stamp } = deskOf(context);
  const { newId } = services;
  const [{ corrections, next }, currencies, waiting] = await Promise.all([
    listCorrections(db, askedAfter(url.searchParams)),
    listCorrectionCurrencies(db),
    countApprovals(db, { kind: "CORRECTION" }),
  ]);
  return {
    title: t("corrections:title"),
    done: doneText(url, ["waiting", "posted", "repeated"], (done) => t(`corrections:done.${done}`)),
    isAlone,
    newId: newId(),
    locale,
    currencies,
    waiting,
    kinds: CORRECTION_KINDS.map((kind) => ({ ...kind, value: correctionValue(kind) })),
    corrections: corrections.map((each) => ({
      ...{ id: each.id, debit: each.debit_code, credit: each.credit_code, reference: each.reference },
      state: each.reversed_at === null ? ("posted" as const) : ("reversed" as const),
      amount: money(each.amount_minor, each.currency),
      at: stamp(each.posted_at),
    })),
    next: nextPage(PAGE, next),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const { services, locale } = deskOf(context);
  const schema = correctionForm(await listCorrectionCurrencies(services.db), locale);
  const form = parseForm(request, context, await readForm(request), schema);
  if (!form.ok) return form.reply;
  const done = await correct(services, { ...form.value, operator_id: viewer.id });
  if (done === "unknown_owner") return form.refuse({ owner: "errors.correction.owner" });
  if (done === "too_little") return form.refuse({ amount: "errors.correction.too_little" });
  return redirect(`${PAGE}?done=${done}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Corrections({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("corrections");
  const { t: books } = useTranslation("books");
  const entryName = useEntryName();
  const { kinds, currencies, corrections, waiting } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <UpLink to="/admin/books">{books("books.back")}</UpLink>
      <p>{t("intro")}</p>
      {waiting > 0 ? (
        <p className="note">
          <Link to="/admin/approvals">{t("linkWaiting", { count: waiting })}</Link>
        </p>
      ) : null}
      <CorrectionForm
        key={loaderData.newId}
        newId={loaderData.newId}
        locale={loaderData.locale}
        kinds={kinds}
        currencies={currencies}
        lastResult={actionData}
      />
      <TableCard
        title={t("entries")}
        next={loaderData.next}
        nextText={t("older")}
        columns={[t("kind"), figure(t("amount")), t("reference"), t("state"), time(t("postedAt"))]}
        empty={t("none")}
        rows={corrections.map((each) => ({
          key: each.id,
          cells: [
            <Link key="entry" className="row-link" to={`${PAGE}/${each.id}`}>
              {entryName(each)}
            </Link>,
            each.amount,
            <code key="reference">{each.reference}</code>,
            t(`states.${each.state}`),
            each.at,
          ],
        }))}
      />
    </AdminPage>
  );
}

function CorrectionForm({
  newId,
  locale,
  kinds,
  currencies,
  lastResult,
}: {
  newId: string;
  locale: Locale;
  kinds: readonly { value: string; debit: string; credit: string }[];
  currencies: readonly string[];
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("corrections");
  const entryName = useEntryName();
  const schema = correctionForm(currencies, locale);
  const { form, fields, input, textarea, select } = useCheckedForm({
    id: "correction",
    lastResult,
    defaultValue: { correction_id: newId, currency: "EUR" },
    schema,
  });
  const labels = {
    kind: t("kind"),
    owner: t("owner"),
    currency: t("currency"),
    amount: t("amount"),
    reference: t("reference"),
    reason: t("reason"),
  };
  const line = { maxLength: productRules.reference_characters_maximum, autoComplete: "off" };
  const { correction_id, ...errors } = form.allErrors;
  const shown = {
    ...{ id: form.id, status: form.status },
    allErrors: { ...(correction_id && { "": correction_id }), ...errors },
  };
  return (
    <Card title={t("newEntry")}>
      <p>{t("newText")}</p>
      <FormErrors form={shown} labels={labels} />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <input type="hidden" name="correction_id" value={fields.correction_id.initialValue ?? newId} />
        <NativeSelect
          {...select(fields.kind)}
          label={labels.kind}
          data={[
            { value: "", label: t("choose") },
            ...kinds.map((kind) => ({ value: kind.value, label: entryName(kind) })),
          ]}
        />
        <TextInput
          {...input(fields.owner)}
          label={<OptionalLabel>{labels.owner}</OptionalLabel>}
          description={t("ownerHelp")}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect {...select(fields.currency)} label={labels.currency} data={[...currencies]} />
        <TextInput
          {...input(fields.amount)}
          label={labels.amount}
          description={t("amountHelp")}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          {...input(fields.reference)}
          {...line}
          label={labels.reference}
          description={t("referenceHelp")}
        />
        <Textarea
          {...textarea(fields.reason)}
          label={labels.reason}
          description={t("reasonHelp")}
          rows={2}
          maxLength={productRules.reason_characters_maximum}
        />
        <SubmitButton kind="second">{t("go")}</SubmitButton>
      </Form>
    </Card>
  );
}
