import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createProgress, type Demo, welcome } from "../../app/server/run-from-terminal.server.ts";
import { DEMO_PAGES } from "../../db/seeds/demo-pages.ts";

const URL = "http://localhost:3000";
const demo: Demo = {
  pages: DEMO_PAGES,
  card: "4242 4242 4242 4242",
  logins: [
    { email: "ada@demo.example", role: "active", password: "a-note", secret: null },
    { email: "ida@demo.example", role: "active", password: "a-note", secret: null },
    { email: "op@demo.example", role: "operator", password: "a-note", secret: "JBSWY3DP" },
  ],
};

test("on a terminal a start ends with all that a visitor needs, in colours", () => {
  const words = welcome(URL, demo, { isTTY: true, hasColors: true });
  const plain = welcome(URL, demo, { isTTY: true, hasColors: false });
  expect(words).not.toBe(plain);
  expect(stripVTControlCharacters(words)).toBe(plain);
  const needed = [`Tribute is ready: ${URL}\n`, "ada@demo.example", "op@demo.example", "a-note", "JBSWY3DP"];
  for (const part of [...needed, "4242 4242 4242 4242", "Ctrl-C"]) expect(plain).toContain(part);
  for (const { path: page } of DEMO_PAGES) expect(plain).toContain(URL + page);
  expect(plain).not.toContain("ida@demo.example");
  expect(Math.max(...plain.split("\n").map((line) => line.length))).toBeLessThan(120);
});

test("on a terminal a live product says where it serves and how it stops", () => {
  const plain = welcome("https://tips.test", null, { isTTY: true, hasColors: false });
  expect(plain).toBe("\n  Tribute is ready: https://tips.test\n\n  Stop       Ctrl-C\n\n");
});

test("elsewhere a start ends with a line for each login and one for the address", () => {
  expect(welcome(URL, demo, { isTTY: false, hasColors: true })).toBe(
    [
      "Demo login: ada@demo.example (active), password a-note",
      "Demo login: ida@demo.example (active), password a-note",
      "Demo login: op@demo.example (operator), password a-note, second factor JBSWY3DP (its code: /dev/mail)",
      `Tribute is ready: ${URL}\n`,
    ].join("\n"),
  );
  expect(welcome(URL, null, { isTTY: false, hasColors: false })).toBe(`Tribute is ready: ${URL}\n`);
});

test("progress is one line that moves on a terminal, and nothing elsewhere", () => {
  const written: string[] = [];
  const screen = { columns: 20, write: (text: string) => written.push(text) };
  let now = 0;
  createProgress({ ...screen, isTTY: true }, () => now).end();
  const quiet = createProgress(screen, () => now);
  quiet.show("Building");
  quiet.end();
  expect(written).toEqual([]);

  const progress = createProgress({ ...screen, isTTY: true }, () => now);
  progress.show("Building, 1 of 3");
  now = 2000;
  progress.show("Building, 2 of 3");
  progress.end();
  const clear = "\r\u001b[2K";
  // The last column stays free: some terminals would begin a new line there.
  expect(written).toEqual([`${clear}Building, 1 of 3`, `${clear}Building, 2 of 3 (2`, clear]);
});
