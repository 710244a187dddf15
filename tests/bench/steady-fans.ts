import type { Seen } from "./visitor-request.ts";

/** Sends a request from one of many addresses. */
export type Send = (
  method: "GET" | "POST",
  path: string,
  from: string,
  fields?: Record<string, string>,
) => Promise<Seen>;

/** Fans on their way through a tip, a post at a time. */
export interface Fans {
  /** The next post of the fan who has waited longest, or the first of a new one; returns its status. */
  post(): Promise<number>;
  /** The payments that fans have paid so far. */
  paid: string[];
}

export const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123", holder: "Ida Muster" };
export const CHOICE = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "" };
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

interface Fan {
  address: string;
  profile: string;
  /** What is posted next, and where. */
  path: string;
  step: "amount" | "details" | "payment" | "summary" | "card";
}

/** Tips of 5 for each of the profiles in turn. */
export async function createFans(
  send: Send,
  profiles: readonly string[],
  addressOf: (index: number) => string,
): Promise<Fans> {
  const prices = new Map<string, string>();
  for (const [index, profile] of profiles.entries())
    prices.set(profile, await priceOfFive(send, profile, `198.51.100.${index}`));
  const waiting: Fan[] = [];
  const paid: string[] = [];
  let fans = 0;
  const begin = (): Fan => {
    fans += 1;
    const profile = profiles[fans % profiles.length] ?? "";
    return { address: addressOf(fans), profile, path: `/${profile}`, step: "amount" };
  };
  const fields = {
    amount: () => ({ choice: "5.00" }),
    details: () => ({ name: "Ida" }),
    payment: () => CHOICE,
    summary: ({ profile }: Fan) => ({ charged_minor: prices.get(profile) ?? "" }),
    card: () => CARD,
  };
  return {
    paid,
    async post() {
      const fan = waiting.shift() ?? begin();
      const { status, location = "" } = await send("POST", fan.path, fan.address, fields[fan.step](fan));
      if (status === 503) waiting.push(fan);
      if (status !== 303) return status;
      const next = nextStep(location);
      if (next) waiting.push({ ...fan, ...next });
      else if (location.includes("/payment/success/")) paid.push(ID.exec(location)?.[0] ?? "");
      return status;
    },
  };
}

/** Where the answer to a post leads, when there is something to post. */
function nextStep(location: string): Pick<Fan, "path" | "step"> | null {
  const path = new URL(location, "http://localhost").pathname;
  if (path.startsWith("/sandbox/pay/")) return { path, step: "card" };
  const step = /\/(details|payment|summary)$/.exec(path)?.[1];
  return step === "details" || step === "payment" || step === "summary" ? { path, step } : null;
}

/** What the summary asks for: the price with fee and tax, in EUR. */
async function priceOfFive(send: Send, profile: string, from: string): Promise<string> {
  const { location = "" } = await send("POST", `/${profile}`, from, { choice: "5.00" });
  await send("POST", location, from, { message: "" });
  const payment = location.replace(/details$/, "payment");
  await send("POST", payment, from, CHOICE);
  const { text } = await send("GET", payment.replace(/payment$/, "summary"), from);
  const charged = /name="charged_minor" value="(\d+)"/.exec(text)?.[1];
  if (!charged) throw new Error("the summary asks for nothing");
  return charged;
}
