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

/** From a creator's page to where the provider leads back to, as a browser without script goes. */
async function walkTip(base: string, profile: string): Promise<FanAtTheEnd> {
  const browser = plainBrowser();
  const first = await browser.get(`${base}/${profile}`);
  const details = await browser.post(first.url, new URLSearchParams({ amount: "5" }));
  const words = new FormData();
  words.set("name", "Ida");
  words.set("message", "Danke!");
  const payment = await browser.post(details.url, words);
  const summary = await browser.post(payment.url, new URLSearchParams(CHOICE));
  const charged_minor = /name="charged_minor" value="(\d+)"/.exec(summary.text)?.[1];
  if (!charged_minor) throw new Error(`${summary.url} is no summary`);
  const card = await browser.post(summary.url, new URLSearchParams({ charged_minor }));
  const page = await browser.post(card.url, new URLSearchParams(CARD));
  const payment_id = PAYMENT_ID.exec(page.url)?.[1];
  if (!payment_id) throw new Error(`who has paid comes to ${page.url}`);
  return { browser, page, payment_id };
}

/** The page renews itself while the provider's notice is under way: once more when all of it is there. */
export async function seeThanks({ browser, page }: FanAtTheEnd): Promise<void> {
  const { text } = await browser.get(page.url);
  if (/http-equiv="refresh"/i.test(text)) throw new Error(`${page.url} still waits`);
}
