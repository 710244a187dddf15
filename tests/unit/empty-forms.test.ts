import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const files = globSync("app/domain/**/*.schema.ts");

it.each(files)("an empty field is missing, not too long: %s", async (file) => {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ `../../${file}`);
  const complaints = Object.entries(exported).flatMap(([name, schema]) => {
    const parsed = schema instanceof z.ZodObject ? schema.safeParse({}) : null;
    return (parsed?.error?.issues ?? []).map(({ path, message }) => `${name}.${path.join(".")}: ${message}`);
  });
  expect(complaints.filter((each) => each.endsWith(".long"))).toEqual([]);
});
