import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { stopThankYous } from "../../domain/tips/tip-replies.server.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/stop-thank-yous";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { tokens } = context.get(servicesContext);
  return {
    title: getI18n(context).t("result:stopThankYous.title"),
    isOurs: tokens.verify("thank-you-stop", params.token) !== null,
  };
}

/** Mail programs post here (RFC 8058) and follow no redirect. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const isDone = await stopThankYous(context.get(servicesContext), params.token);
  return data({ isDone }, { status: isDone ? 200 : 422 });
}

export default function StopThankYous({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  const { title, isOurs } = loaderData;
  if (actionData?.isDone)
    return <FormPage title={t("stopThankYous.doneTitle")} intro={t("stopThankYous.done")} />;
  if (!isOurs) {
    return (
      <DeadLink
        title={title}
        text={t("stopThankYous.failed")}
        help={t("stopThankYous.failedHelp")}
        again={{ href: "/", text: t("stopThankYous.home") }}
      />
    );
  }
  return (
    <FormPage title={title} intro={t("stopThankYous.text")}>
      <form method="post" className="fields">
        <MainButton>{t("stopThankYous.go")}</MainButton>
      </form>
    </FormPage>
  );
}
