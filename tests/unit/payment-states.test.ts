import { describe, expect, it } from "vitest";
import type { ProviderPaymentState } from "../../app/domain/payments/provider-port.ts";
import { isOpen, nextStep, type PaymentStatus } from "../../app/domain/payments/states.ts";

const STATUSES: PaymentStatus[] = [
  "CREATED",
  "REDIRECTED",
  "PROCESSING",
  "SUCCESS",
  "FAILED",
  "REFUNDED",
  "CHARGEBACK",
];
const NEWS: ProviderPaymentState[] = ["OPEN", "PROCESSING", "PAID", "FAILED", "CANCELLED", "EXPIRED"];

/** Where each news takes a payment of each status; "." is where it stays. */
const TABLE: Record<PaymentStatus, string> = {
  //           OPEN PROCESSING PAID FAILED CANCELLED EXPIRED
  CREATED: ". PROCESSING SUCCESS declined cancelled expired",
  REDIRECTED: ". PROCESSING SUCCESS declined cancelled expired",
  PROCESSING: ". . SUCCESS declined cancelled expired",
  SUCCESS: ". . . . . .",
  FAILED: ". . SUCCESS . . .",
  REFUNDED: ". . . . . .",
  CHARGEBACK: ". . . . . .",
};

function step(status: PaymentStatus, state: ProviderPaymentState, failureCode: string | null = null): string {
  const next = nextStep(status, { state, failureCode });
  return next.to === "FAILED" ? next.failure_reason : (next.to ?? ".");
}

describe("a payment", () => {
  it.each(STATUSES)("a payment that is %s goes forward only, by every news that there is", (status) => {
    expect(NEWS.map((state) => step(status, state)).join(" ")).toBe(TABLE[status]);
  });

  it("a payment that failed takes the money that comes late after all", () => {
    expect(nextStep("FAILED", { state: "PAID", failureCode: "card_declined" })).toEqual({ to: "SUCCESS" });
  });

  it("a payment ends where repeated, outdated and disordered news lead again and again", () => {
    for (const status of STATUSES) {
      for (const first of NEWS) {
        const moved = nextStep(status, { state: first, failureCode: null }).to ?? status;
        expect(step(moved, first), `${first} twice on ${status}`).toBe(".");
      }
    }
  });

  it("a payment comes to the same end in whatever order its news arrive, once the money is there", () => {
    const ends = new Set<PaymentStatus>();
    const tell = (status: PaymentStatus, rest: ProviderPaymentState[]): void => {
      if (rest.length === 0) ends.add(status);
      for (const [index, news] of rest.entries()) {
        tell(nextStep(status, { state: news, failureCode: null }).to ?? status, rest.toSpliced(index, 1));
      }
    };
    tell("CREATED", NEWS);
    expect([...ends]).toEqual(["SUCCESS"]);
  });

  it("a payment names why it failed in the product's four words", () => {
    expect(step("REDIRECTED", "FAILED", "insufficient_funds")).toBe("declined");
    expect(step("REDIRECTED", "FAILED", "error")).toBe("error");
    expect(step("REDIRECTED", "FAILED", null)).toBe("declined");
  });

  it("a payment is open while money may still come without surprise", () => {
    expect(STATUSES.filter(isOpen)).toEqual(["CREATED", "REDIRECTED", "PROCESSING"]);
  });
});
