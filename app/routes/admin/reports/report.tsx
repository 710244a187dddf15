import { getFormProps, getSelectProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { DECISIONS, decisionForm } from "../../../domain/content-cases/content-case.schema.ts";
import { decideCase, mayDecideComplaint } from "../../../domain/content-cases/decide-case.server.ts";
import { findCase, openQuestion } from "../../../domain/content-cases/notices.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { FormErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/report";

const DONE = ["decided", "other_operator", "gone"] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const found = isId(params.id) ? await findCase(db, params.id) : null;
  if (!found) throw data(null, { status: 404 });
  const viewer = await requireViewer(request, context);
  const { t } = getI18n(context);
  const moment = (date: Date) => formatMoment(date, getLocale(context));
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("report:admin.one", { number: String(found.number) }),
    done: done ? t(`report:admin.done.${done}`) : null,
    about: openQuestion(found),
    isOthers: found.decisions.length > 0 && !(await mayDecideComplaint(db, found.id, viewer.id)),
    facts: {
      target: found.target || null,
      reason: found.reason,
      explanation: found.explanation,
      reporter: found.reporter_name,
      email: found.reporter_email,
      creator: found.creator_id,
      username: found.creator_username,
      received: moment(found.received_at),
      status: found.status,
    },
    history: [
      ...found.complaints.map((each) => ({ ...each, at: each.made_at, decision: null })),
      ...found.decisions.map((each) => ({ ...each, at: each.decided_at, side: null, text: each.reasons })),
    ]
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ id, side, text, decision, at }) => ({ id, side, text, decision, date: moment(at) })),
  };
}

export const action = pageActs({
  decide: form(decisionForm, async ({ services, id, operator_id }, decided) => {
    const done = await decideCase(services, { case_id: id, operator_id, ...decided });
    return redirect(`/admin/reports/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function ReportedContent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("report");
  const { title, done, facts, history, about, isOthers } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <Card title={t("admin.facts")}>
        <Facts
          facts={[
            [t("admin.state"), t(`admin.states.${facts.status}`)],
            [t("admin.since"), facts.received],
            [t("admin.reason"), t(`reasons.${facts.reason}`)],
            [t("admin.target"), <LongText key="target" text={facts.target} />],
            [
              t("admin.creator"),
              facts.creator === null ? (
                t("admin.unknownCreator")
              ) : (
                <Link key="creator" to={`/admin/users/${facts.creator}`}>
                  @{facts.username}
                </Link>
              ),
            ],
            [t("admin.reporter"), facts.reporter ?? t("admin.unnamed")],
            ...(facts.email
              ? [[t("admin.email"), <LongText key="email" text={facts.email} />] as const]
              : []),
          ]}
        />
        <p className="said">{facts.explanation}</p>
      </Card>
      {history.length > 0 ? (
        <Card title={t("admin.history")}>
          {history.map(({ id: key, side, text, decision, date }) => (
            <section key={key} className="case-step">
              <h3>
                {side === null ? t("case.decided", { date }) : t(`admin.complaintOf.${side}`, { date })}
              </h3>
              {decision === null ? null : <p>{t(`case.decisions.${decision}`)}</p>}
              <p className="said">{text}</p>
            </section>
          ))}
        </Card>
      ) : null}
      {about === null || isOthers ? null : <DecisionForm about={about} />}
      {about !== null && isOthers ? <p className="note">{t("admin.done.other_operator")}</p> : null}
    </AdminPage>
  );
}

function DecisionForm({ about }: { about: string }) {
  const { t } = useTranslation("report");
  const textOf = useErrorText();
  const [form, fields] = useForm<{ about: string; decision: string; reasons: string }>({
    id: "decision",
    lastResult: useActReply("decide"),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: decisionForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = { decision: t("admin.decision"), reasons: t("admin.reasons") };
  const options = DECISIONS.map((value) => ({ value, label: t(`case.decisions.${value}`) }));
  return (
    <Card title={t("admin.decide")}>
      <p>{t("admin.decideText")}</p>
      {about === "notice" ? null : <p>{t("admin.decideComplaint")}</p>}
      <FormErrors form={form} labels={labels} />
      <Form method="post" className="fields" {...getFormProps(form)}>
        <input type="hidden" name="about" value={about} />
        <NativeSelect
          {...getSelectProps(fields.decision)}
          label={labels.decision}
          error={textOf(fields.decision.errors)}
          data={[{ value: "", label: t("choose") }, ...options]}
        />
        <Textarea
          {...getTextareaProps(fields.reasons)}
          label={labels.reasons}
          error={textOf(fields.reasons.errors)}
          rows={5}
        />
        <SubmitButton kind="second" intent="decide">
          {t("admin.go")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
