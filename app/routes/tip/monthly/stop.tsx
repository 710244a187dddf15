import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { stopSeries } from "../../../domain/series/change-series.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/stop";
import { receiverName, requireSeries } from "./shown-series.server.ts";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const series = await requireSeries(context, params.token);
  const here = `/monthly/${params.token}`;
  if (series.status === "ENDED") throw redirect(here, 303);
  const { money, t } = formatsOf(context);
  const { name } = await receiverName(context, series);
  return {
    ...{ here, name, total: money(series.total_minor, series.currency) },
    title: t("monthly:stop.title"),
  };
}

/** Never refused; repeatable. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const services = context.get(servicesContext);
  const id = services.tokens.verify("series", params.token);
  const outcome = id === null ? "unknown" : await stopSeries(services, id);
  if (outcome === "unknown") throw data(null, { status: 404 });
  return redirect(`/monthly/${params.token}`, 303);
}

export default function Stop({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("monthly");
  const { title, here, name, total } = loaderData;
  return (
    <FormPage title={title} intro={t("stop.text", { name, total })}>
      <form method="post" className="fields" data-once="">
        <div className="actions">
          <MainButton>{t("stop.go")}</MainButton>
          <SecondLink href={here}>{t("stop.back")}</SecondLink>
        </div>
      </form>
    </FormPage>
  );
}
