import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { sandboxProvider } from "../../../app/domain/payments/providers/sandbox.server.ts";
import type { DB } from "../../../db/schema.ts";
import { createSandboxWorld } from "../money/sandbox-world.ts";
import { openNoticeInbox } from "./notice-inbox.ts";
import type { Made, ProviderWorld, Visit } from "./provider-world.ts";
import { openWeakLine } from "./weak-line.ts";

const CARDS = { paid: "4242 4242 4242 4242", declined: "4000 0000 0000 0002", disputed: "4000000000000259" };
const LATER = "DE08 3704 0044 0532 0130 03";
const RETURNED = "DE62 3704 0044 0532 0130 01";
const HOLDER = { holder: "Ada Muster" };

/** The built-in sandbox, as the contract meets it. */
export async function openSandboxWorld(db: Kysely<DB>): Promise<ProviderWorld> {
  const world = await createSandboxWorld(db);
  const inbox = await openNoticeInbox(world.clock.now);
  const { pathname, origin } = new URL(world.door.apiUrl);
  const line = await openWeakLine(origin);
  const door = { name: "sandbox", ...world.door, apiUrl: line.origin + pathname, noticeUrl: inbox.url };
  const order: ProviderWorld["order"] = (change) =>
    world.order({ paymentId: uuid(), noticeUrl: inbox.url, ...change });
  const provider = sandboxProvider(door);
  /** The debits that were begun: how one ends is decided by its account, so the visit waits for the ending. */
  const begun = new Set<string>();

  const tokenOf = ({ redirectUrl }: Made) => new URL(redirectUrl).pathname.split("/").at(-1) ?? "";
  const pay = async (made: Made, fields: Record<string, string>) => {
    await world.sandbox.pay(tokenOf(made), fields);
    await world.pass(0);
  };
  const decide = async (url: string, act: string) => {
    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    await world.sandbox.decideAccount(token, { act, legal_name: "Kim Muster" });
  };
  const byCard = (number: string) => ({ number, expiry: "12/29", cvc: "123", ...HOLDER });
  return {
    provider,
    impatient: sandboxProvider({ ...door, timeoutMs: 50 }),
    stranger: sandboxProvider({ ...door, noticeSecret: "a-secret-of-somebody-else" }),
    line,
    now: world.clock.now,
    order,
    slowType: "INETCASH_DD",
    async visit(made, how: Visit) {
      if (how !== "under_way") return await pay(made, byCard(CARDS[how]));
      begun.add(made.providerRef);
      await pay(made, { iban: begun.size % 2 === 1 ? LATER : RETURNED, mandate: "yes", ...HOLDER });
    },
    async conclude() {
      await world.pass(60);
    },
    async dispute() {
      const made = await provider.create(order());
      await pay(made, byCard(CARDS.disputed));
      await world.pass(600);
      return made;
    },
    direct: {
      onboard: (url) => decide(url, "finish"),
      async payOut(accountRef) {
        const urls = { returnUrl: order().successUrl, refreshUrl: order().failedUrl };
        await decide((await provider.accounts?.onboardingUrl(accountRef, urls)) ?? "", "pay_out");
        const [payout] = (await provider.accounts?.payouts(accountRef, new Date(0))) ?? [];
        return payout?.payoutRef ?? "";
      },
      async feeReturned({ providerRef }) {
        const payment = await db
          .selectFrom("sandbox.payments")
          .select("fee_returned_minor")
          .where("ref", "=", providerRef)
          .executeTakeFirstOrThrow();
        return payment.fee_returned_minor;
      },
    },
    async notices() {
      await world.pass(0);
      return inbox.notices;
    },
    sign(body, at) {
      const seconds = Math.floor(at.getTime() / 1000);
      const mac = createHmac("sha256", world.door.noticeSecret)
        .update(`${seconds}.`)
        .update(body)
        .digest("hex");
      return {
        at,
        body: typeof body === "string" ? new TextEncoder().encode(body) : body,
        headers: new Headers({ "Tribute-Sandbox-Signature": `t=${seconds},v1=${mac}` }),
      };
    },
    async close() {
      await Promise.all([world.close(), line.close(), inbox.close()]);
    },
  };
}
