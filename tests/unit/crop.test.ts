import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cropForm, cropWindow, MIDDLE } from "../../app/domain/media/crop.schema.ts";

const SQUARE = { width: 320, height: 320 };

describe("the part of a picture that shows", () => {
  it("the part of a picture that shows is the middle unless its owner chose another", () => {
    expect(cropWindow({ width: 400, height: 300 }, SQUARE, MIDDLE)).toEqual({
      ...{ left: 50, top: 0, width: 300, height: 300 },
    });
    expect(cropForm.parse({})).toEqual(MIDDLE);
  });

  it("the part of a picture that shows moves within what is left at the sides, and nearer", () => {
    const at = (x_percent: number, y_percent: number, zoom_percent: number) =>
      cropWindow({ width: 400, height: 300 }, SQUARE, { x_percent, y_percent, zoom_percent });
    expect(at(0, 0, 100)).toEqual({ left: 0, top: 0, width: 300, height: 300 });
    expect(at(100, 0, 100)).toEqual({ left: 100, top: 0, width: 300, height: 300 });
    expect(at(100, 100, 200)).toEqual({ left: 250, top: 150, width: 150, height: 150 });
  });

  it("the part of a picture that shows replaces values out of range by the nearest allowed ones", () => {
    const read = (x_percent: unknown, zoom_percent: unknown) => {
      const { x_percent: x, zoom_percent: zoom } = cropForm.parse({ x_percent, zoom_percent });
      return [x, zoom];
    };
    expect(read("-5", "99")).toEqual([0, 100]);
    expect(read("1e9", "Infinity")).toEqual([100, 100]);
    expect(read("left", {})).toEqual([50, 100]);
    expect(read("12.5", "250")).toEqual([12.5, 250]);
  });

  it("the part of a picture that shows never leaves the picture and is never empty", () => {
    const edge = fc.integer({ min: 1, max: 2400 });
    const picture = fc.record({ width: edge, height: edge });
    const shape = fc.constantFrom(SQUARE, { width: 720, height: 240 }, { width: 1600, height: 533 });
    const crop = fc.record({
      x_percent: fc.double({ min: 0, max: 100, noNaN: true }),
      y_percent: fc.double({ min: 0, max: 100, noNaN: true }),
      zoom_percent: fc.double({ min: 100, max: 400, noNaN: true }),
    });
    fc.assert(
      fc.property(picture, shape, crop, (size, wished, chosen) => {
        const { left, top, width, height } = cropWindow(size, wished, chosen);
        expect([left, top, width, height].every(Number.isInteger)).toBe(true);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
        expect(left + width).toBeLessThanOrEqual(size.width);
        expect(top + height).toBeLessThanOrEqual(size.height);
      }),
      { numRuns: 2000 },
    );
  });
});
