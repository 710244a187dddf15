import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { servicesContext } from "../../../context.ts";
import {
  decideWords,
  type ListedAlert,
  listAlerts,
  replayAlert,
  skipAlert,
} from "../../../domain/overlay/alerts.server.ts";
import type { alertForm } from "../../../domain/overlay/overlay.schema.ts";
import { formatsOf } from "../../../http/i18n.server.ts";

export async function queueOf(context: Readonly<RouterContextProvider>, userId: string) {
  const { db } = context.get(servicesContext);
  const { money, stamp } = formatsOf(context);
  const shown = (alerts: readonly ListedAlert[]) =>
    alerts.map(({ id, turn, tip_id, status, at, tip, has_words_to_read }) => ({
      ...{ key: `${id}.${turn}`, tip_id, status, at: stamp(at), has_words_to_read },
      amount: tip && money(tip.amount_minor, tip.currency),
      name: tip?.sender_name ?? null,
      words: tip?.message ?? null,
      has_image: tip?.has_image ?? false,
    }));
  const { waiting, ended, waiting_count } = await listAlerts(db, userId);
  return { waiting: shown(waiting), ended: shown(ended), waiting_count };
}

export type ShownAlert = Awaited<ReturnType<typeof queueOf>>["waiting"][number];

/** An alert of another turn or creator stays. */
export async function actOnAlert(
  context: Readonly<RouterContextProvider>,
  user_id: string,
  { intent, alert }: z.output<typeof alertForm>,
): Promise<void> {
  const services = context.get(servicesContext);
  const of = { user_id, ...alert };
  if (intent === "skip") await skipAlert(services, of);
  else if (intent === "replay") await replayAlert(services, of);
  else await decideWords(services, { ...of, words: intent === "approve" ? "APPROVED" : "REFUSED" });
}
