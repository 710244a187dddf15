import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { type FirstRun, readFirstRun, sendTestMail } from "../../../domain/settings/first-run.server.ts";
import { countMissing } from "../../../domain/settings/readiness.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { CheckGlyph, ClockGlyph } from "../../../ui/components/icons.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { buttonForAll, pageActs, withinMails } from "../acts.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/first-run";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const desk = deskOf(context);
  const { services, t } = desk;
  const { email } = await requireViewer(request, context);
  const firstRun = await readFirstRun(services);
  return {
    title: t("settings:firstRun.title"),
    done: doneText(url, ["sent"], () => t("settings:firstRun.sent", { email })),
    isLive: services.config.mode === "live",
    missing: countMissing(firstRun.items),
    email,
    items: firstRun.items.map((item) => ({ ...item, text: textOf(desk, item, firstRun) })),
  };
}

function textOf(
  { t, moment }: ReturnType<typeof deskOf>,
  { step, is_done, is_fixed, variables }: FirstRun["items"][number],
  { last_event_at, mail }: FirstRun,
): string | null {
  if (step === "events" && last_event_at !== null)
    return t("settings:firstRun.lastEvent", { at: moment(last_event_at) });
  if (is_done) return is_fixed ? t("settings:fixed") : null;
  if (step === "mail" && variables.length === 0) {
    if (mail.state === "failing") return t("settings:firstRun.mailFails", { reason: mail.reason });
    if (mail.state === "waiting") return t("settings:firstRun.mailWaits");
    return t("settings:firstRun.mailUntried");
  }
  return t(`settings:firstRun.lacks.${step}`);
}

export const action = pageActs({
  test_mail: withinMails(
    buttonForAll(async ({ services, operator_id }) => {
      await sendTestMail(services, { operator_id });
      return redirect("/admin/settings/first-run?done=sent", 303);
    }),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function FirstRunPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { title, done, isLive, missing, email, items } = loaderData;
  const isReady = isLive && missing === 0;
  return (
    <AdminPage title={title} done={done}>
      <p className={isReady || !isLive ? "note" : "summary"}>
        {isReady ? t("firstRun.ready") : null}
        {isLive && !isReady ? t("firstRun.missing", { count: missing }) : null}
        {isLive ? null : t("firstRun.demo")}
      </p>
      <section className="card">
        <ul className="rows">
          {items.map((item) => (
            <Step key={item.step} {...item} />
          ))}
        </ul>
      </section>
      <section className="card" id="test-mail">
        <Title order={2}>{t("firstRun.testMail")}</Title>
        <p>{t("firstRun.testMailTo", { email })}</p>
        <Form method="post" className="actions">
          <SubmitButton kind="second" intent="test_mail">
            {t("firstRun.testMailGo")}
          </SubmitButton>
        </Form>
      </section>
      <p className="help">{t("firstRun.unseen")}</p>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

function Step({ step, is_done, page, variables, text }: Route.ComponentProps["loaderData"]["items"][number]) {
  const { t } = useTranslation("settings");
  const name = t(`firstRun.steps.${step}`);
  return (
    <li>
      <span>
        {page === null ? <b>{name}</b> : <Link to={page}>{name}</Link>}
        {text === null ? null : (
          <small>
            <LongText text={text} />
          </small>
        )}
        {is_done || variables.length === 0 ? null : (
          <small>
            {t("firstRun.variables")} <code>{variables.join(" ")}</code>
          </small>
        )}
      </span>
      <span className={is_done ? "mark mark-done" : "mark"}>
        {is_done ? <CheckGlyph size={16} /> : <ClockGlyph size={16} />}
        {t(is_done ? "firstRun.done" : "firstRun.open")}
      </span>
    </li>
  );
}
