import { expect, it } from "vitest";
import { contentRulesForm, storedContentRules } from "../../app/domain/settings/content-rules.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";

const read = (fields: object) => contentRulesForm.safeParse({ seen_version: "0", ...fields });
const problems = (fields: object) =>
  read(fields).error?.issues.map(({ path, message }) => [path.join(), message]) ?? [];

it("an empty form of content rules is as by default, and what is stored says the same", () => {
  expect(read({}).data).toEqual({ seen_version: 0, rules: defaultSettings.rules.content });
  expect(storedContentRules.parse(defaultSettings.rules.content)).toEqual(defaultSettings.rules.content);
});

it("a message has 50 to 1000 characters at most, a tip 0 to 2 thank-yous", () => {
  for (const [least, most] of [
    ["50", "0"],
    ["1000", "2"],
  ])
    expect(
      problems({ message_characters_maximum: least, thank_yous_maximum: most }),
      `${least}, ${most}`,
    ).toEqual([]);
  for (const message_characters_maximum of ["49", "1001", "-60", "6e2", "99999", "x"])
    expect(problems({ message_characters_maximum }), message_characters_maximum).toEqual([
      ["message_characters_maximum", "errors.rules.message_characters"],
    ]);
  for (const thank_yous_maximum of ["3", "-1", "1.5"])
    expect(problems({ thank_yous_maximum }), thank_yous_maximum).toEqual([
      ["thank_yous_maximum", "errors.rules.thank_yous"],
    ]);
});
