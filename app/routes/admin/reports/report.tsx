import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { DECISIONS } from "../../../domain/content-cases/case-kinds.schema.ts";
import {
  findCase,
  mayDecideComplaint,
  openQuestion,
} from "../../../domain/content-cases/content-cases.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { SelectField, TextAreaField } from "../../../ui/components/text-field.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/report";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["decided", "other_operator", "gone"] as const;

/** One case: the notice, what was decided and complained of, and the form for what is open. */
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
    id: found.id,
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

export default function ReportedContent({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("report");
  const { title, done, facts, history, about, isOthers, id } = loaderData;
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
                <a key="creator" href={`/admin/users/${facts.creator}`}>
                  @{facts.username}
                </a>
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
      {about === null || isOthers ? null : <DecisionForm id={id} about={about} />}
      {about !== null && isOthers ? <p className="note">{t("admin.done.other_operator")}</p> : null}
    </AdminPage>
  );
}

function DecisionForm({ id, about }: { id: string; about: string }) {
  const lastResult = useRefusal();
  const { t } = useTexts("report");
  const [form, fields] = shownForm<{ decision: string; reasons: string }>({ id: "decision", lastResult });
  const options = DECISIONS.map((value) => ({ value, text: t(`case.decisions.${value}`) }));
  return (
    <Card title={t("admin.decide")}>
      <p>{t("admin.decideText")}</p>
      {about === "notice" ? null : <p>{t("admin.decideComplaint")}</p>}
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action={`/admin/reports/${id}/decision`} noValidate className="fields">
        <input type="hidden" name="about" value={about} />
        <SelectField
          field={fields.decision}
          label={t("admin.decision")}
          options={[{ value: "", text: t("choose") }, ...options]}
        />
        <TextAreaField field={fields.reasons} label={t("admin.reasons")} control={{ rows: 5 }} />
        <button type="submit" className="second-button">
          {t("admin.go")}
        </button>
      </form>
    </Card>
  );
}
