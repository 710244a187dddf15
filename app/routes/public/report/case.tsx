import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { complaintForm } from "../../../domain/content-cases/content-case.schema.ts";
import {
  complain,
  findCase,
  findCaseLink,
  mayComplain,
} from "../../../domain/content-cases/notices.server.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { CheckedForm } from "../../../ui/components/checked-form.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { Prose } from "../../../ui/components/prose.tsx";
import { TextAreaField } from "../../../ui/components/text-field.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/case";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { t } = getI18n(context);
  const link = await findCaseLink(services, params.token);
  const found = link && (await findCase(services.db, link.case_id));
  if (!link || !found) throw data(null, { status: 404 });
  const day = (date: Date) => formatDay(date, getLocale(context));
  const isReporter = link.side === "REPORTER";
  const last = found.decisions.at(-1);
  const isOpen = mayComplain(found, link.side, services.clock());
  return {
    title: t("report:case.title", { number: String(found.number) }),
    done: (await takeDone(request, context, ["reported", "complained", "too_late"]))?.act ?? null,
    isReporter,
    isEmptied: found.is_emptied,
    target: found.target || null,
    reason: found.reason,
    status: found.status,
    received: day(found.received_at),
    explanation: isReporter ? found.explanation : null,
    steps: [
      ...found.decisions.map(({ id, decision, reasons, decided_at, complaint_id }) => ({
        ...{ id, decision, text: reasons, at: decided_at },
        isOnComplaint: complaint_id !== null,
      })),
      ...found.complaints.map(({ id, side, text, made_at }) => ({
        ...{ id, decision: null, text: side === link.side ? text : null, at: made_at },
        isOnComplaint: false,
      })),
    ]
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, ...step }) => ({ ...step, date: day(at) })),
    complaintsUntil: isOpen && last ? day(last.complaints_until) : null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  if (!(await findCaseLink(services, params.token))) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), complaintForm);
  if (!form.ok) return form.reply;
  const outcome = await complain(services, { token: params.token, text: form.value.text });
  const headers = outcome === "gone" ? {} : await doneHeaders(context, outcome);
  return redirect(`/report/${params.token}`, { status: 303, headers });
}

export default function Case({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("report");
  const { title, done, isReporter, target, explanation, steps, complaintsUntil } = loaderData;
  const notes = { reported: t("case.saved"), complained: t("complaint.done"), too_late: t("complaint.late") };
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      {done ? (
        <p className="note" role="status">
          {notes[done]}
        </p>
      ) : null}
      {isReporter ? null : <p>{t("case.creatorIntro")}</p>}
      <Facts
        facts={[
          [t("case.state"), t(`case.states.${loaderData.status}`)],
          [t("case.received"), loaderData.received],
          [t("case.reason"), t(`reasons.${loaderData.reason}`)],
          [t("case.target"), target],
        ]}
      />
      {loaderData.isEmptied ? <p className="help">{t("case.emptied")}</p> : null}
      {explanation ? (
        <section>
          <h2>{t("case.explanation")}</h2>
          <p className="said">{explanation}</p>
        </section>
      ) : null}
      {steps.map(({ id, decision, text, isOnComplaint, date }) =>
        decision === null ? (
          <section key={id}>
            <h2>{text === null ? t("case.other", { date }) : t("case.own", { date })}</h2>
            {text ? <p className="said">{text}</p> : null}
          </section>
        ) : (
          <section key={id}>
            <h2>{t(isOnComplaint ? "case.onComplaint" : "case.decided", { date })}</h2>
            <p>
              <b>{t(`case.decisions.${decision}`)}</b>
            </p>
            <p className="said">{text}</p>
          </section>
        ),
      )}
      {complaintsUntil === null ? null : <ComplaintForm until={complaintsUntil} lastResult={actionData} />}
      {steps.length > 0 ? <Prose text={t("case.outside")} /> : null}
    </article>
  );
}

function ComplaintForm({
  until,
  lastResult,
}: {
  until: string;
  lastResult: Route.ComponentProps["actionData"];
}) {
  const { t } = useTexts("report");
  const [form, fields] = shownForm<{ text: string }>({ id: "complaint", lastResult });
  return (
    <section>
      <h2>{t("complaint.title")}</h2>
      <p className="help">{t("complaint.text", { date: until })}</p>
      <CheckedForm form={form} labels={{ text: t("complaint.label") }} button={t("complaint.go")}>
        <TextAreaField field={fields.text} label={t("complaint.label")} control={{ rows: 5 }} />
      </CheckedForm>
    </section>
  );
}
