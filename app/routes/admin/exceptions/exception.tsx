import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { EXCEPTION_NAMES } from "../../../domain/desk/desk.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/exception";
import { DONE, deskOf } from "./exception-kind.server.ts";
import { ExceptionPage } from "./exception-parts.tsx";
import { EXCEPTION_KINDS } from "./kinds.server.ts";

function kindOf(name: string) {
  const kind = EXCEPTION_NAMES.find((each) => each === name);
  if (kind === undefined) throw data(null, { status: 404 });
  return kind;
}

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const kind = kindOf(params.kind);
  const desk = deskOf(context, (await requireViewer(request, context)).id);
  const exception = isId(params.id) ? await EXCEPTION_KINDS[kind].find(desk, params.id) : null;
  if (exception === null) throw data(null, { status: 404 });
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    ...{ kind, exception },
    done: done ? desk.t(`exceptions:done.${done}`) : null,
    isAlone: context.get(servicesContext).second_operator_from_minor === null,
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
      <p>
        <Link to={`/admin/exceptions?kind=${kind}`}>{t(`name.${kind}`)}</Link>
      </p>
      <ExceptionPage exception={exception} />
    </AdminPage>
  );
}
