import type { NoticeDelivery } from "./notice-delivery.server.ts";

const IDLE_POLL_MS = 1_000;
const ATTEMPTS_AT_ONCE = 16;

export interface BackgroundWork {
  start(): void;
  stop(): Promise<void>;
  wake(): void;
  runOnce(): Promise<void>;
}

/** Looks after a change, else every second. A slow receiver blocks only its own slot. */
export function createBackgroundWork(options: {
  applyDueEndings: () => Promise<number>;
  delivery: NoticeDelivery;
  log: { error(fields: object, message: string): void };
}): BackgroundWork {
  const { applyDueEndings, delivery, log } = options;
  const attempts = new Set<Promise<void>>();
  let stopping = false;
  let loop: Promise<void> | null = null;
  let woken = false;
  let endNap: (() => void) | null = null;

  function wake(): void {
    woken = true;
    endNap?.();
  }

  function nap(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_POLL_MS);
      endNap = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken || stopping) endNap();
    });
  }

  async function deliverDue(): Promise<void> {
    const free = ATTEMPTS_AT_ONCE - attempts.size;
    if (free === 0) return;
    for (const attempt of await delivery.claimDue(free)) {
      const tracked = attempt
        .catch((error: unknown) => log.error({ err: error }, "sandbox: notice attempt broke"))
        .finally(() => {
          attempts.delete(tracked);
          wake();
        });
      attempts.add(tracked);
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      woken = false;
      try {
        await applyDueEndings();
        await deliverDue();
      } catch (error) {
        // Temporary: due work stays due.
        log.error({ err: error }, "sandbox: background work failed");
      }
      await nap();
    }
  }

  return {
    start() {
      loop ??= run();
    },
    async stop() {
      stopping = true;
      endNap?.();
      await loop;
      await Promise.all(attempts);
    },
    wake,
    async runOnce() {
      await applyDueEndings();
      await deliverDue();
      await Promise.all(attempts);
    },
  };
}
