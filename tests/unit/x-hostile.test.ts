import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { NetworkUnavailable, RateLimited } from "../../app/domain/microblog/network-port.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";
import { type Listening, listen } from "../support/providers/listening.ts";

// An X that has gone wrong, or somebody in its place.

const NOW = new Date("2026-11-23T12:00:00Z");
const SECRET = JSON.stringify({ token: "t", tokenSecret: "s" });
const ORDER = { accountId: "1", credentials: SECRET, text: "Hello" };
let server: Listening | undefined;
afterEach(async () => server?.close());

async function xThat(answers: RequestListener) {
  server = await listen(answers);
  return xNetwork({ ...X_KEYS, base: server.origin, monthlyBudgetMills: 1000, clock: () => NOW });
}

describe("X that answers", () => {
  it.each([301, 302, 307, 308])("%i is not followed: the call is signed for X alone", async (status) => {
    const asked: string[] = [];
    const x = await xThat((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(status, { Location: "/elsewhere" }).end();
    });
    await expect(x.post(ORDER)).rejects.toMatchObject({ name: "NetworkUnavailable", mayBeDone: true });
    await expect(x.begin()).rejects.toThrow(NetworkUnavailable);
    expect(asked).toEqual(["/2/tweets", "/oauth/request_token"]);
  });

  it.each([200, 201])("a page of HTML with %i says nothing of a post", async (status) => {
    const x = await xThat((_, response) => response.writeHead(status).end("<!doctype html><h1>Sign in</h1>"));
    await expect(x.post(ORDER)).rejects.toMatchObject({ name: "NetworkUnavailable", mayBeDone: true });
    await expect(x.find?.({ ...ORDER, since: NOW })).rejects.toThrow(NetworkUnavailable);
    await expect(x.begin()).rejects.toThrow(NetworkUnavailable);
  });

  it("without an end is read no further than an answer is long", async () => {
    let sent = 0;
    const piece = Buffer.alloc(64_000, 32);
    const x = await xThat((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on("drain", more);
      more();
    });
    const calls = [() => x.post(ORDER), () => x.find?.({ ...ORDER, since: NOW }), () => x.begin()];
    for (const call of calls) await expect(call()).rejects.toThrow(NetworkUnavailable);
    // What lies in the buffers of three connections comes on top.
    expect(sent).toBeLessThan(60_000_000);
  });

  it("a limit until a far day is waited for a day at most, nonsense for a quarter of an hour", async () => {
    const until = async (reset: string) => {
      const x = await xThat((_, response) => response.writeHead(429, { "x-rate-limit-reset": reset }).end());
      const error = await x.post(ORDER).catch((thrown: unknown) => thrown);
      await server?.close();
      server = undefined;
      return error instanceof RateLimited ? error.until.toISOString() : error;
    };
    expect(await until("99999999999")).toBe("2026-11-24T12:00:00.000Z");
    expect(await until("1e300")).toBe("2026-11-24T12:00:00.000Z");
    for (const reset of ["-5", "soon", "NaN", "0"])
      expect(await until(reset)).toBe("2026-11-23T12:15:00.000Z");
  });

  it.each([
    ["a name with markup", { screen_name: "<script>alert(1)</script>", user_id: "5" }],
    ["a name too long", { screen_name: "a".repeat(51), user_id: "5" }],
    ["an id that is a path", { screen_name: "ada", user_id: "../../1" }],
    ["no id", { screen_name: "ada" }],
    ["a token too long", { screen_name: "ada", user_id: "5", oauth_token: "t".repeat(501) }],
  ])("an account with %s links nothing", async (_name, said) => {
    const fields = { oauth_token: "t", oauth_token_secret: "s", ...said };
    const x = await xThat((_, response) => response.end(new URLSearchParams(fields).toString()));
    await expect(x.complete(SECRET, "1234567")).rejects.toThrow(NetworkUnavailable);
  });

  it("a token that is an address leads nowhere but to X", async () => {
    const token = "https://evil.example/?a=1&oauth_token=x#javascript:alert(1)";
    const x = await xThat((_, response) =>
      response.end(new URLSearchParams({ oauth_token: token, oauth_token_secret: "s" }).toString()),
    );
    const url = new URL((await x.begin()).authorizeUrl);
    expect([url.origin, url.pathname, url.hash]).toEqual([server?.origin, "/oauth/authorize", ""]);
    expect(url.searchParams.getAll("oauth_token")).toEqual([token]);
  });
});
