import { expect, it } from "vitest";
import { terminalLine } from "../../app/server/log.server.ts";

it("a line of the log reads as one on a terminal, and what goes wrong says so", () => {
  const line = (level: number, more: object) =>
    terminalLine(JSON.stringify({ level, time: "2026-11-22T04:51:46.123Z", msg: "request", ...more }));
  expect(line(30, { method: "GET", status: 200 })).toBe("04:51:46 request method=GET status=200\n");
  expect(line(40, {})).toBe("04:51:46 warning: request\n");
  expect(line(50, { error: { code: 1 } })).toBe('04:51:46 ERROR request error={"code":1}\n');
  expect(terminalLine("no JSON")).toBe("no JSON");
});

it("text from outside cannot send control codes to the terminal or fake a log line", () => {
  const error = "no such thing: \u001b]0;mine\u0007\u009b2J\r\n04:51:47 request status=200";
  const line = terminalLine(
    JSON.stringify({ level: 50, time: "2026-11-22T04:51:46.123Z", msg: "request failed", error }),
  );
  expect(line).toBe(
    "04:51:46 ERROR request failed error=no such thing: \\x1b]0;mine\\x07\\x9b2J\\x0d\n  04:51:47 request status=200\n",
  );
});
