import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import button from "@mantine/core/styles/Button.css?inline";
import input from "@mantine/core/styles/Input.css?inline";
import text from "@mantine/core/styles/Text.css?inline";
import title from "@mantine/core/styles/Title.css?inline";
import unstyledButton from "@mantine/core/styles/UnstyledButton.css?inline";
import { TOKENS, theme } from "../theme.ts";
import account from "./account.css?inline";
import actions from "./actions.css?inline";
import admin from "./admin.css?inline";
import apiDocs from "./api-docs.css?inline";
import base from "./base.css?inline";
import dashboard from "./dashboard.css?inline";
import display from "./display.css?inline";
import form from "./form.css?inline";
import frame from "./frame.css?inline";
import groupPage from "./group-page.css?inline";
import groups from "./groups.css?inline";
import home from "./home.css?inline";
import items from "./items.css?inline";
import leaderboard from "./leaderboard.css?inline";
import legal from "./legal.css?inline";
import { createPageCss } from "./page-css.server.ts";
import payouts from "./payouts.css?inline";
import pictures from "./pictures.css?inline";
import profile from "./profile.css?inline";
import result from "./result.css?inline";
import sandbox from "./sandbox.css?inline";
import statistics from "./statistics.css?inline";
import tables from "./tables.css?inline";
import verification from "./verification.css?inline";
import voucher from "./voucher.css?inline";

const components = [unstyledButton, button, input, text, title];

/** Finds the CSS that a rendered guest page uses. */
export const guestCss = createPageCss([
  themeVariables(),
  withoutScheme(components.join("\n")),
  base,
  frame,
  form,
  actions,
  display,
  profile,
  groupPage,
  result,
  home,
  legal,
  apiDocs,
  sandbox,
  account,
  verification,
  items,
  groups,
  leaderboard,
  tables,
  admin,
  payouts,
  pictures,
  dashboard,
  statistics,
  voucher,
]);

/** Both themes as custom properties: the system's theme holds until a choice (data-theme) says otherwise. */
function themeVariables(): string {
  const { variables } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const mantine = {
    ...variables,
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
  const block = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name.startsWith("--") ? name : `--${name}`}:${value};`)
      .join("");
  return `
    :root{${block(mantine)}}
    :root{color-scheme:light;${block(TOKENS.light)}}
    :root[data-theme=dark]{color-scheme:dark;${block(TOKENS.dark)}}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${block(TOKENS.dark)}}}
  `;
}

/**
 * Mantine names a colour scheme on the root element by script; ours needs none. Colours come from the custom
 * properties above, so what Mantine sets for one scheme alone is left out.
 */
function withoutScheme(css: string): string {
  // Nor are there fields here whose arrows or crosses a browser draws, or buttons that cover themselves as they wait.
  const plain = css.replace(/[^{}]*::-webkit-[\w-]+\s*\{[^{}]*\}|[^{}]*\{[^{}]*blur\(12px\)[^{}]*\}/g, "");
  return plain.replace(/[^{}]*\[data-mantine-color-scheme=['"]?\w+['"]?\][^{}]*\{[^{}]*\}/g, "");
}
