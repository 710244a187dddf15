import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { reasonIn } from "../../db/embedded/errors.ts";
import { OperatorError, operatorLine } from "../../db/operator-error.ts";
import { freePort } from "../support/http/started-server.ts";

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

test("a full disk and a file in a folder's place are lines, with the path", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tribute-lines-"));
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  expect(operatorLine(thrownBy(() => mkdirSync(path.join(file, "inside"))))).toMatch(
    /^\S+inside cannot be written \(ENOTDIR\): a file is where a folder has to be; .+\.$/,
  );
  // A device that has no room, on Linux.
  if (process.platform === "linux")
    expect(operatorLine(thrownBy(() => writeFileSync("/dev/full", "x")))).toMatch(
      /cannot be written \(ENOSPC\): the disk is full; .+\.$/,
    );
  rmSync(folder, { recursive: true });
});

test("a server that does not answer is a line", async () => {
  const port = await freePort();
  const error = await new Promise((resolve) => connect(port, "127.0.0.1").on("error", resolve));
  expect(operatorLine(error)).toBe(
    `The database cannot be used (connect ECONNREFUSED 127.0.0.1:${port}): see whether PostgreSQL runs and DATABASE_URL names it, then try again.`,
  );
});

test.each([
  ["42501", /DATABASE_MIGRATION_URL/],
  ["53100", /disk is full/],
  ["53300", /no room/],
  ["28P01", /password/],
  ["57P01", /whether PostgreSQL runs/],
])("what PostgreSQL refuses by %s is a line", (code, words) => {
  const error = Object.assign(new pg.DatabaseError("it says so\nand more", 1, "error"), {
    code,
    severity: "ERROR",
  });
  const line = operatorLine(error);
  expect(line).toMatch(words);
  expect(line).not.toContain("\n");
});

test("faults of ours are no lines for an operator", () => {
  const breach = Object.assign(new pg.DatabaseError("a rule", 1, "error"), {
    code: "23505",
    severity: "ERROR",
  });
  for (const error of [new TypeError("x is undefined"), breach, thrownBy(() => mkdirSync("")), "text"])
    expect(operatorLine(error)).toBeNull();
  expect(operatorLine(new OperatorError("Set PORT."))).toBe("Set PORT.");
});

test("of PostgreSQL's last words one line is kept, the reason", () => {
  const said =
    "2026-11-25 08:00:00 UTC [7] LOG:  starting\n2026-11-25 08:00:00 UTC [7] FATAL:  could not write: No space left\n2026-11-25 08:00:01 UTC [7] LOG:  database system is shut down\n";
  expect(reasonIn(said)).toBe("FATAL:  could not write: No space left");
  expect(reasonIn("initdb: error: could not create directory\ninitdb: removing")).toBe(
    "initdb: error: could not create directory",
  );
  expect(reasonIn("spawn EACCES")).toBe("spawn EACCES");
});
