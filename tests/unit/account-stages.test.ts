import { describe, expect, it } from "vitest";
import {
  checklistOf,
  hasFullAccess,
  requirementsOf,
  stageOf,
  type Viewer,
} from "../../app/domain/users/viewer.ts";

/** A creator who is through all stages and lacks nothing. */
function viewer(change: Partial<Viewer> = {}): Viewer {
  return {
    ...({ id: "1", session_id: "2", email: "ada@example.org", role: "CREATOR" } as const),
    ...({
      username: "ada",
      name: "Ada",
      avatar_id: null,
      status: "ACTIVE",
      locale: null,
      currency: "EUR",
    } as const),
    ...{
      is_email_verified: true,
      has_decided_terms: true,
      accepted_terms_version: 1,
      terms_version: 1,
      latest_new_tip_id: null,
      code_at: null,
      has_second_factor: false,
    },
    ...{ has_address: true, has_social_link: true, has_main_link: true },
    ...{ has_payout_data: true, updated_at: new Date(0) },
    has_just_written: false,
    ...change,
  };
}

const unverified = { is_email_verified: false };
const nameless = { username: null };
const undecided = { has_decided_terms: false };

describe("the stages of an account", () => {
  it.each([
    ["email, name and terms are open", { ...unverified, ...nameless, ...undecided }, "verify-email", false],
    ["the email alone is open", unverified, "verify-email", false],
    ["name and terms are open", { ...nameless, ...undecided }, "complete", false],
    ["the name alone is open", nameless, "complete", false],
    ["the terms alone are open", undecided, "terms", true],
    ["new terms alone are open", { terms_version: 2 }, "new-terms", true],
    ["both terms are open", { ...undecided, terms_version: 2 }, "terms", true],
    ["coming terms are accepted", { accepted_terms_version: 2 }, null, true],
    ["nothing is open", {}, null, true],
    [
      "nobody asks an operator",
      { role: "ADMIN", ...unverified, ...nameless, ...undecided, terms_version: 2 },
      null,
      false,
    ],
  ] as const)("the stage of an account when %s", (_, change, stage, isFull) => {
    expect(stageOf(viewer(change))).toBe(stage);
    expect(hasFullAccess(viewer(change))).toBe(isFull);
  });
});

describe("what an account lacks", () => {
  const none = { profile: false, verification: false, payout_data: false, social_media: false };

  it.each([
    ["nothing", {}, {}],
    ["a username", nameless, { profile: true }],
    ["an address", { has_address: false }, { verification: true }],
    ["payout data", { has_payout_data: false }, { payout_data: true }],
    ["one of the four main links", { has_main_link: false }, { social_media: true }],
  ] as const)("an account that lacks %s is told so", (_, change, needs) => {
    expect(requirementsOf(viewer(change))).toEqual({ ...none, ...needs });
  });

  it.each(["CREATED", "PENDING", "DECLINED", "LOCKED", "CHARGEBACK"] as const)(
    "an account lacks verification while it is %s",
    (status) => {
      expect(requirementsOf(viewer({ status }))).toEqual({ ...none, verification: true });
    },
  );
});

describe("what a creator is told to do", () => {
  const done = { profile: "done", verification: "done", payout_data: "done", social_media: "done" };

  it.each([
    ["CREATED", "open"],
    ["PENDING", "in_review"],
    ["DECLINED", "declined"],
    ["ACTIVE", "done"],
    ["CHARGEBACK", "done"],
  ] as const)("a creator who is %s is told about the verification: %s", (status, verification) => {
    expect(checklistOf(viewer({ status }))).toEqual({ ...done, verification });
  });

  it.each(["ACTIVE", "CHARGEBACK"] as const)(
    "a creator who is %s without an address is told to add it in the profile",
    (status) => {
      expect(checklistOf(viewer({ status, has_address: false }))).toEqual({ ...done, profile: "open" });
    },
  );

  it("a page on any network is enough for the checklist", () => {
    expect(checklistOf(viewer({ has_main_link: false }))).toEqual(done);
    expect(checklistOf(viewer({ has_social_link: false }))).toEqual({ ...done, social_media: "open" });
  });
});
