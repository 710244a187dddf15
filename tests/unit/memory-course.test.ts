import { describe, expect, it } from "vitest";
import { courseOf } from "../bench/memory-course.ts";

/** A swing of 40 MB with every sweep of the collector, upon a base. */
const swinging = (base: (index: number) => number) =>
  Array.from({ length: 400 }, (_, index) => base(index) + (index % 20) * 2);

describe("the course of a server's memory", () => {
  it("a memory that swings with the collector, and a start that grows, are flat", () => {
    const course = courseOf(swinging((index) => 150 + Math.min(index, 60)));
    expect(course.isFlat).toBe(true);
    expect(course.quarters.slice(1)).toEqual([232, 232, 232]);
    expect(course.highest).toBe(248);
  });

  it("a memory that goes on growing is not flat, in the third quarter as in the last", () => {
    expect(courseOf(swinging((index) => 150 + index / 5)).isFlat).toBe(false);
    expect(courseOf(swinging((index) => (index > 200 && index < 300 ? 250 : 200))).isFlat).toBe(false);
  });
});
