import { describe, expect, it, test } from "vitest";
import { profileForm } from "../../app/domain/users/profile.schema.ts";
import {
  DOCUMENT_KINDS,
  missingRequirements,
  processingAt,
  type VerificationFacts,
} from "../../app/domain/verification/verification.schema.ts";

const complete: VerificationFacts = {
  firstname: "Ada",
  lastname: "Kessler",
  address: "Gasse 7",
  zipcode: "04229",
  city: "Leipzig",
  country_id: 1,
  date_of_birth: "1991-03-29",
  has_social_link: true,
  has_accepted_terms: true,
  has_photo: true,
  documents: DOCUMENT_KINDS,
};
const today = "2026-11-21";

describe("what verification needs", () => {
  it("verification needs nothing more once all is there", () => {
    expect(missingRequirements(complete, today, { waived: [] })).toEqual([]);
  });

  it.each<[string, Partial<VerificationFacts>, string]>([
    ["the first name", { firstname: null }, "names"],
    ["the last name", { lastname: " " }, "names"],
    ["the street", { address: null }, "address"],
    ["the zip code", { zipcode: "" }, "address"],
    ["the city", { city: null }, "address"],
    ["the country", { country_id: null }, "address"],
    ["the date of birth", { date_of_birth: null }, "date_of_birth"],
    ["a link", { has_social_link: false }, "social_link"],
    ["the terms", { has_accepted_terms: false }, "terms"],
    ["the photo", { has_photo: false }, "photo"],
    ...DOCUMENT_KINDS.map(
      (kind) =>
        [kind, { documents: DOCUMENT_KINDS.filter((each) => each !== kind) }, kind] as [
          string,
          Partial<VerificationFacts>,
          string,
        ],
    ),
  ])("verification is open without %s", (_, change, need) => {
    expect(missingRequirements({ ...complete, ...change }, today, { waived: [] })).toEqual([need]);
  });

  it("verification needs 18 years, which are reached on the day itself", () => {
    const born = (date_of_birth: string) =>
      missingRequirements({ ...complete, date_of_birth }, today, { waived: [] });
    expect(born("2008-11-21")).toEqual([]);
    expect(born("2008-11-22")).toEqual(["date_of_birth"]);
    const leapling = (day: string) =>
      missingRequirements({ ...complete, date_of_birth: "2008-02-29" }, day, { waived: [] });
    expect([leapling("2026-02-28"), leapling("2026-03-01")]).toEqual([["date_of_birth"], []]);
  });

  it("verification lets the photo be skipped by a confirmation, and nothing else", () => {
    expect(
      missingRequirements({ ...complete, has_photo: false }, today, { skipsPhoto: true, waived: [] }),
    ).toEqual([]);
    const nothing = { ...complete, documents: [], has_photo: false };
    expect(missingRequirements(nothing, today, { skipsPhoto: true, waived: [] })).toEqual([
      ...DOCUMENT_KINDS,
    ]);
  });
});

describe("how far a check has come", () => {
  // 16 November 2026 is a Monday.
  const from = (handedIn: string, now: string) => processingAt(new Date(handedIn), new Date(now));

  it("the progress of a check begins with three working days", () => {
    expect(from("2026-11-16T09:00:00Z", "2026-11-16T09:00:00Z")).toEqual({ days_left: 3, percent: 0 });
  });

  it("the progress of a check goes on day by day, and stops at 95 percent", () => {
    expect(from("2026-11-16T09:00:00Z", "2026-11-17T09:00:00Z")).toEqual({ days_left: 2, percent: 33 });
    expect(from("2026-11-16T09:00:00Z", "2026-11-18T21:00:00Z")).toEqual({ days_left: 1, percent: 83 });
    expect(from("2026-11-16T09:00:00Z", "2026-11-19T09:00:00Z")).toEqual({ days_left: 0, percent: 95 });
    expect(from("2026-11-16T09:00:00Z", "2027-11-16T09:00:00Z")).toEqual({ days_left: 0, percent: 95 });
  });

  it("the progress of a check stands still at the weekend, which begins and ends in Berlin", () => {
    const friday = "2026-11-20T11:00:00Z";
    expect(from(friday, "2026-11-20T23:00:00Z")).toEqual({ days_left: 3, percent: 16 });
    expect(from(friday, "2026-11-22T12:00:00Z")).toEqual({ days_left: 3, percent: 16 });
    expect(from(friday, "2026-11-22T23:00:00Z")).toEqual({ days_left: 3, percent: 16 });
    expect(from(friday, "2026-11-23T11:00:00Z")).toEqual({ days_left: 2, percent: 33 });
    expect(from("2026-11-21T10:00:00Z", "2026-11-22T22:00:00Z")).toEqual({ days_left: 3, percent: 0 });
  });

  it("the progress of a check counts days correctly across a change of the clocks", () => {
    expect(from("2026-10-23T10:00:00Z", "2026-10-26T11:00:00Z")).toEqual({ days_left: 2, percent: 33 });
    expect(from("2026-03-27T11:00:00Z", "2026-03-30T10:00:00Z")).toEqual({ days_left: 2, percent: 33 });
  });

  it("the progress of a check does not decrease when the clock is set back", () => {
    expect(from("2026-11-16T09:00:00Z", "2026-11-16T08:59:00Z")).toEqual({ days_left: 3, percent: 0 });
  });
});

test("a date of birth that is none, or too young, is named beside the other errors", () => {
  const form = profileForm("2026-11-21");
  const problems = (day: string, month: string, year: string) =>
    form
      .safeParse({
        username: "x",
        name: "Ada Kessler",
        date_of_birth_day: day,
        date_of_birth_month: month,
        date_of_birth_year: year,
      })
      .error?.issues.map((issue) => [issue.path[0], issue.message]);
  const name = ["username", "errors.username.invalid"];
  expect(problems("30", "2", "1990")).toEqual([name, ["date_of_birth_day", "errors.date_of_birth.invalid"]]);
  expect(problems("22", "11", "2008")).toEqual([name, ["date_of_birth_day", "errors.date_of_birth.young"]]);
  // Nobody who is not born yet is of age, in whatever millennium.
  for (const year of ["2027", "9982", "9999"])
    expect(problems("1", "1", year)).toEqual([name, ["date_of_birth_day", "errors.date_of_birth.young"]]);
  expect(problems("1", "", "")).toEqual([name, ["date_of_birth_day", "errors.date_of_birth.invalid"]]);
  expect(problems("", "", "")).toEqual([name]);
  expect(problems("x", "1", "1990")).toEqual([name, ["date_of_birth_day", "errors.date_of_birth.invalid"]]);
});
