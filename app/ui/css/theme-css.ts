import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
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

/** Mantine's components also need the scheme. Our colours come last; the attribute adds no specificity. */
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
