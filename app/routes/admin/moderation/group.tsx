import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  acceptGroup,
  declineGroup,
  findGroupReview,
} from "../../../domain/grouplists/group-reviews.server.ts";
import { acceptGroupForm, declineGroupForm } from "../../../domain/grouplists/grouplist.schema.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { groupQueue } from "../case-queues.server.ts";
import { caseWalk, decideAndGoOn } from "../case-walk.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/group";
import { DecisionForms } from "./review-parts.tsx";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const group = isId(params.id) ? await findGroupReview(db, params.id) : null;
  if (!group) throw data(null, { status: 404 });
  const { review_since, reviewed_at, reviewed_by, created_at, ...shown } = group;
  const done = askedOf(url.searchParams, "done", ["accepted", "declined", "gone", "changed"]);
  return {
    title: t("grouplists:admin.reviewTitle", { slug: group.slug }),
    done: done === "changed" ? t("grouplists:admin.changed") : done ? t(`admin:reviews.done.${done}`) : null,
    walk: await caseWalk(groupQueue(db), group.id, url, request),
    group: shown,
    isOpen: review_since !== null,
    since: formatMoment(review_since ?? created_at, locale),
    decision:
      reviewed_at === null
        ? null
        : t("grouplists:admin.decidedBy", {
            operator: reviewed_by ?? "–",
            at: formatMoment(reviewed_at, locale),
          }),
  };
}

export const action = pageActs({
  accept: form(acceptGroupForm, async ({ services, id, operator_id }, { seen }) => {
    const accept = () => acceptGroup(services, { group_id: id, operator_id, seen });
    return await decideAndGoOn(groupQueue(services.db), id, accept, `/admin/groups/${id}`);
  }),
  decline: form(declineGroupForm, async ({ services, id, operator_id }, given) => {
    const decline = () => declineGroup(services, { group_id: id, operator_id, ...given });
    return await decideAndGoOn(groupQueue(services.db), id, decline, `/admin/groups/${id}`);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Group({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("grouplists");
  const { title, done, walk, group, isOpen, since, decision } = loaderData;
  const address = `/admin/groups/${group.id}`;
  const isChange = group.status === "APPROVED";
  const picture = (which: "old" | "new") => (
    <img
      className="said-image"
      src={`${address}/picture/${which}`}
      width={250}
      height={250}
      alt={own("admin.pictureAlt")}
    />
  );
  return (
    <AdminPage title={title} done={doneOf(done, walk)}>
      <CaseNav walk={walk} />
      <p>
        <span className="status" data-status={group.status === "APPROVED" ? "ACTIVE" : group.status}>
          {own(`states.${group.status}`)}
        </span>{" "}
        {group.owner === null ? (
          own("admin.noOwner")
        ) : (
          <Link to={`/admin/users/${group.owner.id}`}>
            <NameParts text={`@${group.owner.username}`} />
          </Link>
        )}
      </p>
      <Card title={own("admin.card")}>
        <Facts
          facts={[
            [isChange ? own("admin.shown") : own("admin.name"), group.name ?? own("admin.none")],
            ...(isChange ? [[own("admin.newName"), group.new_name ?? "–"] satisfies [string, string]] : []),
            [own("admin.currency"), group.currency],
            [own("admin.since"), since],
          ]}
        />
        {group.has_avatar ? (
          <>
            <p className="help">{own("admin.picture")}</p>
            {picture("old")}
          </>
        ) : null}
        {group.has_new_avatar ? (
          <>
            <p className="help">{own("admin.newPicture")}</p>
            {picture("new")}
          </>
        ) : null}
      </Card>
      {isOpen ? (
        <DecisionForms
          acceptText={own("admin.acceptText")}
          declineText={own("admin.declineText")}
          reasonHelp={own("admin.reasonHelp")}
          hidden={{ seen: group.seen }}
          schema={declineGroupForm}
        />
      ) : (
        <p>{own("admin.nothing")}</p>
      )}
      {decision === null ? null : (
        <Card title={own("admin.lastDecision")}>
          <p>{decision}</p>
          {group.decline_reason === null ? null : (
            <p>{t("reviews.because", { reason: group.decline_reason })}</p>
          )}
        </Card>
      )}
    </AdminPage>
  );
}
