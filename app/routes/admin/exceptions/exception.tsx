import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { EXCEPTION_NAMES } from "../../../domain/desk/desk.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { caseWalk, thenNext } from "../case-walk.server.ts";
import { deskOf } from "../desk.server.ts";
import { lastDone } from "../last-done.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/exception";
import { ExceptionPage } from "./exception-parts.tsx";
import { EXCEPTION_KINDS } from "./kinds.server.ts";

function kindOf(name: string) {
  const kind = EXCEPTION_NAMES.find((each) => each === name);
  if (kind === undefined) throw data(null, { status: 404 });
  return kind;
}

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const kind = kindOf(params.kind);
  const desk = { ...deskOf(context), viewer_id: (await requireViewer(request, context)).id };
  const exception = isId(params.id) ? await EXCEPTION_KINDS[kind].find(desk, params.id) : null;
  if (exception === null) throw data(null, { status: 404 });
  const { done, last } = lastDone(desk, url);
  return {
    ...{ kind, exception, done },
    walk: await caseWalk({ request, context }, url.pathname, last),
    isAlone: desk.isAlone,
  };
}

export async function action(asked: Route.ActionArgs) {
  const kind = kindOf(asked.params.kind);
  return await thenNext(`/admin/exceptions/${kind}/${asked.params.id}`, EXCEPTION_KINDS[kind].action)(asked);
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Exception({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("queues");
  const { kind, exception, done, walk, isAlone } = loaderData;
  return (
    <AdminPage
      title={exception.title}
      done={doneOf(done, walk)}
      isAlone={isAlone && exception.waiting !== undefined}
    >
      <CaseNav walk={walk} />
      <UpLink to={`/admin/exceptions?kind=${kind}`}>{t(`name.${kind}`)}</UpLink>
      <ExceptionPage exception={exception} />
    </AdminPage>
  );
}
