import { afterAll, beforeAll, expect, it } from "vitest";
import {
  DuplicatePost,
  type LinkedAccount,
  LinkRevoked,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  PinRefused,
  RateLimited,
} from "../../../app/domain/microblog/network-port.ts";
import type { WeakLine } from "../providers/weak-line.ts";

type Refusal = "credits" | "day" | "keys" | "rights";

/** A network as its contract meets it: the adapter, and what happens on the other side. */
export interface NetworkWorld {
  network: Network;
  /** The same, which waits for no answer for long. */
  impatient: Network;
  line: WeakLine;
  /** Whoever owns the account allows the link; returns the PIN, or the query with which it leads back. */
  allow(authorizeUrl: string, accountId: string, handle: string): Promise<string>;
  takeAway(accountId: string): void;
  limit(accountId: string, until: Date | null): void;
  /** PINs, or queries, that complete nothing. */
  wrongAnswers: readonly string[];
  /** Nobody may post there. */
  refuseAll(why: Refusal | null): void;
  /** What stands there of an account. */
  textsOf(accountId: string): string[];
  close(): Promise<void>;
}

/** What a network can do, and how it refuses: the contract follows it. */
interface Abilities {
  canFind: boolean;
  takesTheSameTwice: boolean;
  refusals: readonly Refusal[];
}

