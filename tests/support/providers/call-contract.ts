import { expect, it } from "vitest";
import type {
  CallPayment,
  CallReading,
  PaymentSnapshot,
  ProviderCall,
} from "../../../app/domain/payments/provider-port.ts";
import type { ProviderWorld, Visit } from "./provider-world.ts";

type Understood = Extract<CallReading, { outcome: "understood" }>;

/** What a provider keeps to that signs nothing, and calls us instead: a part of the contract. */
export function callContract(world: () => ProviderWorld): void {
  const read = (call: ProviderCall, by = world().provider) => by.readCall?.(call);

  const understood = (call: ProviderCall): Understood[] => {
    const reading = read(call);
    return reading?.outcome === "understood" ? [reading] : [];
  };

  async function visited(how: Visit) {
    const order = world().order();
    const made = await world().provider.create(order);
    await world().visit(made, how);
    const calls = (world().calls?.() ?? []).filter((call) =>
      understood(call).some(({ providerRef }) => providerRef === made.providerRef),
    );
    const readings = calls.flatMap((call) => understood(call));
    return { order, made, calls, readings };
  }
  function newsOf(
    { providerRef, paymentId, event }: Understood,
    asked = { amountMinor: 2798, currency: "EUR" },
  ) {
    if (!event) return null;
    const news = { eventId: event.eventId, kind: event.kind, providerRef, at: world().now() };
    return world().provider.snapshotOfCall?.(news, { paymentId, ...asked }) ?? null;
  }

  it.each([
    ["paid", "PAID"],
    ["declined", "FAILED"],
  ] as const)(
    "a call tells of a payment that was %s, once by one name, and is answered the same again",
    async (how, state) => {
      const { order, readings, made, calls } = await visited(how);
      const news = readings.filter(({ event }) => event !== null);
      expect(news).toHaveLength(1);
      expect(readings.every(({ paymentId }) => paymentId === order.paymentId)).toBe(true);
      const [first] = news;
      if (!first?.event) throw new Error("no event was read");
      expect(first.event.eventId).toMatch(/^[\x20-\x7e]{1,100}$/);
      expect(first.event.kind).toMatch(/^[\x20-\x7e]{1,100}$/);
      expect(newsOf(first)).toMatchObject<Partial<PaymentSnapshot>>({
        ...{ state, paymentId: order.paymentId, providerRef: made.providerRef },
        ...{ amountMinor: 2798, currency: "EUR" },
      });
      expect((newsOf(first)?.failureCode === null) === (how === "paid")).toBe(true);
      const again = calls.flatMap(understood).at(-1);
      expect(again?.event).toEqual(first.event);
      expect(again?.reply(ASKED)).toEqual(first.reply(ASKED));
    },
  );

  it("calls about two payments have two names", async () => {
    const [one, other] = [await visited("declined"), await visited("declined")];
    const names = [...one.readings, ...other.readings].flatMap(({ event }) => event?.eventId ?? []);
    expect(new Set(names).size).toBe(2);
  });

  it("a call that asks tells nothing, and learns the amount while the payment is open alone", async () => {
    const { readings } = await visited("paid");
    const question = readings.find(({ event }) => event === null);
    const text = (asked: CallPayment) => Buffer.from(question?.reply(asked).body ?? []).toString("latin1");
    expect(text(ASKED)).toContain("2798");
    expect(question?.reply({ ...ASKED, isOpen: false }).status).toBeGreaterThanOrEqual(400);
    expect(text({ ...ASKED, isOpen: false })).not.toContain("2798");
  });

  it("a call with another secret, from another address or about nothing of ours is a stranger's", async () => {
    const { calls } = await visited("paid");
    for (const call of calls) {
      const stranger = { outcome: "stranger" };
      expect(read(call, world().stranger)).toEqual(stranger);
      for (const secret of ["", call.secret.slice(1), `${call.secret}0`])
        expect(read({ ...call, secret })).toEqual(stranger);
      for (const address of ["203.0.113.9", "", "localhost", "::1"])
        expect(read({ ...call, address })).toEqual(stranger);
      expect(read({ ...call, query: new URLSearchParams() })).toEqual(stranger);
      for (const shopid of ["", "nobody", "0".repeat(32), "f".repeat(32)]) {
        const query = new URLSearchParams(call.query);
        query.set("shopid", shopid);
        const reading = read({ ...call, query });
        // Another one may happen to be the name of a payment that nobody made.
        if (reading?.outcome === "understood") expect(world().order().paymentId).not.toBe(reading.paymentId);
        else expect(reading).toEqual(stranger);
      }
    }
  });

  it("a notice that is posted to a provider that signs nothing is refused", () => {
    const body = new TextEncoder().encode("{}");
    expect(world().provider.readEvent(body, new Headers(), world().now()).outcome).toBe("refused");
  });
}

const ASKED: CallPayment = {
  ...{ country: "DE", amountMinor: 2798, currency: "EUR", isOpen: true },
  successUrl: "https://tribute.example/payment/success/1",
  failedUrl: "https://tribute.example/payment/failed?payment=1",
};
