import { expect, test } from "vitest";
import { findPasswordFault, type PasswordFault } from "../../app/domain/auth/passwords.server.ts";

const OWN = ["ada.kessler87@brunnen-musik.example", "nachtfalter_", "Ada Keßler", "Jörg", "Müllner"];

/** Verdicts on passwords of one creator, whose address and names are OWN. */
const PASSWORDS: Record<"common" | "own" | "good", string[]> = {
  common: [
    ...["123456", "password", "PASSWORD", "qwerty", "Iloveyou", "letmein", "P@ssw0rd", "drowssap"],
    ...["Passw0rd!", "dragon2024", "1qaz2wsx", "aaaaaaaaaaaa", "xyz1xyz1xyz1", "!sunshine!"],
  ],
  own: [
    ...[
      "tribute",
      "Tribute2026!",
      "7r1but3",
      "etubirt1",
      "ada.kessler87",
      "Kessler1987",
      "K3ss13r!",
      "relssek",
    ],
    ...[
      "AdaKessler",
      "kesslerada99",
      "nachtfalter",
      "N@chtf4lter#1",
      "brunnenmusik",
      "Brunnen-2026",
      "ada19870412",
    ],
    ...["joerg2026", "Jörg!!", "muellner7", "Tribute Kessler"],
  ],
  good: [
    ...["Regenschirm 7", "four cups of tea", "Regenschirm-Kastanie 7", "zwölf tassen tee", "k9#wq$71Lm"],
    ...[
      "correct horse battery staple",
      "Ada mag blaue Regenschirme",
      "mein Tribut an die Nacht",
      "constructor",
    ],
    ...[
      "__proto__",
      "田中さんの青い傘",
      "🦊🦊 laufen im Schnee",
      "grüner Brunnen am Tor",
      "vT4-pq8-Zr2",
      "Adagio für Zwei",
    ],
  ],
};

const CASES = Object.entries(PASSWORDS).flatMap(([verdict, list]) =>
  list.map((password) => ({ verdict, password })),
);

test("the table has at least forty passwords", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(40);
});

test.for(CASES)("$password is $verdict", async ({ verdict, password }) => {
  const fault: PasswordFault | null = await findPasswordFault(password, OWN);
  expect(fault ?? "good").toBe(verdict);
});
