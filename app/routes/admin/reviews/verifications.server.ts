import { countryName } from "../../../domain/money/formats.ts";
import { findUserForOperator } from "../../../domain/users/user.server.ts";
import { acceptVerification, declineVerification } from "../../../domain/verification/decisions.server.ts";
import { listQueue } from "../../../domain/verification/submission.server.ts";
import {
  DOCUMENT_KINDS,
  declineForm,
  processingAt,
} from "../../../domain/verification/verification.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import type { Desk } from "../desk.server.ts";
import { loadAdminUser, shownDocuments } from "../user.server.ts";
import { decides, type ReviewKind } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const decide = decides("verifications");

async function find({ services, context, t }: Desk, id: string): Promise<ShownReview | null> {
  const found = await findUserForOperator(services.db, id);
  if (found?.role !== "CREATOR") return null;
  const { user, links, cases, views } = await loadAdminUser(context, id);
  const isOpen = user.status === "PENDING";
  const seen = cases.find(({ decision }) => decision === "OPEN")?.id ?? "";
  return {
    id,
    title: t("admin:case.title", { name: user.name ?? user.email }),
    chip: { status: user.status, text: t(`admin:status.${user.status}`) },
    subject: { text: `@${user.username ?? user.email}`, href: `/admin/users/${id}` },
    cards: [],
    verification: {
      ...{ isOpen, user, links, cases, views, seen },
      documents: await shownDocuments(context, id),
    },
    forms: null,
    decision: null,
  };
}

const action = pageActs({
  accept: button(async ({ services, id, ...given }) =>
    decide(id, () => acceptVerification(services, { user_id: id, ...given })),
  ),
  decline: form(declineForm, async ({ services, id, ...given }, reasons) =>
    decide(id, () => declineVerification(services, { user_id: id, ...given, reasons })),
  ),
});

export const verifications: ReviewKind = {
  list: async ({ services, locale, t }, { view, after }) => {
    if (view !== "queue") return { reviews: [], next: null };
    const { cases, next } = await listQueue(services.db, after);
    const now = services.clock();
    const { waived_documents } = services.settings.current().rules.content;
    const needed = DOCUMENT_KINDS.length - waived_documents.length;
    return {
      next,
      reviews: cases.map(({ user_id, name, username, submitted_at, country, documents }) => {
        const { days_left } = processingAt(submitted_at, now);
        const all = Math.max(documents, needed);
        const count = t("admin:queue.documentsOf", { count: documents, all });
        const place = country === null ? "" : `${countryName(country, locale)}, `;
        return {
          ...{ id: user_id, name, by: `@${username}`, amount: "–", since: submitted_at },
          why: `${place}${t("admin:queue.documents")}: ${count}`,
          left: days_left > 0 ? t("admin:queue.daysLeft", { count: days_left }) : t("admin:queue.overdue"),
          chip: { status: "PENDING", text: t("admin:status.PENDING") },
        };
      }),
    };
  },
  find,
  action,
};
