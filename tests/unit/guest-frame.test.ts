import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../app/product-settings.ts";
import { FooterContent, HeaderContent, NoticeContent } from "../../app/ui/shells/frame-parts.tsx";
import { guestFrame } from "../../app/ui/shells/guest-frame.server.tsx";
import type { LayoutData } from "../../app/ui/shells/layout-data.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";

const page: LayoutData = {
  isDemo: true,
  path: "/joerdis",
  theme: null,
  hasSeenNotice: false,
  version: "v1",
  ...{
    brand: defaultSettings.brand,
    features: defaultSettings.features,
    tipLimits: defaultSettings.rules.tip,
    logo: null,
  },
  icon: "/favicon.svg",
  removalEmail: "removal@example.com",
  viewer: null,
  notices: [],
  event: null,
  season: null,
};

describe("the frame of a guest's page, kept as markup", () => {
  const kinds = LOCALES.flatMap((locale) =>
    (["light", "dark", null] as const).flatMap((theme) =>
      ["/joerdis", "/faq", `/%F3%B0%80%80?a=1&b='%22"><b>$&`].map((path) => ({ locale, theme, path })),
    ),
  );

  it.each(kinds)("a kept frame is as rendered anew: $locale, $theme, $path", ({ locale, theme, path }) => {
    const texts = i18nFor(locale);
    const render = (content: ReactElement) =>
      renderToStaticMarkup(createElement(I18nextProvider, { i18n: texts }, content));
    const facts = { ...page, theme, path };
    expect(guestFrame(facts, texts)).toEqual({
      header: render(createElement(HeaderContent, { ...facts, viewer: null, hasDrawer: false })),
      notice: render(createElement(NoticeContent, { path })),
      footer: render(createElement(FooterContent, facts)),
    });
  });

  it("the kept frame of a guest's page belongs to one platform's settings", () => {
    const texts = i18nFor("en");
    expect(guestFrame(page, texts)?.footer).toContain("mailto:hello@tribute.example");
    const other = guestFrame(
      { ...page, brand: { ...page.brand, support_email: "other@example.com" } },
      texts,
    );
    expect(other?.footer).toContain("mailto:other@example.com");
    expect(other?.footer).not.toContain("hello@tribute.example");
  });
});