/** What every adapter to a network keeps (docs/product.md, 9.16). */
export function networkContract(open: () => Promise<NetworkWorld>, abilities: Abilities): void {
  let world: NetworkWorld;
  let last = 100;

  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  async function linked(): Promise<LinkedAccount> {
    last += 1;
    const { authorizeUrl, pending } = await world.network.begin();
    const pin = await world.allow(authorizeUrl, String(last), `creator_${last}`);
    return await world.network.complete(pending, pin);
  }

  /** Whether it stands there, as the network itself says where it can be asked. */
  async function isThere({ accountId, credentials }: LinkedAccount, text: string): Promise<boolean> {
    const order = { accountId, credentials, text, since: new Date() };
    if (!world.network.find) return world.textsOf(accountId).includes(text);
    return (await world.network.find(order)) !== null;
  }

  it("links an account by what its owner allowed, and says whose it is", async () => {
    const account = await linked();
    expect(account.handle).toBe(`creator_${last}`);
    expect(account.accountId).toMatch(new RegExp(`^${last}(/|$)`));
  });

  it("refuses a wrong answer, and takes the right one after it", async () => {
    const { authorizeUrl, pending } = await world.network.begin();
    const pin = await world.allow(authorizeUrl, "1", "one");
    for (const wrong of world.wrongAnswers)
      await expect(world.network.complete(pending, wrong)).rejects.toThrow(PinRefused);
    await expect(world.network.complete(pending, pin)).resolves.toMatchObject({ handle: "one" });
  });

  it("refuses the answer to another attempt", async () => {
    const mine = await world.network.begin();
    const other = await world.network.begin();
    const pin = await world.allow(other.authorizeUrl, "2", "two");
    await expect(world.network.complete(mine.pending, pin)).rejects.toThrow(PinRefused);
  });

  const TEXTS = [
    "Danke, Jördis! (50 % & mehr) *~'\"+=?",
    "Thank you 💛 <3",
    "See https://tribute.example/joerdis?a=1&b=2 for more",
  ];
  it.each(TEXTS)("posts %s as it is", async (text) => {
    const account = await linked();
    await world.network.post({ ...account, text });
    expect(world.textsOf(account.accountId)).toEqual([text]);
    expect(world.network.count(text)).toBeLessThanOrEqual(world.network.maxCharacters);
  });

  if (abilities.canFind)
    it.each(TEXTS)("finds %s again, and nothing else", async (text) => {
      const account = await linked();
      const since = new Date();
      const made = await world.network.post({ ...account, text });
      expect(await world.network.find?.({ ...account, text, since })).toEqual(made);
      expect(await world.network.find?.({ ...account, text: `${text}!`, since })).toBeNull();
    });
  else
    it("says that a post cannot be looked up", () => {
      expect(world.network.find).toBeUndefined();
    });

  it("takes the same text once more, or says that it stands there already", async () => {
    const account = await linked();
    await world.network.post({ ...account, text: "Once" });
    const again = world.network.post({ ...account, text: "Once" });
    if (abilities.takesTheSameTwice) await expect(again).resolves.toBeDefined();
    else await expect(again).rejects.toThrow(DuplicatePost);
    expect(world.textsOf(account.accountId)).toHaveLength(abilities.takesTheSameTwice ? 2 : 1);
  });

  it("says when posts are taken again", async () => {
    const account = await linked();
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 300_000);
    world.limit(account.accountId, until);
    const refused = world.network.post({ ...account, text: "Slower" });
    await expect(refused).rejects.toThrow(RateLimited);
    // Whole seconds, perhaps one more: never before.
    const error: unknown = await refused.catch((each: unknown) => each);
    const late = error instanceof RateLimited ? error.until.getTime() - until.getTime() : Number.NaN;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(2000);
    world.limit(account.accountId, null);
    await expect(world.network.post({ ...account, text: "Slower" })).resolves.toBeDefined();
  });

  it("notices that the access was taken away, and that it was given back", async () => {
    const account = await linked();
    world.takeAway(account.accountId);
    await expect(world.network.post({ ...account, text: "Hello" })).rejects.toThrow(LinkRevoked);
    const other = await linked();
    await world.network.revoke(other.credentials);
    await expect(world.network.post({ ...other, text: "Hello" })).rejects.toThrow(LinkRevoked);
  });

  it("links nobody while it refuses our own keys, and is not taken for a wrong answer", async () => {
    const { authorizeUrl, pending } = await world.network.begin();
    const answer = await world.allow(authorizeUrl, "3", "three");
    world.refuseAll("keys");
    await expect(world.network.complete(pending, answer)).rejects.not.toThrow(LinkRevoked);
    world.refuseAll(null);
    await expect(world.network.complete(pending, answer)).resolves.toMatchObject({ handle: "three" });
  });

  it.each(abilities.refusals)("blames no creator when nobody may post (%s)", async (why) => {
    const account = await linked();
    world.refuseAll(why);
    await expect(world.network.post({ ...account, text: "Nobody" })).rejects.toThrow(NetworkPaused);
    world.refuseAll(null);
    await expect(world.network.post({ ...account, text: "Nobody" })).resolves.toBeDefined();
  });

  it.each(["failure", "lost_answer", "nonsense"] as const)(
    "does not know what became of a post after %s",
    async (fault) => {
      const account = await linked();
      world.line.failNext(fault, "POST");
      const lost = world.network.post({ ...account, text: "Perhaps" });
      await expect(lost).rejects.toThrow(NetworkUnavailable);
      // A failure that is answered was no post; whoever can look it up does so all the same.
      await expect(lost).rejects.toMatchObject({ mayBeDone: abilities.canFind || fault !== "failure" });
      await world.line.settled();
      expect(await isThere(account, "Perhaps")).toBe(fault !== "failure");
    },
  );

  it("waits for no answer without end", async () => {
    const account = await linked();
    world.line.hang(true);
    const lost = world.impatient.post({ ...account, text: "Hello" });
    await expect(lost).rejects.toMatchObject({ mayBeDone: abilities.canFind });
    world.line.hang(false);
  });

  it("knows that nothing was posted where nobody answered the door", async () => {
    const account = await linked();
    const { line } = world;
    await line.close();
    // A connection that was open may have carried something.
    await expect(world.network.post({ ...account, text: "Hello" })).rejects.toThrow(NetworkUnavailable);
    await expect(world.network.post({ ...account, text: "Hello" })).rejects.toMatchObject({
      mayBeDone: false,
    });
  });
}
