import { data, generatePath, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";
import { formPageContext } from "../../http/refused-forms.server.ts";

// An act is an address of its own that takes a form which stands on another page, such as …/acceptance.

interface Asked {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
}

/**
 * The loader of an act whose form stands on the page of that pattern: whoever opens the act's address is led there. A
 * refusal that was not kept for that page is answered under the act's address, and needs the way there.
 */
export function formStandsOn(page: string) {
  return ({ params, context }: Pick<Asked, "params" | "context">): { page: string } => {
    const address = formPageOf(page, params);
    if (context.get(formPageContext) === null) throw redirect(address, 303);
    return { page: address };
  };
}

/** What begins each act of an operator: who acts on what. A refusal is shown by the page where the form stands. */
export async function beginAct({ request, params, context }: Asked, page: string) {
  const operator_id = await refuseOn({ request, params, context }, page);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const given = { id: params.id, operator_id, posted: await readForm(request) };
  return { services: context.get(servicesContext), ...given };
}

/** The same for an act about no single thing, or with a form that is not read yet. Returns the operator. */
export async function refuseOn({ request, params, context }: Asked, page: string): Promise<string> {
  const viewer = await requireViewer(request, context);
  context.set(formPageContext, formPageOf(page, params));
  return viewer.id;
}

function formPageOf(page: string, params: Asked["params"]): string {
  if ("id" in params && !isId(params.id)) throw data(null, { status: 404 });
  return generatePath(page, params);
}
