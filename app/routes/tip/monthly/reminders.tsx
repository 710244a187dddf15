import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { setReminders } from "../../../domain/series/change-series.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DeadLink } from "../../../ui/components/dead-link.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/reminders";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { tokens } = context.get(servicesContext);
  return {
    title: getI18n(context).t("monthly:quiet.title"),
    isOurs: tokens.verify("series", params.token) !== null,
    page: `/monthly/${params.token}`,
  };
}

/** Mail programs post here (RFC 8058) and follow no redirect. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const services = context.get(servicesContext);
  const series_id = services.tokens.verify("series", params.token);
  const outcome =
    series_id === null ? "unknown" : await setReminders(services, { series_id, has_reminders: false });
  const isDone = outcome !== "unknown";
  return data({ isDone }, { status: isDone ? 200 : 422 });
}

export default function Reminders({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("monthly");
  const { title, isOurs, page } = loaderData;
  const isDone = actionData?.isDone === true;
  if (!isOurs || actionData?.isDone === false) {
    return (
      <DeadLink
        title={title}
        text={t("quiet.failed")}
        help={t("quiet.failedHelp")}
        again={{ href: "/", text: t("quiet.home") }}
      />
    );
  }
  return (
    <FormPage title={isDone ? t("quiet.doneTitle") : title} intro={t("quiet.text")}>
      {isDone ? null : (
        <form method="post" className="fields">
          <MainButton>{t("quiet.go")}</MainButton>
        </form>
      )}
      <p className="more-links">
        <a href={page}>{t("quiet.page")}</a>
      </p>
    </FormPage>
  );
}
