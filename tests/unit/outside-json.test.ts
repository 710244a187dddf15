import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readInteraction } from "../../app/domain/chat-bot/interaction.ts";
import { parseOutsideJson } from "../../app/domain/outside-json.server.ts";
import { readSandboxEvent } from "../../app/domain/payments/providers/sandbox.server.ts";
import { readStripeEvent } from "../../app/domain/payments/providers/stripe/objects.ts";
import { listCode } from "../../scripts/source-files.ts";
import { ODD_JSON } from "../support/http/fuzz-words.ts";

// What others send as JSON: its types are looked at before its lengths, by one reader.

const NOW = new Date("2026-11-25T10:00:00Z");
const SECRET = "a-secret-of-webhooks";
const user = { id: "7", username: "fan_of_ada", global_name: "A fan" };
const COMMAND = {
  ...{ id: "1", type: 2, application_id: "3", guild_id: "900", locale: "en-GB", user, member: { user } },
  data: { name: "tip", options: [{ name: "amount", type: 3, value: "5" }] },
};
const NOTICE = {
  ...{ event_id: "e", kind: "payment.paid", payment_ref: "r", payment_id: "p", created_at: "2026-11-25" },
};
const charge = { id: "ch_1", object: "charge", payment_intent: "pi_1", metadata: {}, amount: 5 };
const EVENT = { id: "evt_1", type: "charge.refunded", created: 5, livemode: false, data: { object: charge } };

function signed(name: string, body: string): Headers {
  const seconds = String(NOW.getTime() / 1000);
  return new Headers({
    [name]: `t=${seconds},v1=${createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex")}`,
  });
}

const bytesOf = (body: string) => new TextEncoder().encode(body);

const READERS = [
  {
    what: "a command of the chat server",
    valid: COMMAND,
    read: (body: string) => readInteraction(bytesOf(body), "3"),
  },
  {
    what: "a notice of the sandbox",
    valid: NOTICE,
    read: (body: string) =>
      readSandboxEvent(SECRET, bytesOf(body), signed("Tribute-Sandbox-Signature", body), NOW),
  },
  {
    what: "an event of Stripe",
    valid: EVENT,
    read: (body: string) =>
      readStripeEvent({ own: SECRET, connected: null }, bytesOf(body), signed("Stripe-Signature", body), NOW),
  },
];

/** The value with another one in each of its places, one place at a time. */
function* withEachPlace(value: unknown, odd: unknown): Generator<unknown> {
  yield odd;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const changed of withEachPlace(part, odd))
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

describe.for(READERS)("$what", ({ what, valid, read }) => {
  test(`${what} with any value in any place is read without a fault`, () => {
    for (const odd of ODD_JSON)
      for (const changed of withEachPlace(valid, odd)) {
        const body = JSON.stringify(changed);
        expect(() => read(body), body).not.toThrow();
      }
  });
});

test("objects of others have no length, and keep the rest", () => {
  const body = '{"email":{"length":{"toString":null},"name":"Ida"},"list":[1,2]}';
  expect(parseOutsideJson(body)).toEqual({ email: { name: "Ida" }, list: [1, 2] });
});

test.for([
  ["no JSON", "{email:"],
  ["broken UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ["nothing", ""],
] as const)("%s is undefined", ([, body]) => {
  expect(parseOutsideJson(body)).toBeUndefined();
});

test("JSON is parsed elsewhere only where it is our own, or an outside party's", () => {
  const parsing = listCode("app").filter(({ text }) => /\bJSON\.parse\(|\.json\(\)/.test(text));
  expect(parsing.map(({ name }) => name).sort()).toEqual(
    [
      // In the browser, of our own answers.
      "app/enhance/form-comforts.ts",
      "app/enhance/passkey.ts",
      "app/enhance/show-overlay.ts",
      "app/enhance/watch-payment.ts",
      "app/enhance/watch-viewer.ts",
      "app/ui/components/passkey-request.tsx",
      "app/ui/shells/viewer-refresh.tsx",
      "app/ui/upload/use-upload.tsx",
      // What we encrypted or logged ourselves.
      "app/domain/microblog/networks/discord.server.ts",
      "app/domain/microblog/networks/x.server.ts",
      "app/http/remembered-fan.server.ts",
      "app/routes/public/contracts/declare.server.ts",
      "app/domain/payments/settlements/settlement-import.server.ts",
      "app/domain/payouts/destinations/payout-data.server.ts",
      "app/domain/sellers/tax-details.server.ts",
      "app/server/log.server.ts",
      // Between the sandbox and its adapter, behind a key.
      "app/domain/payments/providers/sandbox.server.ts",
      "app/sandbox-provider/merchant-api.server.ts",
      // Between the demo's stand-ins of networks and the product.
      "app/stand-ins/discord-member.server.ts",
      "app/stand-ins/discord-stand-in.server.ts",
      "app/stand-ins/x-stand-in.server.ts",
      "app/domain/outside-json.server.ts",
    ].sort(),
  );
});
