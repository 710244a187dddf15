import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { browserTexts } from "../locales/browser.ts";
import { mayReload, reloadOnFailedChunk } from "./enhance/reload-once.ts";
import { PageKindContext } from "./ui/shells/hydration.ts";
import { limitRouterReloads } from "./ui/shells/router-reloads.ts";

declare global {
  interface Window {
    __reactRouterContext: { future: { unstable_routePatternMatching?: boolean } };
  }
}

reloadOnFailedChunk();
limitRouterReloads(mayReload);
// The server enables the faster matcher (docs/decisions/025); the plain one is smaller.
window.__reactRouterContext.future.unstable_routePatternMatching = false;
const { lang, dataset } = document.documentElement;
const brand = { name: dataset.brand ?? "", short_name: dataset.shortBrand ?? "" };
const tip = { minimum_minor: Number(dataset.tipMinimum), maximum_minor: Number(dataset.tipMaximum) };
const texts = await browserTexts(lang, brand, tip);
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
