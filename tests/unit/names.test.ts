import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initials } from "../../app/domain/users/initials.ts";
import { isDisplayName, isUsername } from "../../app/domain/users/names.ts";
import { socialUrl } from "../../app/domain/users/social-networks.ts";

describe("a username", () => {
  it("a username has 3 to 25 characters", () => {
    for (const name of ["abc", "a.b", "a-_", "x".repeat(25)])
      expect(isUsername(name), name).toBe(name !== "a-_");
    for (const name of ["", "a", "ab", "x".repeat(26)]) expect(isUsername(name), name).toBe(false);
  });

  it("a username begins and ends with an ASCII letter or a digit", () => {
    for (const edge of [".", "-", "_", " ", "ä", "ß", "é", "١", "\n"]) {
      expect(isUsername(`${edge}abc`), `begins with ${edge}`).toBe(false);
      expect(isUsername(`abc${edge}`), `ends with ${edge}`).toBe(false);
    }
    for (const name of ["123", "A1b", "9lives", "Jo4"]) expect(isUsername(name), name).toBe(true);
  });

  it("a username may hold dots, hyphens and underscores in its middle, and nothing else", () => {
    for (const name of ["a.b-c_d", "a..b", "a--b", "a__b"]) expect(isUsername(name), name).toBe(true);
    for (const name of ["a b", "a@b", "a/b", "a\\b", "jördis", "a%20b", "a\u200bb", "a#b", "a?b"])
      expect(isUsername(name), name).toBe(false);
  });

  it("a username does not look like a file that we serve, nor like the framework's own requests", () => {
    for (const name of ["jordis.data", "my.JSON", "logo.png", "me.html", "a.b.js", "feed.rss"])
      expect(isUsername(name), name).toBe(false);
    for (const name of ["jordis.kessler", "data", "png", "dr.no"]) expect(isUsername(name), name).toBe(true);
  });
});

describe("a display name", () => {
  it.each([
    ...[
      "Ömer",
      "Jördis Kessler",
      "Weiß",
      "a b",
      "ÄÖÜ",
      "Zoë",
      "José",
      "O'Brien",
      "D’Arcy",
      "Łukasz",
      "Renée",
    ],
    ...["Bùi Thị Hường", "Kaʻahumanu", "Иван", "Мар'яна", "Ελένη", "Արամ", "გიორგი", "田中真", "佐々木希"],
    ...["マイケル・ジャクソン", "김민준", "迪丽热巴", "محمد علي", "علی\u200cرضا", "נועה כהן", "अनिल शर्मा"],
    ...["ශ්\u200dරීමතී", "สมชาย ใจดี", "அருண்", "DJ 田中", "Дмитро_2", "葛\u{E0100}城市", "محمد٢"],
  ])("a display name may be %s", (name) => {
    expect(isDisplayName(name)).toBe(true);
  });

  it("a display name has 3 to 25 characters, each letter with its marks", () => {
    for (const letter of ["x", "é", "q\u0303", "ม"]) {
      for (const length of [3, 25]) expect(isDisplayName(letter.repeat(length)), letter).toBe(true);
      for (const length of [0, 1, 2, 26]) expect(isDisplayName(letter.repeat(length)), letter).toBe(false);
    }
  });

  it.each([
    ...["Аnna", "Annа", "Ида Ελένη", "Ѕсоtt Smith", "Αnna", "Anna Мария", "田中Иван", "नमन สมชาย"],
    ...["Ｊohn", "𝐀𝐧𝐧𝐚", "ﬁnn", "ⒶⓃⓃⒶ", "ᎪᏁᏁa"],
  ])("a display name is no mixture that looks like another: %s", (name) => {
    expect(isDisplayName(name)).toBe(false);
  });

  it("a display name begins and ends with a letter or a digit", () => {
    for (const edge of [".", "-", "_", " ", "'", "’", "·", "\u20dd", "\u200d"]) {
      expect(isDisplayName(`${edge}Jördis`), `begins with ${edge}`).toBe(false);
      expect(isDisplayName(`Jördis${edge}`), `ends with ${edge}`).toBe(false);
    }
  });

  it.each(["ꓔribute", "丨van", "ᗩnna", "ㄒom", "ﾉan", "Ann丨", "ᏣAT cat"])(
    "%s wears letters that look Latin, and is refused",
    (name) => {
      expect(isDisplayName(name)).toBe(false);
    },
  );

  it.each(["DJ 田中", "DJ松永", "Aちゃん", "ꓡꓲꓢꓴ", "Anna গান", "田中一郎", "ᏣᎳᎩ"])(
    "%s is a display name",
    (name) => {
      expect(isDisplayName(name)).toBe(true);
    },
  );

  it("a display name holds no line break, no invisible character and no other sign", () => {
    const names = [
      "Jör\ndis",
      "Jör\u200bdis",
      "Jördis\u202e",
      "\u2066Anna",
      "Anna<b>",
      "a\u00a0b",
      "Anna🎵b",
    ];
    for (const name of [...names, "Anna/Berta", "a@b", "An\u00adna", "Anna\u20dd", "a\u3164b", "a\u115fb"])
      expect(isDisplayName(name), name).toBe(false);
  });

  it("a display name of a thousand marks is refused without being read for long", () => {
    expect(isDisplayName(`a${"\u0301".repeat(100_000)}bc`)).toBe(false);
  });
});

describe("initials", () => {
  it("initials are the first letters of the first and the last word", () => {
    expect(initials("Jördis Kessler")).toBe("JK");
    expect(initials("Anna Maria von Berg")).toBe("AB");
    expect(initials("ömer")).toBe("Ö");
    expect(initials("dr.no")).toBe("DN");
    expect(initials("न\u093fमा शर्मा")).toBe("न\u093fश");
    expect(initials("👩‍👩‍👧 smile")).toBe("👩‍👩‍👧S");
  });

  it("initials are two at most and never half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(initials(name).isWellFormed()).toBe(true);
      }),
    );
    expect(initials("😀 smile")).toBe("😀S");
  });
});

describe("a social link", () => {
  it("a social link leads to the person's page on each of the seven networks", () => {
    expect(socialUrl("instagram", "jordis")).toBe("https://www.instagram.com/jordis/");
    expect(socialUrl("twitter", "@jordis")).toBe("https://x.com/jordis");
    expect(socialUrl("finmessage", "jordis")).toBe("https://finmessage.com/jordis");
    expect(socialUrl("tiktok", "@jordis")).toBe("https://www.tiktok.com/@jordis");
    expect(socialUrl("twitch", "jordis")).toBe("https://www.twitch.tv/jordis");
    expect(socialUrl("youtube", "jordis")).toBe("https://www.youtube.com/@jordis");
    expect(socialUrl("dommelink", "jordis")).toBe("https://dommelink.com/jordis");
  });

  it("a social link never leads to another host, whatever the handle is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (handle) => {
        const url = new URL(socialUrl("twitter", handle));
        expect([url.host, url.search, url.hash]).toEqual(["x.com", "", ""]);
      }),
    );
  });
});
