import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { eventually } from "../eventually.ts";
import { type Answer, acceptLanguage, ask, formBody } from "./http-requests.ts";

/** A fan that sends bare HTTP to the product: it keeps no cookies and follows no redirect. */
export interface WireFan {
  locale: "de" | "en";
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(
    path: string,
    fields: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  send(
    method: string,
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): Promise<Answer>;
  /** The page that a redirect leads to, with the cookies that came with it, as a browser goes on. */
  follow(answer: Answer): Promise<Answer>;
}

export function wireFan(
  locale: "de" | "en",
  always: Record<string, string> = {},
  url = inject("product").url,
): WireFan {
  const address = (path: string) => {
    if (path === "") throw new Error("an empty address would lead to the home page");
    return new URL(path, url).href;
  };
  const common: Record<string, string> = { ...acceptLanguage(locale), ...always };
  const get: WireFan["get"] = async (path, headers) =>
    await asDocumented("GET", path, await ask(address(path), { headers: { ...common, ...headers } }));
  const send: WireFan["send"] = async (method, path, body, headers) => {
    const asked = { method, headers: { ...common, ...headers }, body };
    return await asDocumented(method, path, await ask(address(path), asked));
  };
  return {
    locale,
    get,
    post: async (path, fields, headers) => {
      const form = formBody(fields);
      return await send("POST", path, form.body, { ...form.headers, ...headers });
    },
    send,
    follow: async ({ headers }) => {
      const fresh = [headers["set-cookie"]].flat().map((cookie) => cookie?.split(";")[0]);
      const cookies = [common.Cookie, ...fresh].filter(Boolean).join("; ");
      return await get((headers.location ?? "").replace(/#.*/, ""), { Cookie: cookies });
    },
  };
}

/** A form with a file, as a browser sends it. */
export function multipart(
  fields: Record<string, string>,
  file?: { field: string; name: string; type: string; bytes: Uint8Array },
): { headers: Record<string, string>; body: Uint8Array } {
  const boundary = `----tribute${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = file
    ? `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.type}\r\n\r\n`
    : "";
  const bytes = [
    Buffer.from(parts.join("") + head),
    Buffer.from(file?.bytes ?? []),
    Buffer.from(`${file ? "\r\n" : ""}--${boundary}--\r\n`),
  ];
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(bytes),
  };
}

/** Begins a tip; returns the address that its steps share, such as /joerdis/tip/token. */
export async function beginTip(fan: WireFan, username = "joerdis", amount = "5"): Promise<string> {
  const answer = await fan.post(`/${username}`, { amount });
  expect(answer.status).toBe(303);
  return (answer.headers.location ?? "").replace(/\/details$/, "");
}

/** The address of a tip's picture, as the page of its details names it to this fan. */
export async function pictureOf(fan: WireFan, tip: string): Promise<string> {
  const { text } = await fan.get(`${tip}/details`);
  const address = /src="([^"]+\/image\?signature=[^"]+)"/.exec(text)?.[1];
  if (!address) throw new Error(`${tip} shows no picture`);
  return address;
}

/** Takes a tip through its steps up to the summary. */
export async function prepareTip(
  fan: WireFan,
  {
    username = "joerdis",
    name = "Ida",
    amount = "5",
    type = "INETCASH_CC" as PaymentType,
    email = "",
    words = "Danke!",
    onPage = false,
  } = {},
): Promise<string> {
  const tip = await beginTip(fan, username, amount);
  expect(
    (await fan.post(`${tip}/details`, { name, message: words, ...(onPage ? { show_on_page: "1" } : {}) }))
      .status,
  ).toBe(303);
  const choice = { type, country: "DE", pay_currency: "EUR", email };
  expect((await fan.post(`${tip}/payment`, choice)).headers.location).toBe(`${tip}/summary`);
  return tip;
}

/** An answer of the API, which its document has to describe; others as they are. */
async function asDocumented(method: string, path: string, answer: Answer): Promise<Answer> {
  if (!/^\/(api|oauth)\//.test(path)) return answer;
  const { contractFault } = await import("./api-contract.ts");
  const fault = contractFault(method, path, answer);
  if (fault !== null) throw new Error(fault);
  return answer;
}

/** The price that stands on the summary, as its form sends it. */
export async function seenCharge(fan: WireFan, tip: string): Promise<string> {
  return (await summaryForm(fan, tip)).charged_minor ?? "";
}

/** What the summary's form sends: the price, and for a group by how many the tip is shared. */
export async function summaryForm(fan: WireFan, tip: string): Promise<Record<string, string>> {
  const { text } = await fan.get(`${tip}/summary`);
  const fields = [...text.matchAll(/name="(charged_minor|members)" value="([^"]+)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
}

const buyersCookies = new Map<string, string>();

/** Keeps for a voucher's steps the cookie of the browser that began it. */
export function keepBuyersCookie(voucher: string, answer: Answer): void {
  buyersCookies.set(voucher, payingCookie(answer));
}

/** The cookie by which the browser is known that began a voucher. */
export function buyersCookie(voucher: string): { Cookie: string } {
  return { Cookie: buyersCookies.get(voucher) ?? "" };
}

const payingCookie = ({ headers }: Answer) =>
  /^paying=[^;]+/.exec([headers["set-cookie"]].flat().join("\n"))?.[0] ?? "";

const payersCookies = new WeakMap<WireFan, { Cookie: string }>();

/** The cookie by which the browser is known that went to the provider last. */
export function payersCookie(fan: WireFan): { Cookie: string } {
  const cookie = payersCookies.get(fan);
  if (!cookie?.Cookie) throw new Error("this fan has not gone to the provider");
  return cookie;
}

/** From the summary to the provider: its page's path. */
export async function goToProvider(fan: WireFan, tip: string): Promise<string> {
  const own = buyersCookies.has(tip) ? buyersCookie(tip) : undefined;
  const answer = await fan.post(`${tip}/summary`, await summaryForm(fan, tip), own);
  expect(answer.status).toBe(303);
  payersCookies.set(fan, { Cookie: payingCookie(answer) });
  return new URL(answer.headers.location ?? "").pathname;
}

/** What a payer types on the provider's page. */
export const TYPED = {
  card: { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123", holder: "Ida Muster" },
  declinedCard: { number: "4000 0000 0000 0002", expiry: "12/40", cvc: "123", holder: "Ida Muster" },
  challengedCard: { number: "4000 0025 0000 3155", expiry: "12/40", cvc: "123", holder: "Ida Muster" },
  laterBank: { bank: "later" },
};

/** Pays at the provider; returns the payment's id once it stands in the given state. */
export async function payAtProvider(
  fan: WireFan,
  page: string,
  typed: Record<string, string>,
  state: string,
): Promise<string> {
  const answer = await fan.post(page, typed);
  expect(answer.status).toBe(303);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answer.headers.location ?? "")?.[0] ?? "";
  await eventually(`the payment is ${state}`, async () => (await readPayment(fan, id)).status === state);
  return id;
}

export async function readPayment(fan: WireFan, id: string): Promise<Record<string, unknown>> {
  const { data } = JSON.parse((await fan.get(`/api/payment/${id}`)).text);
  return data;
}
