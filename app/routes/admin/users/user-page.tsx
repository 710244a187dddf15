import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findPageWords } from "../../../domain/creator-pages/creator-pages.server.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listNamedFans } from "../../../domain/tips/tips.server.ts";
import { findUserForOperator } from "../../../domain/users/users.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/user-page";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["removed", "taken_off", "gone"] as const;

/** What a creator's page says and whom it names, for an operator who takes something off it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const user = isId(params.id) ? await findUserForOperator(db, params.id) : null;
  if (user?.role !== "CREATOR") throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const { about, goal, goal_currency } = await findPageWords(db, user.id);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    id: user.id,
    username: user.username ?? "",
    title: t("creatorPages:page.title", { name: user.name ?? user.username ?? user.email }),
    done: done && t(`creatorPages:page.done.${done}`),
    about,
    goal: goal && {
      title: goal.title,
      amount: formatAmount(goal.amount_minor, goal_currency ?? user.currency, getLocale(context)),
    },
    fans: await listNamedFans(db, user.id),
  };
}

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("creatorPages");
  const { id, username, about, goal, fans } = loaderData;
  const removal = { action: `/admin/users/${id}/page/removal`, help: t("words.reasonHelp") };
  const refused = useRefusal();
  // A refusal that names neither stands at the first.
  const isGoals = refused?.initialValue?.kind === "GOAL" || !about;
  const problem = refused && { ...refused, error: { "": refused.error?.kind ?? null, ...refused.error } };
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <a href={`/admin/users/${id}`}>
          <NameParts text={`@${username}`} />
        </a>
      </p>
      <Card title={t("words.kind.ABOUT")}>
        <p>{about ?? t("words.nothing")}</p>
      </Card>
      {about ? (
        <ReasonForm
          {...removal}
          id="about"
          hidden={{ kind: "ABOUT" }}
          title={t("page.removeAbout")}
          text={t("page.removeText")}
          button={t("page.removeAbout")}
          isGrave
          lastResult={isGoals ? undefined : problem}
        />
      ) : null}
      <Card title={t("words.kind.GOAL")}>
        {goal ? <Facts facts={[[goal.title, goal.amount]]} /> : <p>{t("words.nothing")}</p>}
      </Card>
      {goal ? (
        <ReasonForm
          {...removal}
          id="goal"
          hidden={{ kind: "GOAL" }}
          title={t("page.removeGoal")}
          text={t("page.removeText")}
          button={t("page.removeGoal")}
          isGrave
          lastResult={isGoals ? problem : undefined}
        />
      ) : null}
      <Card title={t("page.fans")}>
        {fans.length === 0 ? <p>{t("page.noFans")}</p> : null}
        {fans.map((fan) => (
          <form key={fan.tip_id} method="post" action={`/admin/tips/${fan.tip_id}/page-removal`}>
            <blockquote className="quote">
              {fan.words}
              {fan.name ? <cite>— {fan.name}</cite> : null}
            </blockquote>
            <button type="submit" className="second-button">
              {t("page.removeFan")}
            </button>
          </form>
        ))}
      </Card>
    </AdminPage>
  );
}
