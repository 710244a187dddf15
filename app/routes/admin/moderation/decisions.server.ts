import type { Services } from "../../../context.ts";
import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import { button, form } from "../acts.server.ts";
import type { CaseQueue } from "../case-walk.server.ts";
import { decideAndGoOn } from "../case-walk.server.ts";

interface Decision {
  services: Services;
  id: string;
  operator_id: string;
}

/** Redirects to the next case. The later of two operators sees the decision. */
export function accepts(
  queueOf: (db: Services["db"]) => CaseQueue,
  accept: (given: Decision) => Promise<string>,
) {
  return button(async (given) => {
    const queue = queueOf(given.services.db);
    return await decideAndGoOn(queue, given.id, () => accept(given), `${queue.path}/${given.id}`);
  });
}

export function declines(
  queueOf: (db: Services["db"]) => CaseQueue,
  decline: (given: Decision & { reason: string }) => Promise<string>,
) {
  return form(declineContentForm, async (given, { reason }) => {
    const queue = queueOf(given.services.db);
    return await decideAndGoOn(
      queue,
      given.id,
      () => decline({ ...given, reason }),
      `${queue.path}/${given.id}`,
    );
  });
}
