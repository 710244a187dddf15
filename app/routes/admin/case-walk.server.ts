import { redirect } from "react-router";
import { isId } from "../../http/ids.ts";
import { hasKeys } from "../../http/preference-cookies.server.ts";
import type { CasePlace, CaseWalk } from "../../ui/components/case-walk.tsx";

export interface CaseQueue {
  page: string;
  path: string;
  listOpen(): Promise<string[]>;
}

/** After a closed case, the first open one comes next. */
export function placeOf(open: readonly string[], id: string): CasePlace {
  const index = open.indexOf(id);
  return {
    place: index < 0 ? null : index + 1,
    count: open.length,
    previous: index < 0 ? null : (open[index - 1] ?? null),
    next: open[index + 1] ?? null,
  };
}

/** The next open case, else the queue's first. */
export function nextOpen(before: readonly string[], id: string, open: readonly string[]): string | null {
  const left = open.filter((each) => each !== id);
  const behind = before.slice(before.indexOf(id) + 1).find((each) => left.includes(each));
  return behind ?? left[0] ?? null;
}

export async function caseWalk(queue: CaseQueue, id: string, url: URL, request: Request): Promise<CaseWalk> {
  const last = url.searchParams.get("last");
  return {
    ...placeOf(await queue.listOpen(), id),
    ...{ page: queue.page, path: queue.path },
    here: url.pathname,
    hasKeys: hasKeys(request.headers.get("Cookie")),
    last: isId(last) && last !== id ? last : null,
  };
}

/** Then redirects to the next open case or the queue. A failed decision redirects to `otherwise`. */
export async function decideAndGoOn(
  queue: CaseQueue,
  id: string,
  decide: () => Promise<string>,
  otherwise = queue.page,
): Promise<Response> {
  const before = await queue.listOpen();
  const done = await decide();
  if (!["accepted", "declined", "locked"].includes(done)) return redirect(withDone(otherwise, done), 303);
  const next = nextOpen(before, id, await queue.listOpen());
  return redirect(
    next === null ? withDone(queue.page, done) : `${queue.path}/${next}?done=${done}&last=${id}`,
    303,
  );
}

function withDone(page: string, done: string): string {
  return `${page}${page.includes("?") ? "&" : "?"}done=${done}`;
}
