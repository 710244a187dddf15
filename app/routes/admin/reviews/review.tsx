import { data } from "react-router";
import { REVIEW_NAMES } from "../../../domain/desk/desk.server.ts";
import { isId } from "../../../http/ids.ts";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { caseWalk, thenNext } from "../case-walk.server.ts";
import { deskOf } from "../desk.server.ts";
import { lastDone } from "../last-done.server.ts";
import type { Route } from "./+types/review";
import { REVIEW_KINDS } from "./kinds.server.ts";
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
  const { done, last } = lastDone(desk, url);
  return { review, done, walk: await caseWalk({ request, context }, url.pathname, last) };
}

export async function action(asked: Route.ActionArgs) {
  const { name, action: act } = kindOf(asked.params.kind);
  return await thenNext(`/admin/reviews/${name}/${asked.params.id}`, act)(asked);
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
