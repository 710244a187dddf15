import { NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { DECISIONS, decisionForm } from "../../domain/content-cases/content-case.schema.ts";
import { decideCase, mayDecideComplaint } from "../../domain/content-cases/decide-case.server.ts";
import { findCase, openQuestion } from "../../domain/content-cases/notices.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CaseNav, doneOf } from "../../ui/components/case-walk.tsx";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { Facts } from "../../ui/components/data-table.tsx";
import { LongText } from "../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { useActReply } from "../../ui/lost-connection.ts";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/report";
import { form, pageActs } from "./acts.server.ts";
import { caseWalk, thenNext } from "./case-walk.server.ts";
import { deskOf, requireFound } from "./desk.server.ts";
import { lastDone } from "./last-done.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const desk = deskOf(context);
  const { db, t, moment } = desk;
  const { done, last } = lastDone(desk, url);
  const found = await requireFound(params.id, (id) => findCase(db, id));
  const viewer = await requireViewer(request, context);
  return {
    title: t("report:admin.one", { number: String(found.number) }),
    done,
    walk: await caseWalk({ request, context }, url.pathname, last),
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

const acts = pageActs({
  decide: form(decisionForm, async ({ services, id, operator_id }, decided) => {
    const done = await decideCase(services, { case_id: id, operator_id, ...decided });
    return redirect(`/admin/reports/${id}?done=${done}`, 303);
  }),
});

export async function action(asked: Route.ActionArgs) {
  return await thenNext(`/admin/reports/${asked.params.id}`, acts)(asked);
}

export { sendAct as clientAction } from "../../ui/lost-connection.ts";

export default function ReportedContent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("report");
  const { title, done, walk, facts, history, about, isOthers } = loaderData;
  return (
    <AdminPage title={title} done={doneOf(done, walk)}>
      <CaseNav walk={walk} />
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
            [t("admin.email"), facts.email ? <LongText key="email" text={facts.email} /> : undefined],
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
  const { form, fields, textarea, select } = useCheckedForm({
    id: "decision",
    lastResult: useActReply("decide"),
    schema: decisionForm,
  });
  const labels = { decision: t("admin.decision"), reasons: t("admin.reasons") };
  const options = DECISIONS.map((value) => ({ value, label: t(`case.decisions.${value}`) }));
  return (
    <Card title={t("admin.decide")}>
      <p>{t("admin.decideText")}</p>
      {about === "notice" ? null : <p>{t("admin.decideComplaint")}</p>}
      <FieldsForm form={form} labels={labels}>
        <input type="hidden" name="about" value={about} />
        <NativeSelect
          {...select(fields.decision)}
          label={labels.decision}
          data={[{ value: "", label: t("choose") }, ...options]}
        />
        <Textarea {...textarea(fields.reasons)} label={labels.reasons} rows={5} />
        <SubmitButton kind="second" intent="decide">
          {t("admin.go")}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}
