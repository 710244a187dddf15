import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { mix, textOn } from "../../domain/settings/accent.ts";
import type { Brand } from "../../product-settings.ts";
import { TOKENS, theme } from "../theme.ts";

const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));

/** The system's theme applies until data-theme overrides it. Prints are light. */
export function themeCss(): string {
  const mantine = {
    ...resolved.variables,
    "--mantine-color-body": "var(--background)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-dimmed": "var(--dim)",
    "--mantine-color-error": "var(--error)",
    "--mantine-color-placeholder": "var(--dim)",
    "--mantine-color-default": "var(--surface-1)",
    "--mantine-color-default-border": "var(--line)",
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-primary-color-filled": "var(--button)",
  };
  return `
    :root{${block(mantine)}}
    :root{color-scheme:light;${block(TOKENS.light)}}
    @media screen{:root[data-theme=dark]{color-scheme:dark;${block(TOKENS.dark)}}}
    @media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${block(TOKENS.dark)}}}
  `;
}

/** Mantine's components need the scheme. Our colours come last; the attribute adds no specificity. */
export function appThemeCss(): string {
  return `
    :root{${block(resolved.light)}}
    @media screen{:root:where([data-mantine-color-scheme=dark]){${block(resolved.dark)}}}
    ${themeCss()}
  `;
}

function block(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name.startsWith("--") ? name : `--${name}`}:${value};`)
    .join("");
}

export function brandCss({
  accent_light,
  accent_dark,
}: Pick<Brand, "accent_light" | "accent_dark">): string | null {
  if (accent_light === null && accent_dark === null) return null;
  const light = accent_light === null ? "" : block(accentTokens(accent_light, "light"));
  const dark = accent_dark === null ? "" : block(accentTokens(accent_dark, "dark"));
  const shades = accent_light === null ? "" : block(shadesOf(accent_light));
  return (
    `:root{${light}${shades}}` +
    `@media screen{:root[data-theme=dark]{${dark}}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`
  );
}

function accentTokens(accent: string, scheme: "light" | "dark"): Record<string, string> {
  const tokens = TOKENS[scheme];
  return {
    accent,
    button: accent,
    "button-hover": mix(accent, scheme === "light" ? "#000000" : "#ffffff", 0.14),
    "on-button": textOn(accent),
    "accent-soft": mix(tokens["surface-1"], accent, 0.1),
  };
}

function shadesOf(accent: string): Record<string, string> {
  const lighter = [0.9, 0.78, 0.6, 0.45, 0.3, 0.15].map((share) => mix(accent, "#ffffff", share));
  const darker = [0, 0.06, 0.12, 0.3].map((share) => mix(accent, "#000000", share));
  return Object.fromEntries(
    [...lighter, ...darker].map((shade, at) => [`--mantine-color-accent-${at}`, shade]),
  );
}
