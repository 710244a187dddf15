import type { Answer } from "../../support/http/http-requests.ts";
import { PUBLIC_ORIGIN } from "../instance.ts";
import { isTaken, Visitor } from "../visitor.ts";
import { someCreator, type World } from "../world-state.ts";

type Attempt = (world: World) => Promise<{ what: string; answer: Answer } | null>;

const ATTEMPTS: readonly Attempt[] = [
  ...[forgeEvent, refundOfAnother, postFromElsewhere, officeWithoutRole, withdrawTooMuch],
];

/** What is not theirs is refused, whatever else goes on. */
export function strangerTries(world: World): void {
  world.begin("stranger tries", null, async () => {
    const outcomes: string[] = [];
    for (const attempt of ATTEMPTS) {
      const tried = await attempt(world);
      if (tried === null) continue;
      const { what, answer } = tried;
      const { status, headers } = answer;
      if (status < 300 || isTaken(answer))
        world.faults.push(`a stranger's ${what} was answered ${status} ${headers.location ?? ""}`);
      outcomes.push(String(status));
    }
    return `refused ${outcomes.join()}`;
  });
}

/** An event that no provider signed, about a payment that exists. */
async function forgeEvent(world: World) {
  const { rows } = await world.control.query<{ ref: string; payment_id: string }>(
    "select ref, payment_id from sandbox.payments order by created_at, ref limit 20",
  );
  if (rows.length === 0) return null;
  const { ref, payment_id } = world.pick(rows);
  const body = JSON.stringify({
    event_id: `evt_${"0".repeat(32)}`,
    kind: "payment.paid",
    created_at: new Date().toISOString(),
    payment_ref: ref,
    payment_id,
  });
  const headers = {
    "Content-Type": "application/json",
    "Tribute-Sandbox-Signature": `t=1,v1=${"0".repeat(64)}`,
  };
  const answer = await new Visitor(world).send("POST", "/webhooks/sandbox", headers, body);
  return { what: "event", answer };
}

async function refundOfAnother(world: World) {
  const thief = someCreator(world);
  const { rows } = await world.control.query<{ id: string; amount_minor: string }>(
    "select id, amount_minor from tips where creator_id <> $1 and status = 'ACTIVE' order by paid_at, id limit 20",
    [thief.id],
  );
  if (rows.length === 0) return null;
  const { id, amount_minor } = world.pick(rows);
  const own = new Visitor(world);
  own.keep(thief.cookie);
  const fields = { amount: (Number(amount_minor) / 100).toFixed(2), seen_left: amount_minor };
  const answer = await own.post(`/dashboard/tips/${id}/refund`, fields);
  return { what: "refund of another's tip", answer };
}

/** A form on another site, sent with the creator's cookie. */
async function postFromElsewhere(world: World) {
  const creator = someCreator(world);
  const own = new Visitor(world);
  own.keep(creator.cookie);
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://elsewhere.test" };
  const answer = await own.send("POST", "/account/edit/avatar/removal", headers, "");
  return { what: "post from elsewhere", answer };
}

/** More than any creator of a world has. */
async function withdrawTooMuch(world: World) {
  const thief = someCreator(world);
  const own = new Visitor(world);
  own.keep(thief.cookie);
  const fields = { currency: "EUR", amount: "9000", seen_fee_minor: "0" };
  const answer = await own.post("/payout/withdrawal?currency=EUR&amount=9000", fields);
  return { what: "withdrawal of what is not there", answer };
}

async function officeWithoutRole(world: World) {
  const [victim, thief] = [someCreator(world), someCreator(world)];
  const own = new Visitor(world);
  own.keep(thief.cookie);
  const address = `/admin/users/${victim.id}/lock`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: PUBLIC_ORIGIN };
  const answer = await own.send("POST", address, headers, "intent=lock&reason=mine");
  return { what: "lock", answer };
}
