import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMonth } from "../../../domain/money/formats.ts";
import { keptStatementForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { listKeptStatements, openKeptStatement } from "../../../domain/payouts/payouts.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { SelectField, TextAreaField } from "../../../ui/components/text-field.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/kept-statements";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** The statements that are kept of a deleted account: each is opened by an operator who says why, which is logged. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const kept = isId(params.id) ? await listKeptStatements(db, params.id) : [];
  if (kept.length === 0) throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const locale = getLocale(context);
  return {
    id: params.id,
    title: t("adminPayouts:keptStatements.title"),
    options: kept.map(({ month, currency }) => ({
      value: `${month}/${currency}`,
      text: t("payouts:months.pdf", { month: formatMonth(month, locale), currency }),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), keptStatementForm);
  if (!form.ok) return form.reply;
  const { statement, reason } = form.value;
  const [month = "", currency = ""] = statement.split("/");
  const given = { user_id: params.id, operator_id: viewer.id, month, currency, reason };
  if (!(await openKeptStatement(services, given))) throw data(null, { status: 404 });
  return { opened: statement };
}

export default function KeptStatements({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  const { t: admin } = useTexts("admin");
  const { id, title, options } = loaderData;
  const opened = actionData && "opened" in actionData ? actionData.opened : null;
  const [form, fields] = shownForm<{ statement: string; reason: string }>({
    id: "kept",
    lastResult: actionData && !("opened" in actionData) ? actionData : undefined,
  });
  const path = `/admin/users/${id}/statements`;
  return (
    <AdminPage title={title}>
      <section className="card">
        {opened === null ? (
          <>
            <p>{t("keptStatements.text")}</p>
            <ErrorSummary formId={form.id} errors={form.allErrors} />
            <form method="post" action={path} noValidate className="fields">
              <SelectField field={fields.statement} label={t("keptStatements.which")} options={options} />
              <TextAreaField
                field={fields.reason}
                label={admin("lock.reason")}
                help={t("keptData.logged")}
                control={{ rows: 2, maxLength: 500 }}
              />
              <MainButton>{t("keptStatements.go")}</MainButton>
            </form>
          </>
        ) : (
          <div className="actions">
            <SecondLink href={`${path}/${opened}`}>
              {options.find(({ value }) => value === opened)?.text ?? opened}
            </SecondLink>
          </div>
        )}
      </section>
    </AdminPage>
  );
}
