import { checklistOf } from "../../domain/users/users.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CHECKLIST_PAGES } from "../../ui/components/checklist-pages.ts";
import { DashboardTabs } from "../../ui/components/dashboard-tabs.tsx";
import { MainLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/home";

/** Where a creator arrives: how the account stands, and what is left to do. The tips come here with the creator's side. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const checklist = checklistOf(viewer);
  return {
    title: getI18n(context).t("drawer:home"),
    name: viewer.name ?? viewer.username ?? "",
    username: viewer.username,
    status: viewer.status,
    todo: CHECKLIST_PAGES.filter(([part]) => !["done", "in_review"].includes(checklist[part])),
  };
}

export default function DashboardHome({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { name, username, status, todo } = loaderData;
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
        {todo.length === 0 ? <p>{t("home.done")}</p> : <Title order={2}>{t("home.todo")}</Title>}
        <ul className="rows">
          {todo.map(([part, href]) => (
            <li key={part}>
              <a href={href}>
                {t(
                  part === "verification" && status === "DECLINED"
                    ? "home.need.declined"
                    : `home.need.${part}`,
                )}
              </a>
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
