import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import { createBackgroundWork } from "./background-work.server.ts";
import { createHostedPage, type HostedPage } from "./hosted-page.server.ts";
import { createMerchantApi, type MerchantApi } from "./merchant-api.server.ts";
import { createMerchantPayments, type MerchantPayments } from "./merchant-payments.server.ts";
import { createNoticeDelivery } from "./notice-delivery.server.ts";
import type { PaymentRow } from "./sandbox-store.server.ts";
import { applyDueEndings } from "./scheduled-endings.server.ts";

export type { PageOutcome } from "./hosted-page.server.ts";

/**
 * The built-in payment provider: an outside party in everything but its address. It knows the merchant by an API key
 * and reaches it by signed notices over HTTP alone; it never calls into the product.
 */
export interface Sandbox extends MerchantPayments, HostedPage {
  /** The same operations as MerchantPayments, behind HTTP and the API key. */
  api: MerchantApi;
  /** Begins the work in the background: endings that come by themselves, and notices. */
  start(): void;
  /** Resolves when the work in the background has ended; notices under way are sent again after the next start. */
  stop(): Promise<void>;
  /** One pass of that work, for whoever moves the clock. */
  runDueWork(): Promise<void>;
}

/** Where the sandbox writes what it did; pino's shape. */
interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SandboxOptions {
  db: Kysely<DB>;
  /** What a merchant must send as a bearer token. */
  apiKey: string;
  /** Signs the notices. */
  noticeSecret: string;
  /** How long transfers and debits take that do not settle at once. */
  settleSeconds: number;
  /** From a payment to its dispute, and from there to the decision; as long as settling takes unless given. */
  chargebackSeconds?: number;
  clock: () => Date;
  log: SandboxLog;
}

/** Builds the sandbox. Two instances on one database share the work. */
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

  return {
    ...payments,
    ...createHostedPage({ db, timing, clock, onChange }),
    api: createMerchantApi(payments, options.apiKey),
    start: work.start,
    stop() {
      cancelled.abort();
      return work.stop();
    },
    runDueWork: work.runOnce,
  };
}
