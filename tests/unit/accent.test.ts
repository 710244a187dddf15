import { describe, expect, test } from "vitest";
import { contrast, isReadable, nearestReadable, SURFACES, textOn } from "../../app/domain/settings/accent.ts";
import { brandForm } from "../../app/domain/settings/settings.schema.ts";
import { TOKENS } from "../../app/ui/theme.ts";

const COLOURS = ["#c8451b", "#9be89b", "#ffff00", "#000000", "#ffffff", "#1b7a3d", "#6fd08c", "#123456"];

describe.for(["light", "dark"] as const)("an accent in the %s theme", (theme) => {
  test.for(COLOURS)("the nearest accent can be read: %s", (colour) => {
    const nearest = nearestReadable(colour, theme);
    expect(contrast(nearest, SURFACES[theme])).toBeGreaterThanOrEqual(4.5);
    expect(nearest === colour).toBe(isReadable(colour, theme));
  });

  test("the accent is checked on the theme's hardest surface", () => {
    const { background, accent } = TOKENS[theme];
    const all = [background, TOKENS[theme]["surface-1"], TOKENS[theme]["surface-2"]];
    const hardest = all.sort((one, other) => contrast(accent, one) - contrast(accent, other))[0];
    expect(SURFACES[theme]).toBe(hardest);
    expect(isReadable(accent, theme)).toBe(true);
  });
});

test.for(COLOURS)("a button's text can be read on %s", (colour) => {
  expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
});

test.for([
  "<b>Kleingeld</b>",
  "{{rule.age}}",
  "$t(common:brand)",
  "a:b",
  'x" onload="y',
  "k\u202Egnp",
  "x".repeat(31),
])("a brand is not named %s", (name) => {
  const parsed = brandForm.safeParse({ seen_version: "0", name });
  expect(parsed.success && parsed.data.name === name).toBe(false);
});

test.for(["Kleingeld", "Ko-fi & Co.", "Trinkgeld’s Freund", "チップ", "Ça va!"])(
  "a brand may be named %s",
  (name) => {
    expect(brandForm.parse({ seen_version: "0", name }).name).toBe(name);
  },
);

test.for(["javascript:alert(1)", "Mastodon http://x.example", "https://x.example", "A https://"])(
  "a social link is not %s",
  (social_links) => {
    expect(brandForm.safeParse({ seen_version: "0", social_links }).success).toBe(false);
  },
);
