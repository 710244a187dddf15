import { data } from "react-router";
import { REVIEW_NAMES } from "../../../domain/desk/desk.server.ts";
import { isId } from "../../../http/ids.ts";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { caseWalk } from "../case-walk.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/review";
import { REVIEW_KINDS } from "./kinds.server.ts";
import { DONE, deskOf, doneText, queueOf } from "./review-kind.server.ts";
import { ReviewPage } from "./review-parts.tsx";

function kindOf(name: string) {
  const kind = REVIEW_NAMES.find((each) => each === name);
  if (kind === undefined) throw data(null, { status: 404 });
  return { name: kind, ...REVIEW_KINDS[kind] };
}

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const kind = kindOf(params.kind);
  const desk = deskOf(context);
  const review = isId(params.id) ? await kind.find(desk, params.id) : null;
  if (review === null) throw data(null, { status: 404 });
  const queue = queueOf(kind.name, kind.listOpen, desk.services.db);
  return {
    review,
    done: doneText(desk, kind, askedOf(url.searchParams, "done", DONE)),
    walk: await caseWalk(queue, review.id, url, request),
  };
}

export async function action(asked: Route.ActionArgs) {
  return await kindOf(asked.params.kind).action(asked);
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Review({ loaderData }: Route.ComponentProps) {
  const { review, done, walk } = loaderData;
  return (
    <AdminPage title={review.title} done={doneOf(done, walk)}>
      <CaseNav walk={walk} />
      <ReviewPage review={review} />
    </AdminPage>
  );
}
