import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { countApprovals } from "../../../domain/approvals/approvals.server.ts";
import { correctionForm, correctionValue } from "../../../domain/corrections/correction.schema.ts";
import {
  correct,
  listCorrectionCurrencies,
  listCorrections,
} from "../../../domain/corrections/corrections.server.ts";
import { CORRECTION_KINDS } from "../../../domain/ledger/rules/correction-posting-rules.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/entry-name.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/corrections";
import { CorrectionForm } from "./correction-form.tsx";

const PAGE = "/admin/books/corrections";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, newId, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const [{ corrections, next }, currencies, waiting] = await Promise.all([
    listCorrections(db, askedAfter(url.searchParams)),
    listCorrectionCurrencies(db),
    countApprovals(db, { kind: "CORRECTION" }),
  ]);
  const done = askedOf(url.searchParams, "done", ["waiting", "posted", "repeated"]);
  return {
    title: t("corrections:title"),
    done: done ? t(`corrections:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    newId: newId(),
    locale,
    currencies,
    waiting,
    kinds: CORRECTION_KINDS.map((kind) => ({ ...kind, value: correctionValue(kind) })),
    corrections: corrections.map((each) => ({
      ...{ id: each.id, debit: each.debit_code, credit: each.credit_code, reference: each.reference },
      state: each.reversed_at === null ? ("posted" as const) : ("reversed" as const),
      amount: formatAmount(each.amount_minor, each.currency, locale),
      at: formatMoment(each.posted_at, locale),
    })),
    next: nextPage(PAGE, next),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const services = context.get(servicesContext);
  const schema = correctionForm(await listCorrectionCurrencies(services.db), getLocale(context));
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
      <p>
        <Link to="/admin/books">{books("books.back")}</Link>
      </p>
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
      <Card title={t("entries")}>
        <DataTable
          caption={t("entries")}
          columns={[
            t("kind"),
            { name: t("amount"), isFigure: true },
            t("reference"),
            t("state"),
            { name: t("postedAt"), isMoment: true },
          ]}
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
        <NextPage href={loaderData.next} text={t("older")} />
      </Card>
    </AdminPage>
  );
}
