import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { prepareTip, wireFan } from "../http/http-client.ts";
import type { Visitor } from "./browser.ts";

/**
 * Opens the summary of a tip of 5.00 whose steps were taken without the browser, as `comeToSummary` (fan.ts) takes them
 * in it: for what begins at the summary. `url` is that of a product of the test's own.
 */
export async function openSummary(
  visitor: Visitor,
  wish: { type?: PaymentType; email?: string } = {},
  url?: string,
): Promise<void> {
  const fan = wireFan(visitor.circumstances.locale, {}, url);
  const tip = await prepareTip(fan, { ...wish, words: "Das Lied mit dem Regen!" });
  await visitor.visit(`${tip}/summary`);
}
