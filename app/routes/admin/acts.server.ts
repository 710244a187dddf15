import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type Services, servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireFreshCode } from "../../http/fresh-code.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";

interface Asked {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
}

/** An operator acting on the thing that the address names. */
interface Act {
  services: Services;
  id: string;
  operator_id: string;
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
    return answer instanceof Response ? answer : ofAct(intent, answer);
  };
}

/** The reply to a refused form, with the act that it was for. */
export function ofAct(act: string, { data: reply, init }: FormReply) {
  return data({ ...reply, act }, init ?? {});
}

/** An act with nothing to fill in. What has no such id is not found. */
export function button(act: (given: Act) => Promise<Response>): PageAct {
  return async (given) => await act(actOf(given));
}

/** An act whose fields the page fills in itself: what does not fit them is a bad request. */
export function buttonWith<Value>(
  schema: z.ZodType<Value>,
  act: (given: Act, value: Value) => Promise<Response>,
): PageAct {
  return async (given) => {
    const parsed = schema.safeParse(Object.fromEntries(given.posted));
    if (!parsed.success) throw data(null, { status: 400 });
    return await act(actOf(given), parsed.data);
  };
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

/** An act that asks for a fresh code on a page that does without one. */
export function withFreshCode(act: PageAct): PageAct {
  return async (given, asked) => {
    const viewer = await requireViewer(asked.request, asked.context);
    await requireFreshCode(asked.request, asked.context, viewer, given.posted);
    return await act(given, asked);
  };
}

function actOf({ services, operator_id, id }: PageActInput): Act {
  if (typeof id !== "string" || !isId(id)) throw data(null, { status: 404 });
  return { services, id, operator_id };
}
