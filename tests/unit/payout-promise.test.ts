import { describe, expect, it } from "vitest";
import { maskedDestinationOf, payoutPromise } from "../../app/domain/payouts/requests/payout-fees.ts";

/** A verified creator whose bank account was accepted. */
const fine = {
  status: "ACTIVE",
  payout_type_id: 1,
  payout_method: "BANK",
  masked_account: "DE•• •••• 3000",
  isDataPending: false,
  is_paused: false,
  is_direct: false,
} as const;

describe("what a creator is promised about payouts", () => {
  it.each([
    ["who is verified, with an account", {}, "monthly"],
    ["who wants to request payouts", { payout_type_id: 2 }, "manual"],
    ["whose new data is being checked", { isDataPending: true }, "data_pending"],
    ["with tips paused", { is_paused: true }, "paused"],
    ["who has no bank account here", { masked_account: null }, "no_bank_account"],
    [
      "who chose Paxum and has no account there",
      { masked_account: null, payout_method: "PAXUM" },
      "no_paxum_account",
    ],
    ["who is CREATED", { status: "CREATED" }, "not_verified"],
    ["who is in review", { status: "PENDING" }, "in_review"],
    ["who was declined", { status: "DECLINED" }, "declined"],
    ["who owes after a chargeback", { status: "CHARGEBACK" }, "owing"],
    ["who owes, with no account", { status: "CHARGEBACK", masked_account: null }, "no_bank_account"],
    ["who is paid directly", { is_direct: true, masked_account: null }, "direct"],
    ["who is paid directly and locked", { is_direct: true, status: "LOCKED" }, "locked"],
    ["who is locked", { status: "LOCKED" }, "locked"],
    ["whose status has a name of an object's own", { status: "constructor" }, "not_verified"],
  ] as const)("a creator %s is promised what is true about payouts", (_, change, promise) => {
    expect(payoutPromise({ ...fine, ...change })).toBe(promise);
  });

  it.each([
    ["BANK", { bank_country: "DE", has_paxum: false, masked_account: "DE•• •••• 3000" }, "DE•• •••• 3000"],
    ["BANK", { bank_country: null, has_paxum: true, masked_account: "a•••@example.org" }, null],
    ["PAXUM", { bank_country: "DE", has_paxum: false, masked_account: "DE•• •••• 3000" }, null],
    ["PAXUM", { bank_country: "DE", has_paxum: true, masked_account: "DE•• •••• 3000" }, "Paxum"],
    [
      "PAXUM",
      { bank_country: null, has_paxum: true, masked_account: "a•••@example.org" },
      "a•••@example.org",
    ],
    ["BANK", null, null],
  ] as const)("a creator's payout by %s with %j goes to %s", (method, accepted, masked_account) => {
    expect(maskedDestinationOf(method, accepted)).toBe(masked_account);
  });
});
