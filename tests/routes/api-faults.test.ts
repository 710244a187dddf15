import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { readRefusal } from "../support/http/api-caller.ts";
import { contractFault } from "../support/http/api-contract.ts";
import { ask } from "../support/http/http-requests.ts";
import { newAddress } from "../support/http/users.ts";

// What is no call's own refusal is told to programs in their notation, too.

/** More than one address may have under way, and waiting behind those. */
const BODIES = 100;

test("a call that finds no room for its body is told as JSON when to come again, in its language", async () => {
  const { hostname, port } = new URL(inject("product").url);
  const headers = { ...newAddress(), "Accept-Language": "de", "Content-Type": "application/json" };
  const lines = Object.entries({ Host: hostname, ...headers, "Content-Length": "50", Connection: "close" });
  const head = ["POST /api/login HTTP/1.1", ...lines.map(([name, value]) => `${name}: ${value}`), "", "{"];
  const sockets = Array.from({ length: BODIES }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(head.join("\r\n"));
    return socket;
  });
  // Those that arrive never end; whoever is turned away is the first to be answered.
  const told = await Promise.any(
    sockets.map(async (socket) => {
      const answer = await text(socket);
      if (answer === "") throw new Error("hung up");
      return answer;
    }),
  );
  for (const socket of sockets) socket.destroy();
  const [top = "", body = ""] = told.split("\r\n\r\n");
  expect(top).toMatch(/^HTTP\/1.1 503 /);
  expect(top).toMatch(/^content-type: application\/json\r$/im);
  expect(top).toMatch(/^retry-after: \d+\r$/im);
  expect(JSON.parse(body)).toEqual({
    message: expect.stringContaining("nicht erreichbar"),
    code: "unavailable",
    errors: {},
  });
  const nothing = { headers: {}, rawHeaders: [], body: Buffer.of(), wireBytes: 0 };
  expect(contractFault("POST", "/api/login", { ...nothing, status: 503, text: body })).toBeNull();
});

test("the framework's own notation is not to be had from the API, whatever an address ends with", async () => {
  for (const [method, path] of [
    ["POST", "/api/account/delete/token.data"],
    ["POST", "/api/account/delete/token.data?_routes=root"],
    ["GET", "/api/countries.data?_routes=root"],
    ["GET", "/oauth/token.data"],
  ] as const) {
    const answer = await ask(inject("product").url + path, { method, headers: newAddress() });
    expect([path, readRefusal(answer)]).toMatchObject([path, { status: 404, code: "not_found" }]);
  }
});
