import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../context.ts";
import { mayOpen, mayPost } from "../domain/operator-rights.server.ts";
import { missingBeforeMoney } from "../domain/settings/first-run.server.ts";
import { hasFullAccess, isOperator, type Stage, stageOf, type Viewer } from "../domain/users/viewer.ts";
import { requireFreshCode } from "./fresh-code.server.ts";
import { NOT_OF_ROLE, UNKNOWN_GUARD } from "./guard-names.ts";
import { holdForm } from "./held-form.server.ts";
import { ownCookie } from "./own-cookie.server.ts";
import { pageUrl } from "./page-url.server.ts";
import { OPEN_UNDER_OLD_TERMS } from "./path-kinds.ts";
import { findRequestViewer } from "./sessions.server.ts";

/** docs/product.md, 6.6. */
const STAGE_PAGES: Record<Stage, string> = {
  "verify-email": "/account/verify-email",
  complete: "/register/complete",
  terms: "/account/verification-terms",
  "new-terms": "/account/terms",
};

/** After one press the requested page opens. */
const RETURNING: ReadonlySet<Stage> = new Set(["terms", "new-terms"]);

/** A locked creator may read the reason, export and delete. */
const LOCKED_PAGES = /^\/account\/(locked|export|delete)(\/|$)/;
/** In every stage: a mistyped address can be changed, an account deleted. */
const STAGELESS_PAGES = /^\/account\/(email|delete)(\/|$)/;

async function officeOf({ role }: Viewer, context: Readonly<RouterContextProvider>): Promise<string> {
  const missing = await missingBeforeMoney(context.get(servicesContext), role);
  return missing > 0 ? "/admin/settings/first-run" : "/admin";
}

export function newTermsFirst(viewer: Viewer): Response | null {
  return stageOf(viewer) === "new-terms" ? redirect(STAGE_PAGES["new-terms"], 303) : null;
}

interface Asked {
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

type Guard = (request: Request, context: Readonly<RouterContextProvider>, asked: Asked) => Promise<void>;

const GUARDS: Record<string, Guard> = {
  "visitor-only": async (request, context) => {
    if ((await ownCookie(context, "logging_out").parse(request.headers.get("Cookie"))) === "1") return;
    if (await findRequestViewer(context)) throw redirect("/dashboard", 303);
  },
  "signed-in": async (request, context) => {
    const viewer = await findRequestViewer(context);
    if (!viewer) throw (await holdForm(request, "login")) ?? toLogin(request);
    const { pathname } = pageUrl(request);
    if (viewer.status === "LOCKED") {
      if (!LOCKED_PAGES.test(pathname)) throw redirect("/account/locked", 303);
      return;
    }
    if (STAGELESS_PAGES.test(pathname)) return;
    const stage = stageOf(viewer);
    if (stage === null || STAGE_PAGES[stage] === pathname) return;
    if (stage === "new-terms" && OPEN_UNDER_OLD_TERMS.test(pathname)) return;
    throw (
      (stage === "new-terms" && (await holdForm(request, "newTerms"))) ||
      (RETURNING.has(stage) ? thenBack(request, STAGE_PAGES[stage]) : redirect(STAGE_PAGES[stage], 303))
    );
  },
  "full-access": async (request, context) => {
    const viewer = await requireViewer(request, context);
    if (isOperator(viewer)) throw redirect(await officeOf(viewer, context), 303);
    if (!hasFullAccess(viewer)) throw data(null, { status: 403 });
  },
  active: async (request, context) => {
    const viewer = await requireViewer(request, context);
    if (viewer.status !== "ACTIVE") throw data({ notActive: viewer.status }, { status: 403 });
  },
  /** And what the operator's role may open and post. */
  operator: async (request, context, { pattern, params }) => {
    const viewer = await requireViewer(request, context);
    if (!isOperator(viewer)) throw data(null, { status: 403 });
    if (!viewer.has_second_factor) throw redirect("/account/security/second-factor", 303);
    const isAllowed = ["GET", "HEAD"].includes(request.method)
      ? mayOpen(viewer.role, pagePattern(pattern))
      : mayPost(viewer.role, formPattern(pattern, params));
    if (!isAllowed) throw data(NOT_OF_ROLE, { status: 403 });
  },
  /** An action needs a recent code or brings one; reading needs none. */
  "fresh-code": async (request, context) => {
    if (["GET", "HEAD"].includes(request.method)) return;
    await requireFreshCode(request, context, await requireViewer(request, context));
  },
};

/** An unknown name is a 500: nothing is let through (docs/product.md, 6.6). */
export function guard(name: string): MiddlewareFunction<Response> {
  return async ({ request, context, pattern, params }, next) => {
    const known = Object.hasOwn(GUARDS, name) ? GUARDS[name] : undefined;
    if (!known) throw data(UNKNOWN_GUARD, { status: 500 });
    await known(request, context, { pattern, params });
    return await next();
  };
}

export function formPattern(pattern: string, { kind }: Asked["params"]): string {
  const page = pagePattern(pattern);
  return kind === undefined || !page.endsWith("/:kind/:id") ? page : page.replace(":kind", kind);
}

export const pagePattern = (pattern: string) => `/${pattern.replace(/^\//, "")}`;

export async function requireViewer(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const viewer = await findRequestViewer(context);
  if (viewer) return viewer;
  throw toLogin(request);
}

const toLogin = (request: Request) => thenBack(request, "/login");

function thenBack(request: Request, step: string): Response {
  const { pathname, search } = pageUrl(request);
  const isPlain = pathname === "/dashboard" || !["GET", "HEAD"].includes(request.method);
  return redirect(isPlain ? step : `${step}?return_to=${encodeURIComponent(pathname + search)}`, 303);
}

/** Refuses users without a profile, such as operators. */
export async function requireCreator(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Viewer> {
  const viewer = await requireViewer(request, context);
  if (viewer.role !== "CREATOR" || viewer.username === null) throw data(null, { status: 403 });
  return viewer;
}
