import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { unstable_preloadRoutePattern } from "react-router/route-pattern";
import { browserTexts } from "../locales/browser.ts";
import { reloadOnFailedChunk } from "./enhance/reload-once.ts";
import { PageKindContext } from "./ui/shells/hydration.ts";

reloadOnFailedChunk();
// The server names the faster matcher among the settings of the page (docs/decisions/030).
const [texts] = await Promise.all([
  browserTexts(document.documentElement.lang),
  unstable_preloadRoutePattern(),
]);
startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={texts}>
      <PageKindContext value="app">
        <HydratedRouter />
      </PageKindContext>
    </I18nextProvider>,
  );
});
