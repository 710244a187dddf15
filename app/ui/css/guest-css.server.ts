import type { Brand } from "../../product-settings.ts";
import account from "./account.css?inline";
import actions from "./actions.css?inline";
import admin from "./admin.css?inline";
import apiDocs from "./api-docs.css?inline";
import base from "./base.css?inline";
import controls from "./controls.css?inline";
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
import { createPageCss, type PageCss } from "./page-css.server.ts";
import payouts from "./payouts.css?inline";
import pictures from "./pictures.css?inline";
import profile from "./profile.css?inline";
import result from "./result.css?inline";
import sandbox from "./sandbox.css?inline";
import statistics from "./statistics.css?inline";
import tables from "./tables.css?inline";
import { brandCss, themeCss } from "./theme-css.ts";
import verification from "./verification.css?inline";
import voucher from "./voucher.css?inline";

const sheets = [
  controls,
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
];

const plain = createPageCss([themeCss(), ...sheets]);
const branded = new WeakMap<Brand, (html: string) => PageCss>();

export function guestCss(html: string, brand: Brand): PageCss {
  const own = brandCss(brand);
  if (own === null) return plain(html);
  const made = branded.get(brand) ?? createPageCss([themeCss(), own, ...sheets]);
  branded.set(brand, made);
  return made(html);
}
