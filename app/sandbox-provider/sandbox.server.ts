import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import {
  createHostedPage,
  createSetUpPages,
  type HostedPage,
  type SetUpPages,
} from "./hosted-page.server.ts";
import { createMerchantAccounts } from "./merchant-accounts.server.ts";
import { createMerchantApi, type MerchantApi } from "./merchant-api.server.ts";
import { createMerchantMethods } from "./merchant-methods.server.ts";
import { createMerchantPayments, type MerchantPayments } from "./merchant-payments.server.ts";
import { createMerchantTransfers } from "./merchant-transfers.server.ts";
import { createNoticeDelivery, type NoticeDelivery } from "./notice-delivery.server.ts";
import { createOnboardingPage, type OnboardingPage } from "./onboarding-page.server.ts";
import type { PaymentRow } from "./sandbox-store.server.ts";
import { applyDueEndings } from "./scheduled-endings.server.ts";

export type { PageOutcome } from "./hosted-page.server.ts";

/** External except for its address: it talks to the product by HTTP only. */
export interface Sandbox extends MerchantPayments, HostedPage, OnboardingPage, SetUpPages {
  api: MerchantApi;
  start(): void;
  /** Pending notices are sent after the next start. */
  stop(): Promise<void>;
  runDueWork(): Promise<void>;
}

interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SandboxOptions {
  db: Kysely<DB>;
  apiKey: string;
  noticeSecret: string;
  settleSeconds: number;
  /** To the dispute, and to its decision; by default the settling time. */
  chargebackSeconds?: number;
  clock: () => Date;
  log: SandboxLog;
}

/** Instances on one database share the work. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { db, clock, log, settleSeconds, chargebackSeconds = settleSeconds } = options;
  const timing = { settleMs: settleSeconds * 1000, chargebackMs: chargebackSeconds * 1000 };
  const cancelled = new AbortController();

  const work = createBackgroundWork({
    applyDueEndings: () => applyDueEndings(db, clock(), timing),
    delivery: createNoticeDelivery({
      db,
      noticeSecret: options.noticeSecret,
      clock,
      cancelled: cancelled.signal,
      log,
    }),
    log,
  });
  const onChange = (payment: PaymentRow): void => {
    log.info({ ref: payment.ref, state: payment.state }, "sandbox: payment changed");
    work.wake();
  };
  const payments = createMerchantPayments({ db, clock, onChange });

  const accounts = {
    ...createMerchantAccounts({ db, clock, wake: work.wake }),
    ...createMerchantTransfers({ db, clock }),
  };

  return {
    ...payments,
    ...createHostedPage({ db, timing, clock, onChange }),
    ...createOnboardingPage({ db, clock, wake: work.wake }),
    ...createSetUpPages({ db, clock, wake: work.wake }),
    api: createMerchantApi(
      payments,
      accounts,
      createMerchantMethods({ db, timing, clock, onChange }),
      options.apiKey,
    ),
    start: work.start,
    stop() {
      cancelled.abort();
      return work.stop();
    },
    runDueWork: work.runOnce,
  };
}

const IDLE_POLL_MS = 1_000;
const ATTEMPTS_AT_ONCE = 16;

interface BackgroundWork {
  start(): void;
  stop(): Promise<void>;
  wake(): void;
  runOnce(): Promise<void>;
}

/** Looks after a change, else every second. A slow receiver blocks only its own slot. */
function createBackgroundWork(options: {
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
