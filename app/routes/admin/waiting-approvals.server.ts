import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listWaitingAbout } from "../../domain/approvals/approvals.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { getLocale } from "../../http/i18n.server.ts";
import type { WaitingApproval } from "./waiting-note.tsx";

export async function waitingAbout(
  context: Readonly<RouterContextProvider>,
  subject: string,
): Promise<WaitingApproval[]> {
  const { db } = context.get(servicesContext);
  const waiting = await listWaitingAbout(db, subject);
  return waiting.map(({ id, kind, maker, made_at }) => ({
    ...{ id, kind, maker, at: formatMoment(made_at, getLocale(context)) },
  }));
}
