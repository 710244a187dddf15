import { hiddenFields, isTaken, Visitor } from "../visitor.ts";
import { beginOnAll, beginRoutine, someCreator, type World } from "../world-state.ts";

/** A creator asks for all or a part, in one tab or two. One form is one payout. */
export function creatorWithdraws(world: World): void {
  const { random } = world.scheduler;
  const creator = someCreator(world);
  const amount = random.below(2) === 0 ? "" : String(5 + random.below(20));
  const tabs = random.below(3) === 0 ? 2 : 1;
  world.begin("creator withdraws", null, async () => {
    const own = new Visitor(world);
    own.keep(creator.cookie);
    const address = `/payout/withdrawal?currency=EUR&amount=${amount}`;
    const page = await own.get(address);
    if (page.status !== 200) return `page ${page.status}`;
    const fields = hiddenFields(page.text);
    if (fields.seen_fee_minor === undefined) return "nothing to pay out";
    const press = () => own.post(address, fields);
    const answers = await Promise.all(Array.from({ length: tabs }, press));
    const taken = answers.filter(isTaken).length;
    if (taken > 1) world.faults.push(`${creator.username}: one form asked for ${taken} payouts`);
    return answers.map(({ status }) => status).join(" and ");
  });
}

/** The month's run, on one instance or on all at once. */
export function monthlyRun(world: World): void {
  if (world.scheduler.random.below(2) === 0) beginOnAll(world, "payouts.monthly");
  else beginRoutine(world, "payouts.monthly");
}

const OFFICE: readonly (readonly [(world: World) => Promise<boolean>, number])[] = [
  [makeBatch, 3],
  [decideAct, 5],
  [sendFile, 4],
  [enterResults, 3],
  [enterReturn, 2],
  [recallBatch, 2],
  [failPayout, 2],
  [liftFreeze, 2],
];

const LOOKS = 5;

/** Operators take a step that some payouts wait for, as it should be taken; two may take the same at once. */
export async function payoutOffice(world: World): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1)
    if (await world.scheduler.random.weighted(OFFICE)(world)) return;
}

function operator(world: World): Visitor {
  const own = new Visitor(world);
  own.keep(world.pick(world.operators).cookie);
  return own;
}

async function pickRow<Row extends object>(world: World, text: string): Promise<Row | null> {
  const { rows } = await world.control.query<Row>(text);
  return rows.length === 0 ? null : world.pick(rows);
}

/** What the page says that was done. */
function doneOf({ status, headers }: Awaited<ReturnType<Visitor["post"]>>): string {
  return /done=(\w+)/.exec(headers.location ?? "")?.[1] ?? String(status);
}

/** Presses a button by so many operators at once; each may press it twice. */
async function pressAtOnce(world: World, press: (own: Visitor) => Promise<string>): Promise<string> {
  const count = world.scheduler.random.below(3) === 0 ? 2 : 1;
  const own = operator(world);
  const hands = world.scheduler.random.below(2) === 0 ? [own, own] : [own, operator(world)];
  return (await Promise.all(hands.slice(0, count).map(press))).join(" and ");
}

/** Books that could not be checked in time freeze payouts, until operators have looked. */
async function liftFreeze(world: World): Promise<boolean> {
  if (!(await pickRow(world, "select from payout_freezes where lifted_at is null"))) return false;
  world.begin("operator lifts freeze", null, () =>
    pressAtOnce(world, async (own) =>
      doneOf(await own.post("/admin/payouts", { intent: "unfreeze", reason: "The books are right" })),
    ),
  );
  return true;
}

async function makeBatch(world: World): Promise<boolean> {
  if (!(await pickRow(world, "select from payouts where status = 'REQUESTED' limit 1"))) return false;
  world.begin("operator makes batch", null, () =>
    pressAtOnce(world, async (own) =>
      doneOf(await own.post("/admin/payouts", { intent: "make", rail: "SEPA", currency: "EUR" })),
    ),
  );
  return true;
}

interface WaitingAct {
  id: string;
  kind: string;
  /** Of the payouts that it is about, as the bank names them. */
  references: string[];
}

/** Another operator looks whether the bank agrees, and approves or declines. */
async function decideAct(world: World): Promise<boolean> {
  const act = await pickRow<WaitingAct>(
    world,
    `select a.id, a.kind,
       coalesce(array_agg(replace(p.id::text, '-', '') order by p.id) filter (where p.id is not null), '{}')
         as references
     from operator_acts a
     left join payouts p on a.subject in ('payout:' || p.id, 'payout_batch:' || p.batch_id)
     where a.status = 'WAITING' and a.kind in ('BATCH_RELEASE', 'PAYOUT_FAILED', 'PAYOUT_BOUNCED',
       'BATCH_WITHDRAWN', 'FREEZE_LIFTED')
     group by a.id, a.kind order by a.id`,
  );
  if (!act) return false;
  const isRight = agrees(world, act);
  const fields: Record<string, string> = isRight
    ? { intent: "accept" }
    : { intent: "decline", reason: "The bank says otherwise" };
  world.begin(`operator ${isRight ? "approves" : "declines"} ${act.kind}`, null, () =>
    pressAtOnce(world, async (own) => doneOf(await own.post(`/admin/approvals/${act.id}`, fields))),
  );
  return true;
}

