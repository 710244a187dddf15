import type { RouterContextProvider } from "react-router";
import { browserName } from "../../../domain/auth/browser-name.ts";
import { listNotes } from "../../../domain/support/notes.server.ts";
import { mayResend } from "../../../domain/support/resend.server.ts";
import {
  listTimeline,
  readTimelinePlace,
  type TimelineEntry,
} from "../../../domain/support/timeline.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { named } from "../../../ui/components/known-names.ts";
import { actionName, mailName, statusName } from "../audit.server.ts";
import { askedAfter, deskOf } from "../desk.server.ts";

export async function shownSupport(
  context: Readonly<RouterContextProvider>,
  user: { id: string; email: string },
  { query, acts }: { query: URLSearchParams; acts: { support: boolean; payments: boolean } },
) {
  const { db, money, stamp } = deskOf(context);
  const page = `/admin/users/${user.id}`;
  const [timeline, noted] = await Promise.all([
    acts.payments
      ? listTimeline(db, user, readTimelinePlace(query.get("before")))
      : { entries: [], next: null },
    acts.support ? listNotes(db, user.id, askedAfter(query, "notes")) : { notes: [], next: null },
  ]);
  return {
    notes: noted.notes.map((note) => ({ ...note, written_at: stamp(note.written_at) })),
    nextNotes: noted.next && `${page}?notes=${noted.next}#notes`,
    entries: timeline.entries.map((entry) => ({
      key: `${entry.kind} ${entry.id}`,
      ...wordsOf(context, entry),
      amount:
        entry.amount_minor === null || entry.currency === null
          ? null
          : money(entry.amount_minor, entry.currency),
      at: stamp(entry.at),
      href: entry.leads_to && `/admin/${entry.kind === "payout" ? "payouts" : "payments"}/${entry.leads_to}`,
      mail: entry.kind === "mail" && mayResend(entry) ? entry.id : null,
    })),
    nextEntries: timeline.next && `${page}?before=${timeline.next}#timeline`,
  };
}

const MAIL_STATES = ["QUEUED", "SENT", "FAILED"] as const;

function wordsOf(context: Readonly<RouterContextProvider>, { kind, what, detail }: TimelineEntry) {
  const texts = getI18n(context);
  const { t } = texts;
  switch (kind) {
    case "act":
      return { what: actionName(texts, what), detail: detail ?? t("admin:audit.commandLine") };
    case "mail":
      return {
        what: t("support:timeline.mail", { name: mailName(texts, what) }),
        detail: named(MAIL_STATES, detail ?? "", (known) => t(`support:timeline.mailState.${known}`)),
      };
    case "sign_in": {
      const { browser, system } = browserName(what);
      return {
        what: t("support:timeline.kind.sign_in"),
        detail: [browser, system].filter(Boolean).join(", "),
      };
    }
    default:
      return { what: t(`support:timeline.kind.${kind}`), detail: statusName(texts, kind, what) };
  }
}

export type ShownSupport = Awaited<ReturnType<typeof shownSupport>>;
