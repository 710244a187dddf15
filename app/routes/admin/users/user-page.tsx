import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findPageWords, removePageWords } from "../../../domain/creator-pages/page-words.server.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listNamedFans } from "../../../domain/tips/named-fans.server.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { findUserForOperator } from "../../../domain/users/user.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/user-page";

const DONE = ["removed", "taken_off", "gone"] as const;

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

function removes(kind: "ABOUT" | "GOAL") {
  return form(declineContentForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await removePageWords(services, { user_id: id, kind, reason, operator_id });
    return redirect(`/admin/users/${id}/page?done=${done}`, 303);
  });
}

export const action = pageActs({
  remove_about: removes("ABOUT"),
  remove_goal: removes("GOAL"),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("creatorPages");
  const { id, username, about, goal, fans } = loaderData;
  const removal = { schema: declineContentForm, help: t("words.reasonHelp"), isGrave: true };
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <Link to={`/admin/users/${id}`}>
          <NameParts text={`@${username}`} />
        </Link>
      </p>
      <Card title={t("words.kind.ABOUT")}>
        <p>{about ?? t("words.nothing")}</p>
      </Card>
      {about ? (
        <ReasonForm
          {...removal}
          intent="remove_about"
          title={t("page.removeAbout")}
          text={t("page.removeText")}
          button={t("page.removeAbout")}
        />
      ) : null}
      <Card title={t("words.kind.GOAL")}>
        {goal ? <Facts facts={[[goal.title, goal.amount]]} /> : <p>{t("words.nothing")}</p>}
      </Card>
      {goal ? (
        <ReasonForm
          {...removal}
          intent="remove_goal"
          title={t("page.removeGoal")}
          text={t("page.removeText")}
          button={t("page.removeGoal")}
        />
      ) : null}
      <Card title={t("page.fans")}>
        {fans.length === 0 ? <p>{t("page.noFans")}</p> : null}
        {fans.map((fan) => (
          <Form key={fan.tip_id} method="post" action={`/admin/reviews/tips/${fan.tip_id}`}>
            <blockquote className="quote">
              {fan.words}
              {fan.name ? <cite>— {fan.name}</cite> : null}
            </blockquote>
            <SubmitButton kind="second" intent="take_off_page">
              {t("page.removeFan")}
            </SubmitButton>
          </Form>
        ))}
      </Card>
    </AdminPage>
  );
}