/** An honest operator's view of what is to be approved. */
function agrees({ bank, scheduler }: World, { kind, references }: WaitingAct): boolean {
  const states = references.map((reference) => bank.transfers.get(reference)?.state);
  // The bank does not know it yet, and cannot until this is decided.
  const isUnknown = states.every((state) => state === undefined);
  const isNowhere = isUnknown && bank.inHands.size === 0;
  if (kind === "PAYOUT_FAILED") return isNowhere || states.every((state) => state === "refused");
  if (kind === "PAYOUT_BOUNCED") return states.every((state) => state === "returned");
  if (kind === "BATCH_WITHDRAWN") return isUnknown;
  return scheduler.random.below(6) > 0;
}

/** Fetches the file and gives it to the bank, or loses it on the way. */
async function sendFile(world: World): Promise<boolean> {
  const { bank, scheduler } = world;
  const batch = await pickRow<{ id: string }>(
    world,
    `select b.id from payout_batches b where b.released_at is not null
     and exists (select from payouts p where p.batch_id = b.id and p.status = 'PROCESSING') order by b.id`,
  );
  if (!batch || bank.inHands.has(batch.id)) return false;
  const isLost = scheduler.random.below(5) === 0;
  world.begin("operator sends file", null, async () => {
    bank.inHands.add(batch.id);
    try {
      return await pressAtOnce(world, async (own) => {
        const answer = await own.post(`/admin/payouts/batches/${batch.id}/file`, {});
        if (answer.status !== 200) return doneOf(answer);
        if (isLost) return "lost";
        for (const reference of bank.take(answer.text))
          world.faults.push(`the bank was to pay ${reference} again`);
        return "sent";
      });
    } finally {
      bank.inHands.delete(batch.id);
    }
  });
  return true;
}

/** Enters what the bank says of a batch, as a file. */
async function enterResults(world: World): Promise<boolean> {
  const batch = await pickRow<{ id: string; references: string[] }>(
    world,
    `select batch_id as id, array_agg(replace(id::text, '-', '') order by id) as references from payouts
     where batch_id is not null group by batch_id order by batch_id`,
  );
  if (!batch) return false;
  const lines = batch.references.flatMap((reference) => {
    const state = world.bank.transfers.get(reference)?.state;
    if (state === undefined) return [];
    // What comes back was carried out before.
    const status = { executed: "paid", returned: "paid", refused: "failed" }[state];
    return [`${reference},${status},Bank`];
  });
  if (lines.length === 0) return false;
  const text = ["end_to_end_id,status,reason", ...lines, ""].join("\n");
  world.begin("operator enters results", null, () =>
    pressAtOnce(world, async (own) => {
      const file = { field: "file", name: "results.csv", type: "text/csv", bytes: Buffer.from(text) };
      return String((await own.upload(`/admin/payouts/batches/${batch.id}/results`, file)).status);
    }),
  );
  return true;
}

/** The bank gives a transfer back, or has done so before; an operator notes it. */
async function enterReturn(world: World): Promise<boolean> {
  const payout = await pickRow<{ id: string }>(
    world,
    "select id from payouts where status = 'PAID' order by id",
  );
  if (!payout) return false;
  const transfer = world.bank.transfers.get(payout.id.replaceAll("-", ""));
  // That the bank knows it is judged at rest.
  if (!transfer) return false;
  transfer.state = "returned";
  world.begin("operator enters return", null, () =>
    pressAtOnce(world, async (own) =>
      doneOf(await own.post(`/admin/payouts/${payout.id}`, { intent: "bounced", reason: "AC04" })),
    ),
  );
  return true;
}

/** Ends a payout that no bank has been ordered to make. */
async function failPayout(world: World): Promise<boolean> {
  const { bank } = world;
  const payout = await pickRow<{ id: string; batch_id: string | null }>(
    world,
    "select id, batch_id from payouts where status in ('REQUESTED', 'PROCESSING') order by id",
  );
  if (!payout || bank.transfers.has(payout.id.replaceAll("-", ""))) return false;
  const batch = payout.batch_id ?? "none";
  if (bank.inHands.has(batch)) return false;
  world.begin("operator ends payout", null, async () => {
    bank.inHands.add(batch);
    try {
      const fields = { intent: "failed", reason: "AC01" };
      return await pressAtOnce(world, async (own) =>
        doneOf(await own.post(`/admin/payouts/${payout.id}`, fields)),
      );
    } finally {
      bank.inHands.delete(batch);
    }
  });
  return true;
}

/** Takes a batch back whose file the bank has not got. */
async function recallBatch(world: World): Promise<boolean> {
  const { bank } = world;
  const batch = await pickRow<{ id: string; references: string[] }>(
    world,
    `select b.id, array_agg(replace(p.id::text, '-', '') order by p.id) as references
     from payout_batches b join payouts p on p.batch_id = b.id
     where b.released_at is not null and p.status = 'PROCESSING' group by b.id order by b.id`,
  );
  if (!batch || bank.inHands.has(batch.id)) return false;
  if (batch.references.some((reference) => bank.transfers.has(reference))) return false;
  world.begin("operator recalls batch", null, async () => {
    bank.inHands.add(batch.id);
    try {
      const fields = { intent: "withdrawn", reason: "The bank has not got it" };
      return await pressAtOnce(world, async (own) =>
        doneOf(await own.post(`/admin/payouts/batches/${batch.id}`, fields)),
      );
    } finally {
      bank.inHands.delete(batch.id);
    }
  });
  return true;
}
