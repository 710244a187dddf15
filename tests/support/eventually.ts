import { setTimeout as pause } from "node:timers/promises";

/** What is fast takes no longer for it, and a busy machine gets the time that it needs. */
const DEADLINE_MS = 240_000;

/** Waits until the condition holds, looking often; throws, naming it, when it has not come true after four minutes. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Within ${DEADLINE_MS} ms this did not come true: ${what}`);
    await pause(10);
  }
}
