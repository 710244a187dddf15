import { expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { recordCreatorEvents } from "../../app/domain/creator-events/record-event.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { startJobs } from "../../app/jobs/schedule.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";
import { addReceiver, openReceiver, withWebhooks } from "../support/money/webhook-receiver.ts";

const CREATORS = 1000;
const HANGING = 10;

it("ten receivers that never answer hold up none of a thousand creators", { timeout: 120_000 }, async ({
  database,
}) => {
  const world = withWebhooks(createTipWorld(database.db), 100_000);
  const receiver = await openReceiver();
  receiver.answer = ({ path }) => (path.startsWith("/hanging") ? undefined : { status: 200 });
  const webhooks = { ...world.webhooks, dataOf: async () => ({}) };
  const creators = await all(many(CREATORS), async (index) => {
    const { id } = await createCreator(world);
    const path = index < HANGING ? "hanging" : "quick";
    await addReceiver(world, id, `${receiver.url}/${path}/${index}`);
    return id;
  });
  // Those that hang are asked first.
  for (const creator_id of creators)
    await world.db.transaction().execute(async (trx) => {
      const event = { type: "payout.paid" as const, creator_id, subject_id: world.newId() };
      await recordCreatorEvents(trx, world, [event], world.clock());
    });
  const running = await startJobs(
    {
      ...{ ...world, webhooks, networks: createNetworks([]), mail: { send: async () => undefined } },
      ...{ tokens: createTokens("a secret of at least thirty-two characters"), issuer: [] },
      ...{ config: readConfig({ APP_MODE: "demo" }), log: createLog("silent"), media: memoryStore() },
      noticeUrl: () => "https://tribute.example/webhooks/scripted",
      publicUrl: "https://tribute.example",
    },
    database.url,
  );
  const arrivedAt = (kind: string) => receiver.arrived.filter(({ path }) => path.startsWith(`/${kind}`));
  try {
    await eventually("all others have their event", () => arrivedAt("quick").length === CREATORS - HANGING);
    // None of those that hang has its answer so far, and none was asked twice.
    expect(arrivedAt("hanging")).toHaveLength(HANGING);
    const { waiting } = await world.db
      .selectFrom("webhook_deliveries")
      .select((eb) => eb.fn.countAll<number>().as("waiting"))
      .where("tries_count", "=", 0)
      .executeTakeFirstOrThrow();
    expect(Number(waiting)).toBeGreaterThanOrEqual(HANGING);
  } finally {
    receiver.letGo();
    await running.stop();
    await receiver.close();
  }
});
