import { setTimeout as pause } from "node:timers/promises";

/** What is fast takes no longer for it, and a busy machine gets the time that it needs. */
const DEADLINE_MS = 240_000;

const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 200;
/** To look takes processor time of the very thing that is waited for: what takes long is looked at less often. */
const SHARE_OF_WAIT = 0.1;

/** Waits until the condition holds, looking often; throws, naming it, when it has not come true after four minutes. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const begunAt = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - begunAt;
    if (waited > DEADLINE_MS) throw new Error(`Within ${DEADLINE_MS} ms this did not come true: ${what}`);
    await pause(Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, waited * SHARE_OF_WAIT)));
  }
}
