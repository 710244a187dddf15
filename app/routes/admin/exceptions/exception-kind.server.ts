import { type RouterContextProvider, redirect } from "react-router";
import { type Services, servicesContext } from "../../../context.ts";
import type { ExceptionName } from "../../../domain/desk/desk.server.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import type { pageActs } from "../acts.server.ts";
import type { ShownAct, ShownException } from "./exception-parts.tsx";

/** What a kind of exceptions reads with, and shows for. */
export interface Desk {
  services: Services;
  context: Readonly<RouterContextProvider>;
  viewer_id: string;
  locale: Locale;
  t: ReturnType<typeof getI18n>["t"];
  money: (amount_minor: number, currency: string) => string;
}

export interface ListedException {
  id: string;
  /** Only where another page has the acts. */
  href?: string;
  subject: string;
  why: string;
  amount: string;
  since: Date;
  state?: string;
}

export interface EndedException {
  id: string;
  subject: string;
  why: string;
  amount: string;
  at: Date;
  outcome: string;
}

/** One kind of exceptions: its list, longest first and at most a page, its cases and their acts. */
export interface ExceptionKind {
  intro: (t: Desk["t"]) => string;
  list: (desk: Desk) => Promise<ListedException[]>;
  listEnded?: (desk: Desk) => Promise<EndedException[]>;
  find: (desk: Desk, id: string) => Promise<ShownException | null>;
  action: ReturnType<typeof pageActs>;
}

export function deskOf(context: Readonly<RouterContextProvider>, viewer_id: string): Desk {
  const locale = getLocale(context);
  const money = (amount_minor: number, currency: string) => formatAmount(amount_minor, currency, locale);
  const { t } = getI18n(context);
  return { services: context.get(servicesContext), context, viewer_id, locale, t, money };
}

export function isOwnFile({ services, viewer_id }: Desk, imported_by: string): boolean {
  return services.second_operator_from_minor !== null && imported_by === viewer_id;
}

/** The form that settles what a file brought, for every operator but its importer. */
export function settling(
  desk: Desk,
  { isOpen, imported_by }: { isOpen: boolean; imported_by: string },
  texts: Omit<ShownAct, "intent">,
): { notes: string[]; acts: ShownAct[] } {
  if (!isOpen) return { notes: [], acts: [] };
  if (isOwnFile(desk, imported_by)) return { notes: [desk.t("exceptions:ownImport")], acts: [] };
  return { notes: [], acts: [{ intent: "settle", ...texts }] };
}

/** Outcomes of acts; each has its text in `exceptions:done`. */
export const DONE = [
  ...([
    "accepted",
    "asked",
    "changed",
    "disputed",
    "ended",
    "gone",
    "not_known",
    "refused",
    "retried",
  ] as const),
  ...(["second_operator_needed", "seen", "settled", "taken", "under_way", "waiting"] as const),
];

type Done = (typeof DONE)[number];

export const backToQueue = (kind: ExceptionName, done: Done) =>
  redirect(`/admin/exceptions?kind=${kind}&done=${done}`, 303);

export const backToCase = (kind: ExceptionName, id: string, done: Done) =>
  redirect(`/admin/exceptions/${kind}/${id}?done=${done}`, 303);
