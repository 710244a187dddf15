import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BarPlot } from "../../app/ui/components/bar-plot.tsx";
import { readStrictly } from "../support/http/strict-html.ts";

const bars = [
  { key: "a", name: "October", figure: "€200.00", amount: 200_00 },
  { key: "b", name: "November", figure: "€100.00", amount: 100_00, soft: 25_00 },
  { key: "c", name: "A name that is far too long for a bar", figure: "€0.00", amount: 0 },
];
const drawn = renderToStaticMarkup(createElement(BarPlot, { title: "How much, by month?", bars }));
const widthsOf = (name: string) =>
  [...drawn.matchAll(new RegExp(`class="plot-${name}"[^>]*width="([^"]+)"`, "g"))].map(([, width]) => width);

it("a bar is as long as its amount is to the largest, with what waits at its end, and nothing has no bar", () => {
  expect(widthsOf("soft")).toEqual(["100%", "50%"]);
  expect(widthsOf("bar")).toEqual(["100%", "37.5%"]);
});

it("a bar chart is one image with a title, and each bar has its name and figure", () => {
  expect(drawn).toMatch(
    /^<svg [^>]*role="img" aria-labelledby="([^"]+)"><title id="\1">How much, by month\?<\/title>/,
  );
  const words = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, word]) => word);
  expect(words).toEqual(["October", "€200.00", "November", "€100.00", "A name that is far too…", "€0.00"]);
});

it("a bar chart of nothing is drawn", () => {
  const empty = renderToStaticMarkup(createElement(BarPlot, { title: "?", bars: bars.slice(2) }));
  expect(empty).not.toMatch(/NaN|Infinity/);
  expect(readStrictly(`<!doctype html><title>x</title>${empty}`).problems).toEqual([]);
});
