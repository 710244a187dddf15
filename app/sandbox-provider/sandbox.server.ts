import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import { createBackgroundWork } from "./background-work.server.ts";
import { createHostedPage, type HostedPage } from "./hosted-page.server.ts";
import { createMerchantAccounts } from "./merchant-accounts.server.ts";
import { createMerchantApi, type MerchantApi } from "./merchant-api.server.ts";
import { createMerchantMethods } from "./merchant-methods.server.ts";
import { createMerchantPayments, type MerchantPayments } from "./merchant-payments.server.ts";
import { createMerchantTransfers } from "./merchant-transfers.server.ts";
import { createNoticeDelivery } from "./notice-delivery.server.ts";
import { createOnboardingPage, type OnboardingPage } from "./onboarding-page.server.ts";
import type { PaymentRow } from "./sandbox-store.server.ts";
import { applyDueEndings } from "./scheduled-endings.server.ts";
import { createSetUpPages, type SetUpPages } from "./set-up-page.server.ts";

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
