import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type Services, servicesContext } from "../../context.ts";
import { mayAct, RightMissing } from "../../domain/operator-rights.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireFreshCode } from "../../http/fresh-code.server.ts";
import { NOT_OF_ROLE } from "../../http/guard-names.ts";
import { formPattern, requireViewer } from "../../http/guards.server.ts";
import { isId } from "../../http/ids.ts";
import { rulesOf } from "../../http/rules.server.ts";
import type { Rules } from "../../product-settings.ts";

interface Asked {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  context: Readonly<RouterContextProvider>;
  pattern: string;
}

/** The rules are the request's. */
type ActServices = Services & { rules: Rules };

interface Act {
  services: ActServices;
  id: string;
  operator_id: string;
  /** What the page showed, from its hidden field. */
  seen: string | null;
}

export type PageAct = (given: PageActInput, asked: Asked) => Promise<Response | FormReply>;

interface PageActInput {
  services: ActServices;
  operator_id: string;
  id: FormDataEntryValue | null;
  posted: FormData;
}

/**
 * Each form has a hidden `intent`. A refused form is a 422, an unknown intent a 400, another role's a 403.
 */
export function pageActs(acts: Readonly<Record<string, PageAct>>) {
  return async (asked: Asked) => {
    const { id: operator_id, role } = await requireViewer(asked.request, asked.context);
    const posted = await readForm(asked.request);
    const intent = String(posted.get("intent"));
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined;
    if (!act) throw data(null, { status: 400 });
    if (!mayAct(role, `${formPattern(asked.pattern, asked.params)} ${intent}`))
      throw data(NOT_OF_ROLE, { status: 403 });
    const services = { ...asked.context.get(servicesContext), rules: rulesOf(asked.context) };
    const id = asked.params.id ?? posted.get("id");
    const answer = await act({ services, operator_id, id, posted }, asked).catch(refuseRole);
    return answer instanceof Response ? answer : ofAct(intent, answer);
  };
}

function refuseRole(error: unknown): never {
  throw error instanceof RightMissing ? data(NOT_OF_ROLE, { status: 403 }) : error;
}

export function ofAct(act: string, { data: reply, init }: FormReply) {
  return data({ ...reply, act }, init ?? {});
}

/** 404 for an unknown id. */
export function button(act: (given: Act) => Promise<Response>): PageAct {
  return async (given) => await act(actOf(given));
}

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

export function buttonForAll(act: (given: Omit<Act, "id" | "seen">) => Promise<Response>): PageAct {
  return async ({ services, operator_id }) => await act({ services, operator_id });
}

export function formForAll<Value>(
  schema: z.ZodType<Value>,
  act: (given: Omit<Act, "id" | "seen">, value: Value) => Promise<Response>,
): PageAct {
  return async ({ services, operator_id, posted }, { request, context }) => {
    const parsed = parseForm(request, context, posted, schema);
    return parsed.ok ? await act({ services, operator_id }, parsed.value) : parsed.reply;
  };
}

export function withFreshCode(act: PageAct): PageAct {
  return async (given, asked) => {
    const viewer = await requireViewer(asked.request, asked.context);
    await requireFreshCode(asked.request, asked.context, viewer, given.posted);
    return await act(given, asked);
  };
}

/** Mails within the budgets of operator and subject, else a 429. */
export function withinMails(act: PageAct): PageAct {
  return async (given, asked) => {
    await requireBudget(asked.context, "admin_mail", given.operator_id);
    await requireBudget(asked.context, "admin_mail_to", String(given.id ?? given.operator_id));
    return await act(given, asked);
  };
}

function actOf({ services, operator_id, id, posted }: PageActInput): Act {
  if (typeof id !== "string" || !isId(id)) throw data(null, { status: 404 });
  const seen = posted.get("seen");
  return { services, id, operator_id, seen: typeof seen === "string" ? seen : null };
}
