import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../../locales/index.ts";
import type { PaymentType, ProviderPaymentState } from "../domain/payments/provider-port.ts";
import {
  enteredMethod,
  insertMethodNotice,
  keepMethod,
  type MethodRow,
  selectMethods,
} from "./method-store.server.ts";
import { type ChosenInstrument, type FieldErrors, type FormFields, readPayForm } from "./pay-form.ts";
import { applyBehaviour, markEnded, markFailed, markPaid, type Timing } from "./payment-moves.server.ts";
import { findPayment, lockPayment, movePayment, type PaymentRow } from "./sandbox-store.server.ts";
import { type TestInstrument, testInstruments } from "./test-instruments.ts";

const CHALLENGE_CODE = "123456";
const CHALLENGE_TRIES_MAX = 3;

export interface MethodPage {
  type: PaymentType;
  currency: string;
  locale: Locale;
  instruments: readonly Pick<TestInstrument, "id" | "value" | "text">[];
  prefill: FormFields;
}

export interface PayPage extends MethodPage {
  state: ProviderPaymentState;
  amountMinor: number;
  savesMethod: boolean;
  /** Set where an account is paid directly. */
  applicationFeeMinor: number | null;
  description: string;
  reference: string;
  challenged: boolean;
  /** Such as "•••• 4242"; null before use. */
  instrument: string | null;
  returnUrl: string;
}

export type PageOutcome =
  | { outcome: "returned"; url: string }
  | { outcome: "challenge" }
  | { outcome: "invalid"; errors: FieldErrors; kept: FormFields }
  | { outcome: "unknown" };

export interface HostedPage {
  readonly challengeCode: string;
  /** Null for an unknown token; `use` prefills a test instrument. */
  findPage(token: string, use?: string | null): Promise<PayPage | null>;
  /** Idempotent. */
  pay(token: string, fields: FormFields): Promise<PageOutcome>;
  /** The third wrong code fails the payment. */
  confirm(token: string, fields: FormFields): Promise<PageOutcome>;
  deny(token: string): Promise<PageOutcome>;
  abort(token: string): Promise<PageOutcome>;
}

export function createHostedPage(options: {
  db: Kysely<DB>;
  timing: Timing;
  clock: () => Date;
  onChange: (payment: PaymentRow) => void;
}): HostedPage {
  const { db, timing, clock, onChange } = options;

  async function move(
    token: string,
    whenOpen: (payment: PaymentRow, act: OpenPaymentActs) => Promise<PageOutcome | PaymentRow>,
  ): Promise<PageOutcome> {
    const result = await db.transaction().execute(async (trx) => {
      const payment = await lockPayment(trx, { token });
      if (!payment) return { outcome: "unknown" } as const;
      if (payment.state !== "OPEN") return whereNext(payment);
      const now = clock();
      if (payment.expires_at <= now) return markEnded(trx, payment, "EXPIRED", now);
      return whenOpen(payment, {
        behave: (behaviour) => applyBehaviour(trx, payment, behaviour, now, timing),
        paid: () => markPaid(trx, payment, now, timing),
        failed: (code) => markFailed(trx, payment, code, now),
        cancelled: () => markEnded(trx, payment, "CANCELLED", now),
        keep: (chosen) => keepMethod(trx, payment, chosen, now),
        change: (change) => movePayment(trx, payment, change, null),
      });
    });
    if ("outcome" in result) return result;
    onChange(result);
    return whereNext(result);
  }

  return {
    challengeCode: CHALLENGE_CODE,

    async findPage(token, use = null) {
      const payment = await findPayment(db, { token });
      return payment && describePage(payment, use, clock());
    },

    async pay(token, fields) {
      return move(token, async (payment, act) => {
        const reading = readPayForm(payment.type, fields, clock());
        if (reading.outcome === "invalid") return reading;
        const { instrument } = reading;
        const isKept = payment.saves_method && instrument.behaviour.step !== "failed";
        const method_ref = isKept ? await act.keep(instrument) : null;
        await act.change({ instrument: instrument.label, method_ref });
        return act.behave(instrument.behaviour);
      });
    },

    async confirm(token, fields) {
      return move(token, async (payment, act) => {
        if (!payment.challenged_at) return TO_CHALLENGE;
        if ((fields.code ?? "").replace(/\s/g, "") === CHALLENGE_CODE) return act.paid();
        const tries = payment.challenge_tries + 1;
        if (tries >= CHALLENGE_TRIES_MAX) return act.failed("challenge_failed");
        await act.change({ challenge_tries: tries });
        return { outcome: "invalid", errors: { code: "errors.codeWrong" }, kept: {} };
      });
    },

    async deny(token) {
      return move(token, async (payment, act) =>
        payment.challenged_at ? act.failed("challenge_denied") : TO_CHALLENGE,
      );
    },

    async abort(token) {
      return move(token, async (_payment, act) => act.cancelled());
    },
  };
}

