import { type Page, type PlainBrowser, plainBrowser } from "./plain-browser.ts";
import { CARD, CHOICE } from "./steady-fans.ts";

/** Pages of the product that a fan sees on the way: profile, details, payment, summary, and the last one twice. */
export const PAGES_OF_A_TIP = 6;

/** A fan who has paid, on the page where the provider leads back to. */
export interface FanAtTheEnd {
  browser: PlainBrowser;
  page: Page;
  payment_id: string;
}

const PAYMENT_ID = /\/payment\/success\/([0-9a-f-]{36})/;

/** Lets fans come one after the other, `clients` at once, until the time is over; each goes to the end. */
export async function walkTips(
  base: string,
  profiles: readonly string[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<FanAtTheEnd[]> {
  const until = performance.now() + seconds * 1000;
  const fans: FanAtTheEnd[] = [];
  let begun = 0;
  const come = async (): Promise<void> => {
    while (performance.now() < until) {
      const profile = profiles[begun % profiles.length] ?? "";
      begun += 1;
      fans.push(await walkTip(base, profile));
    }
  };
  await Promise.all(Array.from({ length: clients }, come));
  return fans;
}

/** A fan on the way, on the page that the last step has led to. */
export interface FanOnTheWay {
  browser: PlainBrowser;
  page: Page;
}

interface TipStep {
  name: string;
  /** Does what the page that the fan is on asks for; returns the next page. */
  go(fan: FanOnTheWay): Promise<Page>;
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** What a fan does after having opened a creator's page. */
export const TIP_STEPS: readonly TipStep[] = [
  { name: "amount", go: ({ browser, page }) => browser.post(page.url, form({ amount: "5" })) },
  {
    name: "details",
    go({ browser, page }) {
      const words = new FormData();
      words.set("name", "Ida");
      words.set("message", "Danke!");
      return browser.post(page.url, words);
    },
  },
  { name: "payment", go: ({ browser, page }) => browser.post(page.url, form(CHOICE)) },
  {
    name: "summary",
    go({ browser, page }) {
      const charged_minor = /name="charged_minor" value="(\d+)"/.exec(page.text)?.[1];
      if (!charged_minor) throw new Error(`${page.url} is no summary`);
      return browser.post(page.url, form({ charged_minor }));
    },
  },
  { name: "card", go: ({ browser, page }) => browser.post(page.url, form(CARD)) },
];

/** Opens a creator's page. */
export async function arrive(base: string, profile: string): Promise<FanOnTheWay> {
  const browser = plainBrowser();
  return { browser, page: await browser.get(`${base}/${profile}`) };
}

/** From a creator's page to where the provider leads back to, as a browser without script goes. */
export async function walkTip(base: string, profile: string): Promise<FanAtTheEnd> {
  const fan = await arrive(base, profile);
  for (const { go } of TIP_STEPS) fan.page = await go(fan);
  return atTheEnd(fan);
}

/** The payment of a fan who has gone through all steps. */
export function atTheEnd(fan: FanOnTheWay): FanAtTheEnd {
  const payment_id = PAYMENT_ID.exec(fan.page.url)?.[1];
  if (!payment_id) throw new Error(`who has paid comes to ${fan.page.url}`);
  return { ...fan, payment_id };
}

/** The page renews itself while the provider's notice is under way: once more when all of it is there. */
export async function seeThanks({ browser, page }: FanAtTheEnd): Promise<void> {
  const { text } = await browser.get(page.url);
  if (/http-equiv="refresh"/i.test(text)) throw new Error(`${page.url} still waits`);
}
