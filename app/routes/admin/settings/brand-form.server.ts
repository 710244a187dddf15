import { isReadable, nearestReadable } from "../../../domain/settings/accent.ts";
import type { BrandForm } from "../../../domain/settings/settings.schema.ts";
import type { Brand } from "../../../product-settings.ts";
import type { ErrorValues } from "../../../ui/components/form-errors.tsx";

export function brandValues(brand: Partial<Brand>): Record<string, string> {
  const { headline = {}, values: promises = {}, issuer, social_links, names_origin, ...lines } = brand;
  const values = {
    ...lines,
    ...Object.fromEntries(Object.entries(headline).map(([locale, text]) => [`headline_${locale}`, text])),
    ...Object.fromEntries(
      Object.entries(promises).map(([locale, all]) => [
        `values_${locale}`,
        all.map(({ title, text }) => `${title}: ${text}`).join("\n"),
      ]),
    ),
    issuer: issuer?.join("\n"),
    social_links: social_links?.map(({ label, url }) => `${label} ${url}`).join("\n"),
    hides_origin: names_origin === false ? "on" : undefined,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

const THEMES = ["light", "dark"] as const;
const PALE = { light: "errors.settings.accent_light", dark: "errors.settings.accent_dark" } as const;

/** For `accentErrors`: the nearest readable colours. */
export function nearestAccents(posted: FormData): ErrorValues {
  const near = THEMES.map((theme) => {
    const typed = posted.get(`accent_${theme}`);
    const [colour] = /^#[0-9a-f]{6}$/i.exec(typeof typed === "string" ? typed.trim() : "") ?? [];
    return [`nearest_${theme}`, colour ? nearestReadable(colour, theme) : ""];
  });
  return Object.fromEntries(near);
}

export function accentErrors(form: BrandForm): Record<string, string> | null {
  const pale = THEMES.filter((theme) => {
    const accent = form[`accent_${theme}`];
    return accent !== undefined && !isReadable(accent, theme);
  });
  if (pale.length === 0) return null;
  return Object.fromEntries(pale.map((theme) => [`accent_${theme}`, PALE[theme]]));
}
