import { describe, expect, it } from "vitest";
import { creatorPageForm } from "../../app/domain/creator-pages/creator-page.schema.ts";

describe("the form of a page", () => {
  const form = creatorPageForm("EUR", "de", "2026-11-21");
  const problems = (typed: object) =>
    form.safeParse(typed).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

  it("nothing typed is a page that says nothing", () => {
    expect(form.parse({ about: " \u200b ", goal_title: "", goal_amount: "", goal_from: "" })).toEqual({
      about: null,
      goal: null,
      show_supporters: false,
    });
  });

  it("a goal has a title and an amount, begins today unless it says otherwise, and not before a year", () => {
    expect(form.parse({ goal_title: "Ofen", goal_amount: "500,5" }).goal).toEqual({
      title: "Ofen",
      amount_minor: 500_50,
      from: "2026-11-21",
      is_monthly: false,
    });
    expect(problems({ goal_title: "Ofen" })).toEqual(["goal_amount errors.page.goal_amount"]);
    expect(problems({ goal_amount: "5" })).toEqual(["goal_title errors.page.goal_title_missing"]);
    for (const goal_amount of ["0,5", "1000001", "viel"])
      expect(problems({ goal_title: "Ofen", goal_amount })).toContain("goal_amount errors.page.goal_amount");
    for (const goal_from of ["2026-11-22", "2025-11-19", "gestern", "2026-02-31"])
      expect(problems({ goal_title: "Ofen", goal_amount: "5", goal_from })).toContain(
        "goal_from errors.page.goal_from",
      );
  });

  it("a goal that began long ago goes on from its day", () => {
    const old = creatorPageForm("EUR", "en", "2026-11-21", ["2020-01-05"]);
    expect(old.parse({ goal_title: "Kiln", goal_amount: "5", goal_from: "2020-01-05" }).goal?.from).toBe(
      "2020-01-05",
    );
    expect(old.safeParse({ goal_title: "Kiln", goal_amount: "5", goal_from: "2020-01-06" }).success).toBe(
      false,
    );
  });

  it("a goal that starts anew begins today, whatever day the one before had", () => {
    const old = creatorPageForm("EUR", "en", "2026-11-21", ["2020-01-05"]);
    const typed = { goal_title: "Wheel", goal_amount: "5", goal_from: "2020-01-05" };
    for (const goal_anew of ["on", "1"])
      expect(old.parse({ ...typed, goal_anew }).goal?.from).toBe("2026-11-21");
    for (const goal_anew of ["", undefined])
      expect(old.parse({ ...typed, goal_anew }).goal?.from).toBe("2020-01-05");
  });

  it("a text has at most 200 characters as a person counts, on one line", () => {
    expect(form.parse({ about: `Töpfe\n\n${"😀".repeat(190)}` }).about).toMatch(/^Töpfe 😀/u);
    expect(problems({ about: "ö".repeat(201) })).toEqual(["about errors.page.about"]);
    expect(problems({ goal_title: "ö".repeat(61), goal_amount: "5" })).toEqual([
      "goal_title errors.page.goal_title",
    ]);
  });
});
