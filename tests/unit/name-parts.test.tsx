import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NameParts } from "../../app/ui/components/name-parts.tsx";

test.for([
  ["@brot.mit.oeykue", "@brot.<wbr/>mit.<wbr/>oeykue"],
  ["ada@mail.example", "ada@<wbr/>mail.<wbr/>example"],
  ["Refund request for €6.00", "Refund request for €6.00"],
] as const)("%s breaks after punctuation alone, and no amount breaks", ([text, html]) => {
  expect(renderToStaticMarkup(<NameParts text={text} />)).toBe(html);
});
