import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { endAllSeries } from "../../../domain/refunds/end-all-series.server.ts";
import { listRunningOf } from "../../../domain/series/declarations.server.ts";
import { findSeries, receiverOf } from "../../../domain/series/series-record.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/end-all";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

/** All running monthly tips of the address that got the link; by a button, as mail scanners open links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { money, t } = formatsOf(context);
  const running = [];
  for (const series of await listRunningOf(db, await requireAddress(context, params.token)))
    running.push({
      id: series.id,
      name: (await receiverOf(db, series))?.name ?? t("result:receipt.deleted"),
      total: money(series.total_minor, series.currency),
    });
  return { running, title: t("contracts:all.title") };
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  await readForm(request);
  const email = await requireAddress(context, params.token);
  const kind = url.pathname.startsWith("/withdraw/") ? "WITHDRAW" : "CANCEL";
  const reason = formatsOf(context).t("contracts:all.reason");
  await endAllSeries(context.get(servicesContext), { email, kind, reason });
  return redirect(url.pathname, 303);
}

async function requireAddress(context: Readonly<RouterContextProvider>, token: string): Promise<string> {
  const { db, tokens } = context.get(servicesContext);
  const id = tokens.verify("series-address", token);
  const email = id === null ? null : (await findSeries(db, id))?.sender_email;
  if (!email) throw data(null, { status: 404 });
  return email;
}

export default function EndAll({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  const { running, title } = loaderData;
  if (running.length === 0) return <FormPage title={t("all.doneTitle")} intro={t("all.done")} />;
  return (
    <FormPage title={title}>
      <ul>
        {running.map(({ id, name, total }) => (
          <li key={id}>{t("all.each", { name, total })}</li>
        ))}
      </ul>
      <form method="post" className="fields" data-once="">
        <MainButton>{t("all.go")}</MainButton>
      </form>
    </FormPage>
  );
}
