import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import type { EventReading, ProviderAbilities } from "../../../app/domain/payments/provider-port.ts";
import type { SentNotice } from "./notice-inbox.ts";
import type { Made, ProviderWorld } from "./provider-world.ts";
import { whereAble } from "./where-able.ts";

/** What every provider keeps to in its notices: a part of the contract. */
export function noticeContract(abilities: ProviderAbilities, world: () => ProviderWorld): void {
  const read = ({ body, headers, at }: SentNotice, by = world().provider) => by.readEvent(body, headers, at);
  /** What a notice is about, as the product finds it out. */
  async function named(reading: EventReading) {
    if (reading.outcome === "verified") return reading;
    if (reading.outcome !== "unnamed") return null;
    const name = await world().provider.nameOf?.(reading.about);
    return name ? { ...reading, ...name } : null;
  }
  async function noticesAbout({ providerRef }: Made) {
    const all = await Promise.all((await world().notices()).map((notice) => named(read(notice))));
    return all.filter((each) => each?.providerRef === providerRef);
  }
  async function paid() {
    const order = world().order();
    const made = await world().provider.create(order);
    await world().visit(made, "paid");
    return { order, made };
  }

  it("a notice about a payment says which one it is, by our id and the provider's name", async () => {
    const { order, made } = await paid();
    const news = await noticesAbout(made);
    expect(news.length).toBeGreaterThan(0);
    for (const each of news) {
      expect(each).toMatchObject({ paymentId: order.paymentId, providerRef: made.providerRef });
      expect(each?.eventId).toMatch(/^[\x20-\x7e]{1,100}$/);
      expect(each?.kind).toMatch(/^[\x20-\x7e]{1,100}$/);
    }
    expect(new Set(news.map((each) => each?.eventId)).size).toBe(news.length);
  });

  whereAble(abilities.refunds)("a notice comes for a refund and for a dispute, too", async () => {
    const { made } = await paid();
    const before = (await noticesAbout(made)).length;
    await world().provider.refund({ refundId: uuid(), ...made, amountMinor: 100, currency: "EUR" });
    expect((await noticesAbout(made)).length).toBeGreaterThan(before);
    expect((await noticesAbout(await world().dispute())).length).toBeGreaterThan(1);
  });

  it("a notice that was tampered with, or signed by another secret, is refused", async () => {
    const { made } = await paid();
    const refused = { outcome: "refused", reason: "signature" };
    const [notice] = await world().notices();
    if (!notice) throw new Error(`no notice came of ${made.providerRef}`);
    expect(read(notice, world().stranger)).toEqual(refused);
    const body = Uint8Array.from(notice.body);
    body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
    expect(read({ ...notice, body })).toEqual(refused);
    expect(read({ ...notice, body: new Uint8Array() })).toEqual(refused);
    expect(read({ ...notice, headers: new Headers() })).toEqual(refused);
  });

  it("a notice that is old, or from tomorrow, is refused", async () => {
    await paid();
    const { body } = await lastNotice();
    const at = (seconds: number) => {
      const signed = world().sign(body, new Date(world().now().getTime() + seconds * 1000));
      return read({ ...signed, at: world().now() });
    };
    expect(at(0).outcome).not.toBe("refused");
    expect(at(-290).outcome).not.toBe("refused");
    expect(at(-310)).toEqual({ outcome: "refused", reason: "stale" });
    expect(at(310)).toEqual({ outcome: "refused", reason: "stale" });
  });

  it("a notice that is signed and makes no sense is refused", () => {
    for (const body of ["", "{", "null", "[]", "{}", '{"id":1}', Buffer.from([0xff, 0xfe, 0x7b])])
      expect(read(world().sign(body, world().now()))).toEqual({ outcome: "refused", reason: "malformed" });
  });

  async function lastNotice(): Promise<SentNotice> {
    const notice = (await world().notices()).at(-1);
    if (!notice) throw new Error("no notice came");
    return notice;
  }
}
