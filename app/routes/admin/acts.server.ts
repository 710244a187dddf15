import { data, generatePath, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type Services, servicesContext } from "../../context.ts";
import { readCheckableForm, readForm } from "../../http/body.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";
import { formPageContext, leadToFormPage, typedBefore } from "../../http/refused-forms.server.ts";

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
  return ({ request, params, context }: Asked): { page: string } => {
    const address = formPageOf(page, params);
    leadToFormPage(context, address + typedBefore(request));
    return { page: address };
  };
}

/** An operator acting on the thing that the address names. */
interface Act {
  services: Services;
  id: string;
  operator_id: string;
}

/** The action of an act whose form has nothing to fill in. */
export function takesPost(page: string, act: (given: Act) => Promise<Response>) {
  return async (asked: Asked): Promise<Response> => {
    const given = await beginAct(asked, page);
    await readForm(asked.request);
    return await act(given);
  };
}

/** The action of an act with something to fill in. What is refused is shown by the page where the form stands. */
export function takesForm<Value>(
  page: string,
  schema: z.ZodType<Value>,
  act: (given: Act, value: Value) => Promise<Response>,
) {
  return async (asked: Asked): Promise<Response | FormReply> => {
    const given = await beginAct(asked, page);
    const form = parseForm(asked.request, asked.context, await readCheckableForm(asked.request), schema);
    return form.ok ? await act(given, form.value) : form.reply;
  };
}

async function beginAct(asked: Asked, page: string): Promise<Act> {
  const operator_id = await refuseOn(asked, page);
  const { id } = asked.params;
  if (!isId(id)) throw data(null, { status: 404 });
  return { services: asked.context.get(servicesContext), id, operator_id };
}

/** Begins an act about no single thing: a refusal is shown by that page. Returns the operator. */
export async function refuseOn({ request, params, context }: Asked, page: string): Promise<string> {
  const viewer = await requireViewer(request, context);
  context.set(formPageContext, formPageOf(page, params));
  return viewer.id;
}

function formPageOf(page: string, params: Asked["params"]): string {
  if ("id" in params && !isId(params.id)) throw data(null, { status: 404 });
  return generatePath(page, params);
}

/** What a form of a page does with what was posted. */
export type PageAct = (given: PageActInput, asked: Asked) => Promise<Response | FormReply>;

interface PageActInput {
  services: Services;
  operator_id: string;
  /** Of the thing that is acted on: from the page's address, else from the form. */
  id: FormDataEntryValue | null;
  posted: FormData;
}

/**
 * The action of a page with one or more forms, each named by its hidden field `intent`. A refused form is answered on the
 * page with 422 and the act that it was for; an unknown intent with 400.
 */
export function pageActs(acts: Readonly<Record<string, PageAct>>) {
  return async (asked: Asked) => {
    const { id: operator_id } = await requireViewer(asked.request, asked.context);
    const posted = await readForm(asked.request);
    const intent = String(posted.get("intent"));
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined;
    if (!act) throw data(null, { status: 400 });
    const services = asked.context.get(servicesContext);
    const id = asked.params.id ?? posted.get("id");
    const answer = await act({ services, operator_id, id, posted }, asked);
    return answer instanceof Response ? answer : data({ ...answer.data, act: intent }, answer.init ?? {});
  };
}

/** An act with nothing to fill in. What has no such id is not found. */
export function button(act: (given: Act) => Promise<Response>): PageAct {
  return async (given) => await act(actOf(given));
}

/** An act with something to fill in. */
export function form<Value>(
  schema: z.ZodType<Value>,
  act: (given: Act, value: Value) => Promise<Response>,
): PageAct {
  return async (given, { request, context }) => {
    const target = actOf(given);
    const parsed = parseForm(request, context, given.posted, schema);
    return parsed.ok ? await act(target, parsed.value) : parsed.reply;
  };
}

/** An act about no single thing, such as an end of the freeze of all payouts. */
export function buttonForAll(act: (given: Omit<Act, "id">) => Promise<Response>): PageAct {
  return async ({ services, operator_id }) => await act({ services, operator_id });
}

/** The same with something to fill in. */
export function formForAll<Value>(
  schema: z.ZodType<Value>,
  act: (given: Omit<Act, "id">, value: Value) => Promise<Response>,
): PageAct {
  return async ({ services, operator_id, posted }, { request, context }) => {
    const parsed = parseForm(request, context, posted, schema);
    return parsed.ok ? await act({ services, operator_id }, parsed.value) : parsed.reply;
  };
}

function actOf({ services, operator_id, id }: PageActInput): Act {
  if (typeof id !== "string" || !isId(id)) throw data(null, { status: 404 });
  return { services, id, operator_id };
}
