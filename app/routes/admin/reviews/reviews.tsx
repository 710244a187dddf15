import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { REVIEW_NAMES, readQueues } from "../../../domain/desk/desk.server.ts";
import { REVIEW_VIEWS, type ReviewView } from "../../../domain/moderation/review-content.ts";
import { productRules } from "../../../product-rules.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { applySelect } from "../../../ui/components/search-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, askedOf, deskOf, nextPage } from "../desk.server.ts";
import { reviewDone } from "../last-done.server.ts";
import { QueueFilter, StatusOf, TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/reviews";
import { REVIEW_KINDS } from "./kinds.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = deskOf(context);
  const { services, stamp } = desk;
  const kind = askedOf(url.searchParams, "kind", REVIEW_NAMES);
  const view = askedOf(url.searchParams, "view", REVIEW_VIEWS) ?? "queue";
  const page = { view, after: kind === null ? null : askedAfter(url.searchParams) };
  const shown = REVIEW_NAMES.filter((name) => kind === null || name === kind);
  const [queues, lists] = await Promise.all([
    readQueues(services.db, services.clock(), ({ area }) => area === "reviews"),
    Promise.all(shown.map(async (name) => ({ name, ...(await REVIEW_KINDS[name].list(desk, page)) }))),
  ]);
  const isQueue = view === "queue";
  const reviews = lists
    .flatMap(({ name, reviews: found }) => found.map((each) => ({ ...each, kind: name })))
    .sort((a, b) => (a.since.getTime() - b.since.getTime()) * (isQueue ? 1 : -1));
  return {
    ...{ kind, view },
    done: reviewDone(desk, kind, url.searchParams),
    queues: queues.map(({ queue, count, page: href }) => ({ queue, count, page: href })),
    reviews: reviews
      .slice(0, productRules.admin_rows)
      .map(({ since, ...each }) => ({ ...each, since: stamp(since) })),
    next: kind === null ? null : nextPage("/admin/reviews", lists[0]?.next ?? null, { kind, view }),
  };
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: names } = useTranslation("queues");
  const { kind, view, done, queues, reviews, next } = loaderData;
  const isQueue = view === "queue";
  const title = kind === null ? t("reviews.title") : names(`name.${kind}`);
  return (
    <AdminPage title={title} done={done}>
      <QueueFilter page="/admin/reviews" queues={queues} kind={kind} />
      {kind === "verifications" ? null : <ViewFilter kind={kind} view={view} />}
      <TableCard
        caption={title}
        next={next}
        nextText={t("queue.next")}
        columns={[
          t("reviews.subject"),
          ...(kind === null ? [t("reviews.kind")] : []),
          figure(t("items.amount")),
          t("reviews.why"),
          time(t("reviews.since")),
          isQueue ? t("reviews.left") : t("reviews.standing"),
        ]}
        empty={isQueue ? t("queue.empty") : t("reviews.empty")}
        rows={reviews.map((review) => ({
          key: `${review.kind} ${review.id}`,
          cells: [
            <Link key="subject" className="row-link" to={`/admin/reviews/${review.kind}/${review.id}`}>
              {review.name}{" "}
              <small>
                <NameParts text={review.by} />
              </small>
            </Link>,
            ...(kind === null ? [names(`name.${review.kind}`)] : []),
            review.amount,
            review.why,
            review.since,
            isQueue && review.left !== null ? review.left : <StatusOf key="status" chip={review.chip} />,
          ],
        }))}
      />
    </AdminPage>
  );
}

const VIEWS: readonly ReviewView[] = ["queue", "recent", "declined"];

function ViewFilter({ kind, view }: { kind: string | null; view: ReviewView }) {
  const { t } = useTranslation("admin");
  return (
    <Form method="get" action="/admin/reviews" className="search" onChange={applySelect}>
      {kind === null ? null : <input type="hidden" name="kind" value={kind} />}
      <label>
        {t("reviews.view")}
        <select key={view} name="view" className="plain-input" defaultValue={view}>
          {VIEWS.map((each) => (
            <option key={each} value={each}>
              {t(`reviews.views.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="second-button">
        {t("reviews.show")}
      </button>
    </Form>
  );
}
