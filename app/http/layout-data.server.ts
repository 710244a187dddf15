import type { RouterContextProvider } from "react-router";
import { version } from "../../package.json";
import { servicesContext, settingsContext } from "../context.ts";
import { seasonAt } from "../domain/calendar.ts";
import { readMenuWork } from "../domain/desk/desk.server.ts";
import { newestVersion } from "../domain/legal-texts/legal-texts.server.ts";
import { mayOpen, openPages } from "../domain/operator-rights.server.ts";
import { brandPictureUrl } from "../domain/settings/brand-pictures.server.ts";
import { checklistOf, isOperator, requirementsOf, stageOf, type Viewer } from "../domain/users/viewer.ts";
import { ORIGIN } from "../product-name.ts";
import type { Brand, BrandPicture, Rules } from "../product-settings.ts";
import type { AdminWork } from "../ui/shells/admin-areas.tsx";
import type { LayoutData, ShownViewer } from "../ui/shells/layout-data.ts";
import { isSavingData } from "./guest-script.server.ts";
import { formatsOf, getLocale } from "./i18n.server.ts";
import { pageUrl } from "./page-url.server.ts";
import { hasShared, readPreferences } from "./preference-cookies.server.ts";
import { findRequestViewer } from "./sessions.server.ts";

const EVENT_PAGES: readonly string[] = ["/", "/:profile"];

export async function layoutData(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<LayoutData> {
  const { announcements, clock, db, networks, pathShape } = context.get(servicesContext);
  const viewer = await findRequestViewer(context);
  const [{ notices, event }, work] = await Promise.all([
    announcements(getLocale(context), clock()),
    viewer && isOperator(viewer) ? readMenuWork(db, clock(), viewer) : {},
  ]);
  return {
    ...plainLayoutData(request, context),
    viewer: viewer && {
      ...shownViewer(viewer, work),
      hasShared: hasShared(request.headers.get("Cookie")),
      networks: { microblog: networks.find("x") !== null, chatBot: networks.find("discord") !== null },
    },
    notices: [...newTermsNotice(context, viewer), ...notices],
    // A tip's steps show no distraction.
    event: event && EVENT_PAGES.includes(pathShape(pageUrl(request).pathname)) ? event : null,
  };
}

function newTermsNotice(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer | null,
): LayoutData["notices"] {
  const newest = newestVersion(context.get(settingsContext).legal_versions, "terms");
  if (!newest || viewer?.role !== "CREATOR" || viewer.status === "LOCKED") return [];
  if (viewer.accepted_terms_version >= newest.version || stageOf(viewer) !== null) return [];
  const { t, day } = formatsOf(context);
  const text = t("legal:newTerms.notice", { from: day(newest.valid_from) });
  return [{ id: "terms", text, link: { href: "/account/terms", text: t("legal:newTerms.look") } }];
}

export function plainLayoutData(request: Request, context: Readonly<RouterContextProvider>): LayoutData {
  const { clock, config } = context.get(servicesContext);
  const { brand, features, rules, version: changed } = context.get(settingsContext);
  const { theme, hasSeenNotice } = readPreferences(request.headers.get("Cookie"));
  const url = pageUrl(request);
  const isSaving = isSavingData(request.headers);
  return {
    isDemo: config.mode === "demo",
    path: request.method === "GET" ? url.pathname + url.search : url.pathname + keptQuery(url),
    theme,
    hasSeenNotice,
    version: `v${version}`,
    ...{ brand, features, tipLimits: limitsOf(rules) },
    logo: isSaving ? null : logoOf(brand, theme),
    icon: iconOf(brand, changed),
    removalEmail: config.REMOVAL_EMAIL,
    viewer: null,
    notices: [],
    event: null,
    season: isSaving || url.pathname.startsWith("/admin") ? null : seasonAt(config.SEASON_DATE ?? clock()),
  };
}

/** Pictures are drawn at twice the size. */
function logoOf({ logo_light, logo_dark }: Brand, theme: LayoutData["theme"]): LayoutData["logo"] {
  const light = logo_light ?? logo_dark;
  const dark = logo_dark ?? logo_light;
  const logo = theme === "dark" ? dark : light;
  if (!logo || !dark) return null;
  const sizeOf = ({ width, height }: BrandPicture) => ({ width: width / 2, height: height / 2 });
  const media = "screen and (prefers-color-scheme:dark)";
  return {
    img: { src: brandPictureUrl(logo), ...sizeOf(logo) },
    onDark:
      theme === null && dark !== light ? { srcSet: brandPictureUrl(dark), ...sizeOf(dark), media } : null,
  };
}

function iconOf({ icon, name }: Brand, changed: number): string {
  if (icon) return brandPictureUrl(icon);
  return name === ORIGIN ? "/favicon.svg" : `/media/icon.svg?v=${changed}`;
}

function shownViewer(viewer: Viewer, work: AdminWork): Omit<ShownViewer, "hasShared" | "networks"> {
  return {
    name: viewer.name ?? viewer.username ?? viewer.email,
    username: viewer.username,
    avatarId: viewer.avatar_id,
    isOperator: isOperator(viewer),
    officePages: openPages(viewer.role),
    maySearch: viewer.has_second_factor && mayOpen(viewer.role, "/admin/search"),
    work,
    isActive: viewer.status === "ACTIVE",
    isLocked: viewer.status === "LOCKED",
    isEmailVerified: viewer.is_email_verified,
    isComingIn: stageOf(viewer) !== null,
    latestNewTipId: viewer.latest_new_tip_id,
    checklist: checklistOf(viewer),
    needs: requirementsOf(viewer),
  };
}

const KEPT_NAMES = ["invitation", "return_to"];

function keptQuery({ searchParams }: URL): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => KEPT_NAMES.includes(name)));
  return kept.size === 0 ? "" : `?${kept}`;
}

function limitsOf({ tip: { minimum_minor, maximum_minor } }: Rules): LayoutData["tipLimits"] {
  return { minimum_minor, maximum_minor };
}
