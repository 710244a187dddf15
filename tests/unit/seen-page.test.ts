import { expect, test } from "vitest";
import { accessCall } from "../../app/domain/tracking/tracking.schema.ts";
import { reducedView } from "../../app/domain/tracking/traffic.server.ts";

const given = { pattern: "/:profile/:amount?", locale: "de", ownHost: "tips.example" };
const reduced = (fields: object) =>
  reducedView(accessCall.parse({ type: "FRONTEND", method: "GET", path: "/joerdis/5", ...fields }), given);

const NOTHING = {
  pattern: "/:profile/:amount?",
  step: "",
  creator: "",
  asked_locale: "",
  locale: "de",
  referrer_host: "",
};

test("of a page's address its pattern is kept, and of its query step, creator and locale alone", () => {
  expect(
    reduced({ query: "?step=details&creator=Joerdis&locale=en&token=secret&email=a@b.example" }),
  ).toEqual({
    ...NOTHING,
    step: "details",
    creator: "joerdis",
    asked_locale: "en",
  });
  expect(reduced({ query: { step: ["summary", "details"], creator: "pixelpapa", password: "x" } })).toEqual({
    ...NOTHING,
    step: "summary",
    creator: "pixelpapa",
  });
});

test.for(["a@b.example", "x".repeat(41), "<script>", "0\0", "ä"])(
  "what no creator is called is not kept of a query: %s",
  (creator) => {
    expect(reduced({ query: { creator, step: creator, locale: creator } })).toEqual(NOTHING);
  },
);

test.for<[string, string]>([
  ["https://news.example:8443/a/private/path?with=words#and-more", "news.example"],
  ["http://user:password@NEWS.example/", "news.example"],
  ["https://tips.example/joerdis", ""],
  ["android-app://com.example", ""],
  ["javascript:alert(1)", ""],
  ["https://", ""],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, ""],
  ["", ""],
])("of what led to a page the host is kept: %s", ([referrer, host]) => {
  expect(reduced({ referrer }).referrer_host).toBe(host);
});
