import { describe, expect, it } from "vitest";
import { reviewContent } from "../../app/domain/moderation/review-content.ts";
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
    ["de89370400440532013000", "iban"],
    ["de89 3704 0044 0532 0130 00 danke", "iban"],
    ["De89-3704-0044-0532-0130-00", "iban"],
    ["an d e 8 9 nicht, an DE 89 37 04 00 44 05 32 01 30 00 schon", "iban"],
    ["Iban:gb29 nwbk 6016 1331 9268 19!", "iban"],
    ["de89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00", "iban"],
    ["schau auf beispiel.shop vorbei", "link"],
    ["kommt auf Beispiel.berlin.", "link"],
    ["BEISPIEL.SHOP", "link"],
    ["t.me/somebody", "link"],
    ["beispiel.es/tienda", "link"],
    ["beispiel-2.es", "link"],
    ["mein.kanal.live", "link"],
    ["müller.koeln", "link"],
    ["пример.рф/подарок", "link"],
    ["beispiel．shop", "link"],
    ["mail me: somebody@beispiel.email", "link"],
    ["D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0", "iban"],
    ["DE 89 / 3704 / 0044 / 0532 / 0130 / 00", "iban"],
    ["de89...3704...0044...0532...0130...00", "iban"],
    ["de89 (3704) [0044]\n{0532}   0130   00", "iban"],
    ["IBANde89370400440532013000", "iban"],
    ["D\u0415 89370400440532013000", "iban"],
    [
      "DE\u0668\u0669\u0663\u0667\u0660\u0664\u0660\u0660\u0664\u0664\u0660\u0665\u0663\u0662\u0660\u0661\u0663\u0660\u0660\u0660",
      "iban",
    ],
    ["de8937\ufe0f0400440532013000", "iban"],
    ["beispiel[.]com", "link"],
    ["beispiel (dot) shop", "link"],
    ["beispiel . com", "link"],
    ["schau auf beispiel punkt de", "link"],
    ["beispiel\u3002com", "link"],
    ["x.com", "link"],
    ["ida@beispiel.it", "link"],
    ["0 1 7 1 2 3 4 5 6 7 8", "phone_number"],
    ["0171 \u2013 2345678", "phone_number"],
    ["0171_2345678", "phone_number"],
    ["\u0660\u0661\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", "phone_number"],
    ["you are a bitch", "blocked_word"],
    ["Du ARSCHLOCH!", "blocked_word"],
    ["so eine (Schlampe)", "blocked_word"],
  ])("a message waits for an operator: %s", (text, reason) => {
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
    "Danke.Du bist toll",
    "Danke.Es war toll.So schön.Im Ernst!",
    "danke.so schön, das war super.es hat mir gefallen",
    "love it.it is great.you are the best.one more?",
    "z.B. heute, d.h. am 3.12., u.a. und/oder usw./etc.",
    "Dr.med. Kessler, 5.00/Monat, 1.2.3",
    "Danke...so toll, bis dann..live",
    "Folge ab12 wird das noch was, so24 this will be long text here",
    "Song.mp3 war toll. v.l.n.r. wir drei",
    "war am 05.05.2005 15:30 Uhr da, und am 3.12.2026 um 20.15 wieder",
    "danke.ist toll.mit dir immer.vg Max",
    "Punkt. De facto bist du die Beste. Net schlecht! Punkt",
    "that was great. Net result: I am happy. Dot your i's",
    "12345678 Likes, Platz 1, 10 von 10, 2010 2011 2012 2013 dabei",
    "Danke.Du/ihr seid toll.Es/sie auch, usw.und/oder",
    "",
  ])("a message is shown at once: %s", (text) => {
    expect(review(text)).toBeNull();
  });

  it("a message is judged with the name that stands under it", () => {
    expect(review("www.spam", "Danke")).toBe("link");
    expect(review(null, null)).toBeNull();
  });

  it("a message with a picture always waits, since no rule can look at pictures", () => {
    expect(reviewContent({ texts: ["Danke!"], has_image: true })).toBe("image");
    expect(reviewContent({ texts: ["www.spam"], has_image: true })).toBe("link");
  });

  it("a message is not held up by letters of another alphabet that only look like a blocked word's", () => {
    expect(review("ｂｉｔｃｈ")).toBe("blocked_word");
  });
});

describe("words that go out by mail in our name", () => {
  const strict = (text: string) => reviewContent({ texts: [text], has_image: false, is_strict: true });

  it.each([
    "Schick was an 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "1A1z-P1eP-5QGe-fi2D-MPTf-TL5S-Lmv7-Divf-Na, danke",
    "3 J 9 8 t 1 W p E Z 7 3 C N m Q v i e c r n y i W r n q R h W N L y",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "BC1Q AR0S RRR7 XFKV Y5L6 43LY DNW9 RE59 GTZZ WF5M DQ",
    "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    "0x de0B 2956 69a9 FD93 d5F2 8D9E c85E 40f4 cb69 7BAe",
  ])("words that go out by mail in our name hold no wallet: %s", (text) => {
    expect(strict(text)).toBe("iban");
  });

  it.each([
    "0*1*7*1*2*3*4*5*6*7*8",
    "0,1,7,1,2,3,4,5,6,7,8",
    "ruf an: null eins sieben eins, zwei drei vier fünf sechs sieben acht",
    "plus four nine one seven one two three four five six",
    "+4|9 ~ 1~7~1~2~3~4~5~6",
  ])("words that go out by mail in our name hold no phone number: %s", (text) => {
    expect(strict(text)).toBe("phone_number");
  });

  it.each([
    "Danke dir! Am 05.05.2005 um 15:30 Uhr, zwei oder drei Lieder, eins davon neu.",
    "1 Song von euch geht mir nicht aus dem Kopf, 3 weitere auch",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    "Null Ahnung, eins nach dem anderen. 0 Fehler, 10 von 10!",
    "Thank you, one two three and we go. 100,000 thanks",
  ])("words that go out by mail in our name may be: %s", (text) => {
    expect(strict(text)).toBeNull();
  });
});

describe("the demo world", () => {
  it("the demo world says nothing that its own moderation rules would stop", () => {
    for (const message of demoMessages) expect(review(message.text, message.from), message.text).toBeNull();
    for (const item of demoCreators.flatMap((creator) => creator.items))
      expect(review(item.name), item.name).toBeNull();
  });
});
