import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listWalkedCases } from "../../domain/desk/desk.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { hasKeys } from "../../http/preference-cookies.server.ts";
import type { CasePlace, CaseWalk } from "../../ui/components/case-walk.tsx";
import type { pageActs } from "./acts.server.ts";

export function placeOf(open: readonly string[], here: string): CasePlace {
  const index = open.indexOf(here);
  return {
    place: index < 0 ? null : index + 1,
    count: open.length,
    previous: index < 0 ? null : (open[index - 1] ?? null),
    next: open[index + 1] ?? null,
  };
}

export function nextOpen(before: readonly string[], here: string, open: readonly string[]): string | null {
  const left = open.filter((each) => each !== here);
  const behind = before.slice(before.indexOf(here) + 1).find((each) => left.includes(each));
  return behind ?? left[0] ?? null;
}

type Asked = Parameters<ReturnType<typeof pageActs>>[0];

async function listOpen({ request, context }: Pick<Asked, "request" | "context">): Promise<string[]> {
  const { db, clock } = context.get(servicesContext);
  return await listWalkedCases(db, clock(), await requireViewer(request, context));
}

/** Neighbours in all queues. */
export async function caseWalk(
  asked: Pick<Asked, "request" | "context">,
  here: string,
  last: string | null,
): Promise<CaseWalk> {
  const isOn = hasKeys(asked.request.headers.get("Cookie"));
  return { ...placeOf(await listOpen(asked), here), here, hasKeys: isOn, last };
}

/** A closing act leads to the next case of all queues, or the overview. The later of two operators stays. */
export function thenNext(here: string, act: (asked: Asked) => Promise<unknown>) {
  return async (asked: Asked) => {
    const before = await listOpen(asked);
    const answer = await act(asked);
    if (!(answer instanceof Response) || !before.includes(here)) return answer;
    const done = new URL(answer.headers.get("Location") ?? "", "http://here").searchParams.get("done");
    const open = await listOpen(asked);
    if (done === null || done === "gone" || open.includes(here)) return answer;
    const query = new URLSearchParams({ done, last: here });
    return redirect(`${nextOpen(before, here, open) ?? "/admin"}?${query}`, 303);
  };
}
