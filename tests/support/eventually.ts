import { setTimeout as pause } from "node:timers/promises";

/** Waits until the condition holds, looking often; throws, naming it, when it does not within the deadline. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Within ${deadlineMs} ms this did not come true: ${what}`);
    await pause(10);
  }
}
