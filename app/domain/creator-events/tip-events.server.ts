import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs.ts";
import { type CreatorEvent, recordCreatorEvents } from "./record-event.server.ts";

type EventServices = { jobs: Jobs; newId: () => string };

interface ReceivedRow {
  id: string;
  /** Null for a group's tip, an event of its owner. */
  creator_id: string | null;
  grouplist_id: string | null;
}

export async function recordReceivedTips(
  trx: Transaction<DB>,
  services: EventServices,
  tips: readonly ReceivedRow[],
  now: Date,
): Promise<void> {
  const groups = tips.flatMap(({ creator_id, grouplist_id }) =>
    creator_id === null && grouplist_id !== null ? [grouplist_id] : [],
  );
  const owners = new Map(
    groups.length === 0
      ? []
      : (
          await trx
            .selectFrom("grouplist_users")
            .select(["grouplist_id", "creator_id"])
            .where("grouplist_id", "in", groups)
            .where("status", "=", "OWNER")
            .execute()
        ).map((row) => [row.grouplist_id, row.creator_id]),
  );
  const events = tips.flatMap(({ id: subject_id, creator_id, grouplist_id }): CreatorEvent[] => {
    if (creator_id !== null) return [{ type: "tip.received", creator_id, subject_id }];
    const owner = owners.get(grouplist_id ?? "");
    return owner === undefined ? [] : [{ type: "group.tip_received", creator_id: owner, subject_id }];
  });
  await recordCreatorEvents(trx, services, events, now);
}

/** Each creator whose share a refund or lost dispute takes from. */
export async function recordTakenShares(
  trx: Transaction<DB>,
  services: EventServices,
  taken: {
    type: "tip.refunded" | "tip.charged_back";
    payment_id: string;
    /** By default all shares of the payment. */
    allocation_ids?: readonly string[];
    cause: string;
  },
  now: Date,
): Promise<void> {
  const { type, payment_id, allocation_ids, cause } = taken;
  const shares = await trx
    .selectFrom("tip_allocations")
    .select(["id", "tip_id", "creator_id"])
    .where("payment_id", "=", payment_id)
    .orderBy("creator_id")
    .execute();
  const events = shares
    .filter(({ id }) => allocation_ids?.includes(id) ?? true)
    .map(({ tip_id, creator_id }) => ({ type, creator_id, subject_id: tip_id, cause }));
  await recordCreatorEvents(trx, services, events, now);
}
