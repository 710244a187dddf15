import { getFormProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMonth } from "../../../domain/money/formats.ts";
import { retainedStatementForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import {
  listRetainedStatements,
  openRetainedStatement,
} from "../../../domain/payouts/statements/month-statements.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { FormErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { orNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/kept-statements";

/** Each is opened after a reason, which is logged. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const kept = isId(params.id) ? await listRetainedStatements(db, params.id) : [];
  if (kept.length === 0) throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const locale = getLocale(context);
  return {
    id: params.id,
    title: t("adminPayouts:keptStatements.title"),
    options: kept.map(({ month, currency }) => ({
      value: `${month}/${currency}`,
      label: t("payouts:months.pdf", { month: formatMonth(month, locale), currency }),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readForm(request), retainedStatementForm);
  if (!form.ok) return form.reply;
  const { statement, reason } = form.value;
  const [month = "", currency = ""] = statement.split("/");
  const given = { user_id: params.id, operator_id: viewer.id, month, currency, reason };
  if (!(await openRetainedStatement(services, given))) throw data(null, { status: 404 });
  return { opened: statement };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => reply);
}

export default function KeptStatements({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const { t: admin } = useTranslation("admin");
  const { id, title, options } = loaderData;
  const opened = actionData && "opened" in actionData ? actionData.opened : null;
  const textOf = useErrorText();
  const [form, fields] = useForm<{ statement: string; reason: string }>({
    id: "kept",
    lastResult: actionData && !("opened" in actionData) ? actionData : null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: retainedStatementForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = { statement: t("keptStatements.which"), reason: admin("lock.reason") };
  return (
    <AdminPage title={title}>
      <section className="card">
        {opened === null ? (
          <>
            <p>{t("keptStatements.text")}</p>
            <FormErrors form={form} labels={labels} />
            <Form method="post" className="fields" {...getFormProps(form)}>
              <NativeSelect
                {...getSelectProps(fields.statement)}
                label={labels.statement}
                error={textOf(fields.statement.errors)}
                data={options}
              />
              <Textarea
                {...getTextareaProps(fields.reason)}
                label={labels.reason}
                description={t("keptData.logged")}
                error={textOf(fields.reason.errors)}
                rows={2}
                maxLength={500}
              />
              <SubmitButton>{t("keptStatements.go")}</SubmitButton>
            </Form>
          </>
        ) : (
          <div className="actions">
            <a className="second-button" href={`/admin/users/${id}/statements/${opened}`}>
              {options.find(({ value }) => value === opened)?.label ?? opened}
            </a>
          </div>
        )}
      </section>
    </AdminPage>
  );
}
