import type { SubmissionResult } from "@conform-to/react";
import { createContext, type EntryContext, type RouterContextProvider, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../context.ts";
import { findKeptForm, keepForm } from "../domain/auth/auth.server.ts";
import { CHECK_HEADER, readForm } from "./body.server.ts";
import { isSecretField } from "./forms.server.ts";
import { getI18n } from "./i18n.server.ts";
import { isId } from "./ids.ts";
import { pageUrl } from "./page-url.server.ts";
import { findRequestViewer } from "./sessions.server.ts";

/** In the address of a form's page: which refused form it shows. */
const REFUSED = "refused";
const OF_REFUSED = new RegExp(`([?&])${REFUSED}=[^&]*&?`);

/** In the address of an act: what was typed before a code was asked for. */
const TYPED = "typed";

/** Set by an action whose form stands on another page than the one that it was posted to. */
export const formPageContext = createContext<string | null>(null);

/** A GET of an address that only takes a form: it leads to the page where the form stands, which also shows refusals. */
export function leadToFormPage(context: Readonly<RouterContextProvider>, page: string): null {
  if (context.get(formPageContext) === null) throw redirect(page, 303);
  return null;
}

/** The query of a form's page that shows what was typed before a code was asked for; "" when the act's address names none. */
export function typedBefore(request: Request): string {
  const typed = pageUrl(request).searchParams.get(TYPED);
  return isId(typed) ? `?${REFUSED}=${typed}` : "";
}

/**
 * Keeps what an operator typed into the form of an act while a code is asked for. Returns the query that brings it back at
 * the act's address; "" where nothing was typed.
 */
export async function keepUntilConfirmed(
  request: Request,
  context: Readonly<RouterContextProvider>,
  sessionId: string,
): Promise<string> {
  const form = await readForm(request).catch(() => null);
  const typed: Record<string, string> = {};
  for (const [name, value] of form ?? [])
    if (typeof value === "string" && !isSecretField(name)) typed[name] = value;
  if (Object.keys(typed).length === 0) return "";
  const error = { "": [getI18n(context).t("errors:confirmed")] };
  const reply: SubmissionResult<string[]> = { status: "error", initialValue: typed, error };
  const page = pageUrl(request).pathname;
  const id = await keepForm(context.get(servicesContext), sessionId, { page, reply, retry_at: null });
  return id === null ? "" : `?${TYPED}=${id}`;
}

type RenderedPage = EntryContext["staticHandlerContext"];

/**
 * A refused form of a user who is signed in: their pages are kept by no browser, so going back to the answer of a post would
 * ask to send it again. The reply is kept for the session, and the answer leads to the form's page, which shows it. Null
 * for guests, for a check by the script, and for what is too long to be kept: they get the page itself.
 */
export async function leadToRefusedForm(
  request: Request,
  page: RenderedPage,
  context: Readonly<RouterContextProvider>,
): Promise<Response | null> {
  const reply = replyOf(page);
  if (request.method !== "POST" || page.statusCode !== 422 || request.headers.has(CHECK_HEADER)) return null;
  if (reply === undefined) return null;
  const viewer = await findRequestViewer(context);
  if (!viewer) return null;
  const services = context.get(servicesContext);
  const url = new URL(context.get(formPageContext) ?? request.url, request.url);
  const seconds = context.get(retryAfterContext);
  const retry_at = seconds === null ? null : services.clock().getTime() + seconds * 1000;
  const id = await keepForm(services, viewer.session_id, { page: url.pathname, reply, retry_at });
  if (id === null) return null;
  // The page that says how long to wait says it; this answer leads there at once.
  context.set(retryAfterContext, null);
  url.searchParams.set(REFUSED, id);
  // With an end that names nothing: else the browser would take along the field that the form's address named.
  return redirect(`${url.pathname}${url.search}#`, 303);
}

/** The page with the refused form that its address names, if it is this session's; else the page as it is. */
export async function withRefusedForm(
  request: Request,
  page: RenderedPage,
  context: Readonly<RouterContextProvider>,
): Promise<RenderedPage> {
  if (!request.url.includes(REFUSED)) return page;
  const url = pageUrl(request);
  const id = url.searchParams.get(REFUSED);
  const route = page.matches.at(-1)?.route.id;
  if (request.method !== "GET" || !isId(id) || page.statusCode !== 200 || route === undefined) return page;
  const viewer = await findRequestViewer(context);
  const asked = viewer && { id, session_id: viewer.session_id, page: url.pathname };
  const services = context.get(servicesContext);
  const kept = asked && (await findKeptForm(services, asked));
  const waits = kept?.retry_at ? Math.ceil((kept.retry_at - services.clock().getTime()) / 1000) : 0;
  if (waits > 0) context.set(retryAfterContext, waits);
  return kept ? { ...page, statusCode: 422, actionData: { [route]: kept.reply } } : page;
}

/** The query of a page's address as it is without the refused form: who comes back to it later gets an empty form. */
export function withoutRefusedForm(search: string): string {
  return search.replace(OF_REFUSED, "$1").replace(/[?&]$/, "");
}

function replyOf({ actionData }: RenderedPage): unknown {
  return Object.values(actionData ?? {})[0];
}
