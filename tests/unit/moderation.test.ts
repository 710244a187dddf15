import { describe, expect, it } from "vitest";
import { reviewContent } from "../../app/domain/moderation/moderation.server.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { demoMessages } from "../../db/seeds/world/messages.ts";

const review = (...texts: (string | null)[]) => reviewContent({ texts, has_image: false });

describe("a message", () => {
  it.each([
    ["https://example.org", "link"],
    ["schau mal auf www.beispiel", "link"],
    ["see example.com for more", "link"],
    ["EXAMPLE.DE", "link"],
    ["call +49 30 1234567", "phone_number"],
    ["ruf an: 0171/2345678", "phone_number"],
    ["0049 171 2345678", "phone_number"],
    ["DE89 3704 0044 0532 0130 00", "iban"],
    ["meine IBAN ist AT611904300234573201", "iban"],
    ["GB29NWBK60161331926819", "iban"],
    ["you are a bitch", "blocked_word"],
    ["Du ARSCHLOCH!", "blocked_word"],
    ["so eine (Schlampe)", "blocked_word"],
  ])("waits for an operator: %s", (text, reason) => {
    expect(review(text)).toBe(reason);
  });

  it.each([
    "Thank you, that was great!",
    "Danke dir, Jördis. Bis bald!",
    "Top 10 of 2026, 5.00 well spent",
    "Ich habe 2025 und 2026 jede Folge gehört",
    "Scunthorpe is a nice town",
    "Am 21.11.2026 um 20.30 Uhr, oder?",
    "1.000 Dank und 100.000 Sterne",
    "🎉🎉🎉",
    "",
  ])("is shown at once: %s", (text) => {
    expect(review(text)).toBeNull();
  });

  it("is judged with the name that stands under it", () => {
    expect(review("www.spam", "Danke")).toBe("link");
    expect(review(null, null)).toBeNull();
  });

  it("with a picture always waits, since no rule can look at pictures", () => {
    expect(reviewContent({ texts: ["Danke!"], has_image: true })).toBe("image");
    expect(reviewContent({ texts: ["www.spam"], has_image: true })).toBe("link");
  });

  it("is not held up by the letters of another alphabet that only look like a blocked word's wide twin", () => {
    expect(review("ｂｉｔｃｈ")).toBe("blocked_word");
  });
});

describe("the demo world", () => {
  it("says nothing that its own rules would stop", () => {
    for (const message of demoMessages) expect(review(message.text, message.from), message.text).toBeNull();
    for (const item of demoCreators.flatMap((creator) => creator.items))
      expect(review(item.name), item.name).toBeNull();
  });
});
