import { Title } from "@mantine/core";
import { type Needs, needsOf } from "../../domain/accounts/accounts.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { MainLink } from "../../ui/form/main-button.tsx";
import { DashboardTabs } from "../../ui/page/dashboard-tabs.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/home";

const NEED_PAGES: Record<keyof Needs, string> = {
  profile: "/account/edit",
  verification: "/account/verification",
  payout_data: "/account/payoutdata",
  social_media: "/account/socialmedia",
};

/** Where a creator arrives: how the account stands, and what is left to do. The tips come here with the creator's side. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const needs = needsOf(viewer);
  return {
    title: getI18n(context).t("drawer:home"),
    name: viewer.name ?? viewer.username ?? "",
    username: viewer.username,
    status: viewer.status,
    needs: (Object.keys(NEED_PAGES) as (keyof Needs)[]).filter((need) => needs[need]),
  };
}

export default function DashboardHome({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { name, username, status, needs } = loaderData;
  return (
    <div className="account-page">
      <DashboardTabs current="tips" />
      <Title order={1}>{t("home.title", { name })}</Title>
      <section className="card">
        <p className="status" data-status={status}>
          {t(`home.status.${status}`)}
        </p>
        <p>{t(`home.about.${status}`)}</p>
        {status === "ACTIVE" ? (
          <div className="actions">
            <MainLink href={`/${username}`}>{t("home.visit")}</MainLink>
          </div>
        ) : null}
      </section>
      <section className="card">
        <Title order={2}>{t("home.todo")}</Title>
        {needs.length === 0 ? <p>{t("home.done")}</p> : null}
        <ul className="rows">
          {needs.map((need) => (
            <li key={need}>
              <a href={NEED_PAGES[need]}>{t(`home.need.${need}`)}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
