import { expect } from "vitest";
import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { keepBuyersCookie, type WireFan } from "./http-client.ts";
import type { Stop } from "./stop.ts";

/** What is typed to buy a voucher; what is left out is the most usual. */
export const BUYER = {
  amount: "",
  choice: "25.00",
  currency: "EUR",
  message: "Zum Geburtstag!",
  sender_name: "Ida",
  email: "ida.buyer@fans.example",
  country: "DE",
};

/** Begins to buy a voucher; returns the address that its steps share, such as /voucher/token. */
export async function beginVoucher(fan: WireFan, typed: Partial<typeof BUYER> = {}): Promise<string> {
  const answer = await fan.post("/voucher", { ...BUYER, ...typed });
  expect(answer.status).toBe(303);
  const voucher = (answer.headers.location ?? "").replace(/\/payment$/, "");
  keepBuyersCookie(voucher, answer);
  return voucher;
}

/** Takes a voucher through its steps up to the summary. */
export async function prepareVoucher(
  fan: WireFan,
  { type = "INETCASH_CC" as PaymentType, payIn = "EUR", ...typed } = {} as Partial<typeof BUYER> & {
    type?: PaymentType;
    payIn?: string;
  },
): Promise<string> {
  const voucher = await beginVoucher(fan, typed);
  const answer = await fan.post(`${voucher}/payment`, { type, pay_currency: payIn });
  expect(answer.headers.location).toBe(`${voucher}/summary`);
  return voucher;
}

/** Vouchers in every state that an address can be about. */
export interface VoucherWorld {
  voucherDraft: string;
  voucherReady: string;
}

export const makeVouchers = async (fan: WireFan): Promise<VoucherWorld> => ({
  voucherDraft: await beginVoucher(fan),
  voucherReady: await prepareVoucher(fan),
});

const foreign = (world: VoucherWorld, step: string): Stop[] => [
  { path: `/voucher/x/${step}`, status: 404 },
  { path: `${world.voucherDraft.slice(0, -1)}~/${step}`, status: 404 },
];

/** Where the walk calls while a voucher is bought. */
export const VOUCHER_STOPS: Record<string, (world: VoucherWorld) => Stop[]> = {
  "/voucher": (world) => [
    { path: "/voucher", status: 200, cache: "revalidated" },
    { path: `/voucher?voucher=${world.voucherDraft.slice("/voucher/".length)}`, status: 200 },
    { path: "/voucher?voucher=x", status: 200 },
  ],
  "/voucher/:amount": () => [
    { path: "/voucher/25", status: 200, cache: "revalidated" },
    { path: "/voucher/12,50", status: 200, cache: "revalidated" },
    { path: "/voucher/900", status: 200, cache: "revalidated" },
    { path: "/voucher/4.99", status: 404 },
    { path: "/voucher/abc", status: 404 },
  ],
  "/voucher/:token/payment": (world) => [
    { path: `${world.voucherDraft}/payment`, status: 200 },
    { path: `${world.voucherReady}/payment`, status: 200 },
    ...foreign(world, "payment"),
  ],
  "/voucher/:token/summary": (world) => [
    { path: `${world.voucherReady}/summary`, status: 200 },
    { path: `${world.voucherDraft}/summary`, status: 303, kind: "nothing" },
    ...foreign(world, "summary"),
  ],
  "/voucher/code/:token": () => [{ path: "/voucher/code/x", status: 404 }],
  "/voucher/code/:token/pdf": () => [{ path: "/voucher/code/x/pdf", status: 404, kind: "nothing" }],
};

/** The forms of buying a voucher, each with an address of the world that is there when it is asked for. */
export const voucherForms = (world: () => VoucherWorld): Record<string, () => string> => ({
  "/voucher": () => "/voucher",
  "/voucher/:amount": () => "/voucher/25",
  "/voucher/:token/payment": () => `${world().voucherDraft}/payment`,
  "/voucher/:token/summary": () => `${world().voucherReady}/summary`,
});
