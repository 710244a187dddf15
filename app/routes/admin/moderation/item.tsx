import { Title } from "@mantine/core";
import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findItemReview } from "../../../domain/items/items.server.ts";
import { isId } from "../../../http/ids.ts";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { itemQueue } from "../case-queues.server.ts";
import { caseWalk } from "../case-walk.server.ts";
import type { Route } from "./+types/item";
import { ReviewChip, ReviewDecision, ReviewReasonName, TimeLeft } from "./review-parts.tsx";
import { reviewDone, shownDecision, shownReview } from "./reviews.server.ts";

/** One tribute item to decide about: what its creator calls it, asks for it and shows. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const item = isId(params.id) ? await findItemReview(context.get(servicesContext).db, params.id) : null;
  if (!item) throw data(null, { status: 404 });
  return {
    ...shownReview(context, item, item.created_at),
    id: item.id,
    title: item.item_name,
    done: reviewDone(context, url),
    walk: await caseWalk(itemQueue(context.get(servicesContext).db), item.id, url, request),
    decision: shownDecision(context, item),
    hasImage: item.has_image,
  };
}

export default function Item({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const refused = useRefusal();
  const { creator, minutesLeft } = loaderData;
  const address = `/admin/items/${loaderData.id}`;
  return (
    <AdminPage title={loaderData.title} done={doneOf(loaderData.done, loaderData.walk)}>
      <CaseNav walk={loaderData.walk} />
      <p>
        <ReviewChip status={loaderData.status} />{" "}
        <a href={`/admin/users/${creator.id}`}>
          <NameParts text={`@${creator.username}`} />
        </a>
      </p>
      <section className="card">
        <Title order={2}>{t("items.facts")}</Title>
        <Facts
          facts={[
            [t("items.amount"), loaderData.amount],
            [t("reviews.why"), <ReviewReasonName key="why" reason={loaderData.reason} />],
            [t("reviews.left"), minutesLeft === null ? null : <TimeLeft key="left" minutes={minutesLeft} />],
            [t("items.madeAt"), loaderData.since],
          ]}
        />
        {loaderData.hasImage ? (
          <a href={`${address}/image`}>
            <img className="said-image" src={`${address}/image`} alt={t("items.image")} />
          </a>
        ) : null}
      </section>
      <ReviewDecision
        address={address}
        isOpen={loaderData.status === "PENDING"}
        decision={loaderData.decision}
        acceptText={t("items.acceptText")}
        declineText={t("items.declineText")}
        lastResult={refused}
      />
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
