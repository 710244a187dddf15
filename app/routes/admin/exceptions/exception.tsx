import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { EXCEPTION_NAMES } from "../../../domain/desk/desk.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/exception";
import { DONE } from "./exception-kind.server.ts";
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
  return {
    ...{ kind, exception },
    done: doneText(url, DONE, (done) => desk.t(`exceptions:done.${done}`)),
    isAlone: desk.isAlone,
  };
}

export async function action(asked: Route.ActionArgs) {
  return await EXCEPTION_KINDS[kindOf(asked.params.kind)].action(asked);
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Exception({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("queues");
  const { kind, exception, done, isAlone } = loaderData;
  return (
    <AdminPage title={exception.title} done={done} isAlone={isAlone && exception.waiting !== undefined}>
      <UpLink to={`/admin/exceptions?kind=${kind}`}>{t(`name.${kind}`)}</UpLink>
      <ExceptionPage exception={exception} />
    </AdminPage>
  );
}