const TO_CHALLENGE = { outcome: "challenge" } as const;

interface OpenPaymentActs {
  behave(behaviour: TestInstrument["behaviour"]): Promise<PaymentRow>;
  paid(): Promise<PaymentRow>;
  failed(code: string): Promise<PaymentRow>;
  cancelled(): Promise<PaymentRow>;
  keep(chosen: ChosenInstrument): Promise<string>;
  change(change: Parameters<typeof movePayment>[2]): Promise<PaymentRow>;
}

function whereNext(payment: PaymentRow): PageOutcome {
  if (payment.state === "OPEN" && payment.challenged_at) return TO_CHALLENGE;
  return { outcome: "returned", url: returnUrl(payment) };
}

/** The merchant's success page waits for the result. */
function returnUrl(payment: PaymentRow): string {
  return payment.state === "PAID" || payment.state === "PROCESSING"
    ? payment.success_url
    : payment.failed_url;
}

function describePage(payment: PaymentRow, use: string | null, now: Date): PayPage {
  return {
    type: payment.type,
    savesMethod: payment.saves_method,
    state: payment.state,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    applicationFeeMinor: payment.application_fee_minor,
    description: payment.description,
    locale: payment.locale,
    reference: `SP ${payment.ref.slice(-8).toUpperCase()}`,
    challenged: payment.challenged_at !== null,
    instrument: payment.instrument,
    returnUrl: returnUrl(payment),
    ...describeInstruments(payment.type, use, now),
  };
}

function describeInstruments(
  type: PaymentType,
  use: string | null,
  now: Date,
): Pick<MethodPage, "instruments" | "prefill"> {
  const instruments = testInstruments(type);
  const chosen = instruments.find((instrument) => instrument.id === use);
  return {
    instruments: instruments.map(({ id, value, text }) => ({ id, value, text })),
    prefill: chosen ? prefill(type, chosen, now) : {},
  };
}

function prefill(type: PaymentType, chosen: TestInstrument, now: Date): FormFields {
  const holder = "Kim Muster";
  if (type === "INETCASH_CC") {
    const expiry = `12 / ${String(now.getUTCFullYear() + 3).slice(-2)}`;
    return { number: chosen.value, expiry, cvc: "123", holder };
  }
  return type === "INETCASH_DD" ? { iban: chosen.value, holder } : { bank: chosen.id };
}

export interface SetUpPages {
  /** A finished page leads to the address. */
  findSetUpPage(token: string, use?: string | null): Promise<MethodPage | { url: string } | null>;
  saveMethod(token: string, fields: FormFields): Promise<PageOutcome>;
  leaveSetUp(token: string): Promise<PageOutcome>;
}

export function createSetUpPages(options: {
  db: Kysely<DB>;
  clock: () => Date;
  wake: () => void;
}): SetUpPages {
  const { db, clock, wake } = options;
  const isOver = (method: MethodRow) =>
    method.label !== null || method.page_expires_at === null || method.page_expires_at <= clock();

  return {
    async findSetUpPage(token, use = null) {
      const method = await byToken(db, token).executeTakeFirst();
      if (!method) return null;
      if (isOver(method)) return { url: urlOf(method) };
      const { type, locale, currency } = method;
      return {
        ...{ type, locale: locale ?? "en", currency: currency ?? "EUR" },
        ...describeInstruments(type, use, clock()),
      };
    },

    async saveMethod(token, fields) {
      const result = await db.transaction().execute(async (trx): Promise<PageOutcome> => {
        const method = await byToken(trx, token).forUpdate().executeTakeFirst();
        if (!method) return { outcome: "unknown" };
        if (isOver(method)) return { outcome: "returned", url: urlOf(method) };
        const now = clock();
        const reading = readPayForm(method.type, fields, now);
        if (reading.outcome === "invalid") return reading;
        const { instrument } = reading;
        if (instrument.behaviour.step === "failed")
          return { outcome: "invalid", errors: { number: "errors.declined" }, kept: {} };
        const entered = enteredMethod(method, instrument);
        await trx.updateTable("sandbox.methods").set(entered).where("ref", "=", method.ref).execute();
        await insertMethodNotice(trx, method.ref, now);
        return { outcome: "returned", url: urlOf({ ...method, ...entered }) };
      });
      wake();
      return result;
    },

    async leaveSetUp(token) {
      const method = await byToken(db, token).executeTakeFirst();
      return method ? { outcome: "returned", url: urlOf(method) } : { outcome: "unknown" };
    },
  };
}

function byToken(db: Kysely<DB>, token: string) {
  return selectMethods(db).where("page_token", "=", /^[\w-]{43}$/.test(token) ? token : "");
}

function urlOf({ label, success_url, failed_url }: MethodRow): string {
  return (label === null ? failed_url : success_url) ?? "";
}
