import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { loader } from "../../app/routes/public/prefetch-rules.ts";
import { listCode } from "../../scripts/source-files.ts";
import { PATTERNS } from "../support/http/patterns.ts";

const rulesSchema = z.object({
  prefetch: z.tuple([
    z.object({
      where: z.object({
        and: z.tuple([
          z.object({ href_matches: z.string() }),
          z.object({ not: z.object({ href_matches: z.array(z.string()) }) }),
          z.object({ not: z.object({ selector_matches: z.string() }) }),
        ]),
      }),
      eagerness: z.string(),
    }),
  ]),
});

const agentOf = (device: string, brand: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${brand} Safari/537.36`;
const DESKTOP = agentOf("X11; Linux x86_64", "Chrome/156.0.0.0");

async function answerTo(agent: string): Promise<unknown> {
  const url = new URL("http://localhost/prefetch.rules");
  const given = {
    request: new Request(url, { headers: { "User-Agent": agent } }),
    url,
    params: {},
    pattern: "/prefetch.rules" as const,
  };
  return await loader({ ...given, context: new RouterContextProvider() }).json();
}

async function rulesFor(agent = DESKTOP) {
  const [{ where, eagerness }] = rulesSchema.parse(await answerTo(agent)).prefetch;
  const [every, { not: never }] = where.and;
  const left = never.href_matches.map((pathname) => new URLPattern({ pathname }));
  const from = new URLPattern({ pathname: every.href_matches });
  return {
    eagerness,
    isFetched: (path: string) => {
      const address = new URL(path, "http://localhost");
      return from.test(address) && !left.some((each) => each.test(address));
    },
  };
}

/** A loader that answers with something of its own. */
const ANSWERS =
  /export (?:async )?function loader(?:(?!\nexport ).)*?(?:new Response|\w+(?:Response|Answer))\(/s;
const SAMPLE = /:\w+\??/g;
const [files, pages] = [/\.ts$/, /\.tsx$/].map((kind) =>
  PATTERNS.filter(({ file }) => kind.test(file)).map(({ pattern, file }) => ({
    path: pattern.replaceAll(SAMPLE, "x"),
    file: `app/${file}`,
  })),
);

test("no file is fetched ahead, and no answer to a call: some are drawn for each who asks, and no page links the rest", async () => {
  const { isFetched } = await rulesFor();
  const codes = new Map(listCode("app/routes").map(({ name, text }) => [name, text]));
  expect(files?.length).toBeGreaterThan(100);
  // The others lead on, to a page or away from a form's address.
  const answered = files?.filter(({ file }) => ANSWERS.test(codes.get(file) ?? ""));
  expect(answered?.length).toBeGreaterThan(20);
  const ahead = answered?.filter(({ path }) => isFetched(path)).map(({ path }) => path);
  expect(ahead?.sort()).toEqual([
    "/.well-known/security.txt",
    "/healthz",
    "/metrics",
    "/prefetch.rules",
    "/readyz",
  ]);
});

test("every page is fetched ahead but those of the back office, the API, the sandbox, the mailbox and the webhooks", async () => {
  const { isFetched } = await rulesFor();
  const left = pages?.filter(({ path }) => !isFetched(path)).map(({ path }) => path.split("/")[1]);
  expect([...new Set(left)].sort()).toEqual(["admin", "api", "dev", "sandbox", "webhooks"]);
});

test("a phone fetches a page ahead when a finger is on the link, not by what is in sight", async () => {
  const phone = agentOf("Linux; Android 10; K", "Chrome/156.0.0.0 Mobile");
  expect((await rulesFor(phone)).eagerness).toBe("conservative");
  expect((await rulesFor()).eagerness).toBe("moderate");
});

test("a Chromium that would show what it fetched before a form was sent fetches nothing ahead", async () => {
  for (const brand of ["Chrome/137.0.0.0", "Version/18.0"])
    expect(await answerTo(agentOf("X11; Linux x86_64", brand))).toEqual({ prefetch: [] });
});
