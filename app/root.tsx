import { lazy, type ReactNode, useContext } from "react";
import { isRouteErrorResponse, Outlet, useMatches, useRouteError, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root";
import { apiRefusals } from "./http/api.server.ts";
import { bodyBudget } from "./http/body-budget.server.ts";
import { keptGuestPages } from "./http/browser-cache.server.ts";
import { featureGate } from "./http/features.server.ts";
import { formCheck } from "./http/forms.server.ts";
import { NOT_OF_ROLE, notActiveOf, UNKNOWN_GUARD, UNKNOWN_SERIES } from "./http/guard-names.ts";
import { scriptFor } from "./http/guest-script.server.ts";
import { i18nMiddleware } from "./http/i18n.server.ts";
import { layoutData } from "./http/layout-data.server.ts";
import { originGuard } from "./http/origin-guard.server.ts";
import { pageLimit, postLimit } from "./http/page-limit.server.ts";
import { appRedirects, pageUrl } from "./http/page-url.server.ts";
import { writerNote } from "./http/reader.server.ts";
import { sessionMiddleware } from "./http/sessions.server.ts";
import { uploadAnswer } from "./http/upload-answer.server.ts";
import { brandCss } from "./ui/css/theme-css.ts";
import { isLostConnection } from "./ui/lost-connection.ts";
import { isAppPath } from "./ui/shells/app-pages.ts";
import { AppProvider } from "./ui/shells/app-provider.tsx";
import { codeAskedBy } from "./ui/shells/asked-code.ts";
import { AppDocument, Document } from "./ui/shells/document.tsx";
import { ErrorPage, LostConnectionPage } from "./ui/shells/error-page.tsx";
import { handleOf, useIsApp } from "./ui/shells/hydration.ts";
import { ErrorContext, LayoutFallback } from "./ui/shells/layout-data.ts";
import { PageFrame } from "./ui/shells/page-frame.tsx";
import { useTexts } from "./ui/texts.ts";

const loadFreshCodePage = async () => {
  const { FreshCodePage: Component } = await import("./ui/shells/fresh-code-page.tsx");
  return { default: Component };
};
/** Loaded with the first action that needs a code. */
const FreshCodePage = import.meta.env.SSR ? (await loadFreshCodePage()).default : lazy(loadFreshCodePage);

export const middleware: Route.MiddlewareFunction[] = [
  i18nMiddleware,
  apiRefusals,
  appRedirects,
  uploadAnswer,
  originGuard,
  postLimit,
  bodyBudget,
  sessionMiddleware,
  writerNote,
  pageLimit,
  featureGate,
  keptGuestPages,
  formCheck,
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const frame = await layoutData(request, context);
  const isApp = isAppPath(pageUrl(request).pathname);
  return {
    script: scriptFor(request.headers, frame.viewer !== null, isApp),
    frame,
    brandCss: isApp ? brandCss(frame.brand) : null,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const plainFrame = useContext(LayoutFallback);
  const frame = root?.frame ?? plainFrame;
  const { locale } = useTexts();
  const error = useRouteError();
  const kinds = useMatches().map((match) => handleOf(match.handle).frame);
  const isBare = kinds.includes("bare") && !error;
  const isApp = useIsApp();
  const page =
    isBare || !frame ? (
      children
    ) : (
      <PageFrame {...frame} hasDrawer={frame.viewer !== null && kinds.includes("signed-in")}>
        {children}
      </PageFrame>
    );
  const theme = frame?.theme ?? null;
  const icon = frame?.icon ?? "/favicon.svg";
  if (isApp)
    return (
      <AppDocument
        {...{ icon, locale, theme, tipLimits: frame?.tipLimits, script: root?.script ?? null }}
        css={root?.brandCss ?? null}
      >
        <AppProvider theme={theme}>{page}</AppProvider>
      </AppDocument>
    );
  return (
    <Document icon={icon} locale={locale} theme={theme} script={isBare ? null : (root?.script ?? null)}>
      {page}
    </Document>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const facts = useContext(ErrorContext);
  if (isLostConnection(error)) return <LostConnectionPage />;
  const fault = facts.isUnavailable ? 503 : 500;
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null;
  const asked = codeAskedBy(thrown);
  if (asked) return <FreshCodePage {...asked} />;
  return (
    <ErrorPage
      {...facts}
      status={isRouteErrorResponse(error) ? error.status : fault}
      notActive={notActiveOf(thrown)}
      isUnknownGuard={thrown === UNKNOWN_GUARD}
      isOfOtherRole={thrown === NOT_OF_ROLE}
      isOfSeries={thrown === UNKNOWN_SERIES}
    />
  );
}

export function headers({ errorHeaders, loaderHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}
