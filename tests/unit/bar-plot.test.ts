import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BarPlot, ColumnPlot } from "../../app/ui/components/plots.tsx";
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
  expect(drawn).toMatch(/^<div [^>]*role="img" aria-label="How much, by month\?">/);
  const words = [...drawn.matchAll(/<(?:span|b)>([^<]*)</g)].map(([, word]) => word);
  expect(words).toEqual([
    "October",
    "€200.00",
    "November",
    "€100.00",
    "A name that is far too long for a bar",
    "€0.00",
  ]);
});

it("a bar chart of nothing is drawn", () => {
  const empty = renderToStaticMarkup(createElement(BarPlot, { title: "?", bars: bars.slice(2) }));
  expect(empty).not.toMatch(/NaN|Infinity/);
  expect(readStrictly(`<!doctype html><title>x</title>${empty}`).problems).toEqual([]);
});

const column = (day: number, ...parts: number[]) => {
  const sum = parts.reduce((total, part) => total + part, 0);
  return { key: `${day}`, name: `${day} November 2026`, short: `${day} Nov`, figure: `€${sum}`, parts };
};

it("the parts of a column stand on each other, the highest column says its figure, and each part is named", () => {
  const columns = [column(1, 50, 50), column(2, 0, 0), column(3, 25, 0)];
  const plot = renderToStaticMarkup(
    createElement(ColumnPlot, { title: "Paid by day", columns, parts: ["Card", "Transfer"] }),
  );
  expect(plot).toMatch(/^<svg [^>]*role="img" aria-labelledby="([^"]+)"><title id="\1">Paid by day<\/title>/);
  const rects = [
    ...plot.matchAll(/class="plot-part-(\d)" x="[^"]*" y="([^"]+)" width="[^"]*" height="([^"]+)"/g),
  ];
  expect(rects.map(([, part, y, height]) => [part, Number(y), Number(height)])).toEqual([
    ["1", 97, 75],
    ["2", 22, 75],
    ["1", 134.5, 37.5],
  ]);
  expect(plot.replace(/<[^>]*>/g, " ")).toContain("1 November 2026");
  for (const text of ["€100", "1 Nov", "3 Nov", "Card", "Transfer"]) expect(plot).toContain(text);
});

it("columns of nothing are drawn, and name no highest one", () => {
  const plot = renderToStaticMarkup(
    createElement(ColumnPlot, { title: "?", columns: [column(1, 0), column(2, 0)], parts: ["Card"] }),
  );
  expect(plot).not.toMatch(/NaN|Infinity|plot-figure/);
  expect(readStrictly(`<!doctype html><title>x</title>${plot}`).problems).toEqual([]);
});
