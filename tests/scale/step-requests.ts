import type { Agent } from "node:http";
import { BrokenRequest, requestAsVisitor, type Seen } from "../bench/visitor-request.ts";

/** One attempt at a step that a person would have repeated: a 5xx, or no whole answer. */
export interface FailedAttempt {
  begunMs: number;
  atMs: number;
  what: string;
}

/** How long a person waits before asking again, and when they give up. */
const REPEAT_MS = 500;
const GIVE_UP_MS = 90_000;
const ANSWER_MS = 60_000;

export interface StepSender {
  send(method: "GET" | "POST", url: string, from: string, form?: URLSearchParams | string): Promise<Seen>;
  /** What failed and was repeated. */
  failed: FailedAttempt[];
  /** When each post was answered with success, in milliseconds of performance.now(). */
  writesMs: number[];
  requests(): number;
}

/** The person gave up. */
class GivenUp extends Error {}

/** Repeats each request until it is answered with a page or a redirect, as somebody who presses reload does. */
export function createStepSender(agent: Agent): StepSender {
  const failed: FailedAttempt[] = [];
  const writesMs: number[] = [];
  let requests = 0;
  return {
    failed,
    writesMs,
    requests: () => requests,
    async send(method, url, from, form) {
      const begun = performance.now();
      for (;;) {
        requests += 1;
        const begunMs = performance.now();
        const answer = await requestAsVisitor(url, {
          ...{ agent, method, from, form, headers: { Accept: "text/html" } },
          signal: AbortSignal.timeout(ANSWER_MS),
        }).catch((error: unknown) => (error instanceof BrokenRequest ? error.code : String(error)));
        if (typeof answer !== "string" && answer.status < 500 && answer.status !== 429) {
          if (method === "POST" && answer.status === 303) writesMs.push(performance.now());
          return answer;
        }
        const why = typeof answer === "string" ? answer : answer.status;
        failed.push({ begunMs, atMs: performance.now(), what: `${method} ${kindOf(url)} ${why}` });
        if (performance.now() - begun > GIVE_UP_MS) throw new GivenUp(`${method} ${kindOf(url)} ${why}`);
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      }
    },
  };
}

/** The shape of an address: its last part, unless that is a name or an id. */
function kindOf(url: string): string {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/sandbox/")) return "provider's page";
  return /\/(details|payment|summary|success)\b/.exec(pathname)?.[1] ?? "profile";
}
