import { CARD, CHOICE } from "../bench/steady-fans.ts";
import type { Seen } from "../bench/visitor-request.ts";
import type { StepSender } from "./step-requests.ts";

/** A fan who saw that the tip was paid. */
export interface Acknowledged {
  /** The fan's own words, which no other tip has. */
  message: string;
  payment_id: string;
  tookMs: number;
}

/** An answer that no repetition mends. */
class LostFan extends Error {}

const SCRIPTS = /(?:src|href)="(\/assets\/[^"]+\.js)"/g;
const PAYMENT_ID = /\/payment\/success\/([0-9a-f-]{36})/;

/**
 * Goes from a creator's page through a whole tip to the thanks, 6 pages and 5 posts, as a browser without script does;
 * each step is repeated until it is answered. With `has_script` it gets the scripts of each page as well. `onPaid` is called in the moment in which the fan is led to the thanks.
 */
export async function walkAsFan(
  sender: StepSender,
  base: string,
  fan: { profile: string; message: string; address: string; has_script: boolean },
  onPaid: (paid: Acknowledged) => void,
): Promise<void> {
  const begun = performance.now();
  let here = `${base}/${fan.profile}`;
  const open = async (): Promise<Seen> => {
    const answer = await sender.send("GET", here, fan.address);
    if (answer.status !== 200) throw new LostFan(`${here} was answered with ${answer.status}`);
    const scripts = fan.has_script ? answer.text.matchAll(SCRIPTS) : [];
    for (const [, script = ""] of scripts) {
      const { status } = await sender.send("GET", base + script, fan.address);
      if (status !== 200) throw new LostFan(`a page's script was answered with ${status}`);
    }
    return answer;
  };
  const post = async (fields: Record<string, string>): Promise<void> => {
    const answer = await sender.send("POST", here, fan.address, new URLSearchParams(fields));
    if (answer.status !== 303 || !answer.location)
      throw new LostFan(`a post to ${here} was answered with ${answer.status}`);
    here = new URL(answer.location, here).href;
  };
  await open();
  await post({ amount: "5" });
  await open();
  await post({ name: "Ida", message: fan.message });
  await open();
  await post(CHOICE);
  const { text } = await open();
  const charged_minor = /name="charged_minor" value="(\d+)"/.exec(text)?.[1];
  if (!charged_minor) throw new LostFan(`${here} is no summary`);
  await post({ charged_minor });
  if (!PAYMENT_ID.test(here)) {
    await open();
    await post({ ...CARD });
  }
  const payment_id = PAYMENT_ID.exec(here)?.[1];
  if (!payment_id) throw new LostFan(`who has paid comes to ${here}`);
  onPaid({ message: fan.message, payment_id, tookMs: performance.now() - begun });
  await open();
}
