import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { countApprovals } from "../../../domain/approvals/approval-queue.server.ts";
import { correctionForm, correctionValue } from "../../../domain/corrections/correction.schema.ts";
import {
  correct,
  listCorrectionCurrencies,
  listCorrections,
} from "../../../domain/corrections/corrections.server.ts";
import { CORRECTION_KINDS } from "../../../domain/ledger/rules/correction-posting-rules.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/known-names.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/corrections";
import { CorrectionForm } from "./correction-form.tsx";

const PAGE = "/admin/books/corrections";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, db, isAlone, locale, t, money, moment } = deskOf(context);
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
      at: moment(each.posted_at),
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
