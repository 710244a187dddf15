import { expect, test } from "vitest";
import { reviewContent } from "../../app/domain/moderation/review-content.ts";
import { HARMFUL, HARMLESS } from "../support/fixtures/review-sentences.ts";

const review = (text: string) => reviewContent({ texts: [text], has_image: false });

test("of 200 harmless sentences at most two wait for a review", () => {
  expect(new Set(HARMLESS).size).toBeGreaterThanOrEqual(200);
  const held = HARMLESS.filter((text) => review(text) !== null);
  expect(held.length / HARMLESS.length, held.join("\n")).toBeLessThanOrEqual(0.01);
});

test("of 100 harmful sentences at least 95 wait for a review", () => {
  expect(new Set(HARMFUL).size).toBeGreaterThanOrEqual(100);
  const shown = HARMFUL.filter((text) => review(text) === null);
  expect(shown.length / HARMFUL.length, shown.join("\n")).toBeLessThanOrEqual(0.05);
});
