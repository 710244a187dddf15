import { redirect } from "react-router";
import { isId } from "../../http/ids.ts";
import { hasKeys } from "../../http/preference-cookies.server.ts";
import type { CasePlace, CaseWalk } from "../../ui/components/case-walk.tsx";

/** A queue of the back office: where its cases are, and which are open, in their order. */
export interface CaseQueue {
  /** Such as "/admin/tips"; a case stands below it. */
  path: string;
  listOpen(): Promise<string[]>;
}

/** The cases before and after this one. From one that is not open, the next is the first that is. */
export function placeOf(open: readonly string[], id: string): CasePlace {
  const index = open.indexOf(id);
  return {
    place: index < 0 ? null : index + 1,
    count: open.length,
    previous: index < 0 ? null : (open[index - 1] ?? null),
    next: open[index + 1] ?? null,
  };
}

/** After a decision: the next case behind it that is still open, else the first one of the queue. */
export function nextOpen(before: readonly string[], id: string, open: readonly string[]): string | null {
  const left = open.filter((each) => each !== id);
  const behind = before.slice(before.indexOf(id) + 1).find((each) => left.includes(each));
  return behind ?? left[0] ?? null;
}

/** The way from a case to its neighbours, as its page shows it. */
export async function caseWalk(queue: CaseQueue, id: string, url: URL, request: Request): Promise<CaseWalk> {
  const last = url.searchParams.get("last");
  return {
    ...placeOf(await queue.listOpen(), id),
    path: queue.path,
    here: url.pathname,
    hasKeys: hasKeys(request.headers.get("Cookie")),
    last: isId(last) && last !== id ? last : null,
  };
}

/**
 * Decides a case, and leads to the next open one; to the queue when none is left. What could not be decided leads to
 * `otherwise`, which is the queue unless it is given.
 */
export async function decideAndGoOn(
  queue: CaseQueue,
  id: string,
  decide: () => Promise<string>,
  otherwise = queue.path,
): Promise<Response> {
  const before = await queue.listOpen();
  const done = await decide();
  if (!["accepted", "declined", "locked"].includes(done)) return redirect(`${otherwise}?done=${done}`, 303);
  const next = nextOpen(before, id, await queue.listOpen());
  return redirect(
    next === null ? `${queue.path}?done=${done}` : `${queue.path}/${next}?done=${done}&last=${id}`,
    303,
  );
}
