import { redirect } from "react-router";
import type { ExceptionName } from "../../../domain/desk/desk.server.ts";
import type { pageActs } from "../acts.server.ts";
import type { Desk } from "../desk.server.ts";
import type { EXCEPTION_DONE } from "../last-done.server.ts";
import type { ShownAct, ShownException } from "./exception-parts.tsx";

export interface ExceptionDesk extends Desk {
  viewer_id: string;
}

export interface ListedException {
  id: string;
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

/** Lists the longest-waiting first, at most a page. */
export interface ExceptionKind {
  intro: (t: Desk["t"]) => string;
  list: (desk: ExceptionDesk) => Promise<ListedException[]>;
  listEnded?: (desk: ExceptionDesk) => Promise<EndedException[]>;
  find: (desk: ExceptionDesk, id: string) => Promise<ShownException | null>;
  action: ReturnType<typeof pageActs>;
}

export function isOwnFile({ services, viewer_id }: ExceptionDesk, imported_by: string): boolean {
  return services.second_operator_from_minor !== null && imported_by === viewer_id;
}

/** For every operator but the file's importer. */
export function settling(
  desk: ExceptionDesk,
  { isOpen, imported_by }: { isOpen: boolean; imported_by: string },
  texts: Omit<ShownAct, "intent">,
): { notes: string[]; acts: ShownAct[] } {
  if (!isOpen) return { notes: [], acts: [] };
  if (isOwnFile(desk, imported_by)) return { notes: [desk.t("exceptions:ownImport")], acts: [] };
  return { notes: [], acts: [{ intent: "settle", ...texts }] };
}

type Done = (typeof EXCEPTION_DONE)[number];

export const backToQueue = (kind: ExceptionName, done: Done) =>
  redirect(`/admin/exceptions?kind=${kind}&done=${done}`, 303);

export const backToCase = (kind: ExceptionName, id: string, done: Done) =>
  redirect(`/admin/exceptions/${kind}/${id}?done=${done}`, 303);
