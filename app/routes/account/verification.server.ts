import { href, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { listDocuments, mayChangeDocuments } from "../../domain/verification/creator-documents.server.ts";
import { findVerification } from "../../domain/verification/submission.server.ts";
import { processingAt } from "../../domain/verification/verification.schema.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { privateLink } from "../../http/private-links.server.ts";

export async function loadVerificationPage(request: Request, context: Readonly<RouterContextProvider>) {
  const viewer = await requireCreator(request, context);
  const { db, clock } = context.get(servicesContext);
  const now = clock();
  const locale = getLocale(context);
  const { missing, submitted_at, reasons } = await findVerification(db, viewer.id, now);
  const documents = await listDocuments(db, viewer.id);
  return {
    isOpen: mayChangeDocuments(viewer.status),
    isDeclined: viewer.status === "DECLINED",
    missing,
    reasons,
    processing: submitted_at && viewer.status === "PENDING" ? processingAt(submitted_at, now) : null,
    handedInOn: submitted_at ? formatDay(submitted_at, locale) : "",
    documents: await Promise.all(
      documents.map(async ({ id, kind, created_at }) => ({
        url: await privateLink(context, href("/account/verification/documents/:id", { id }), id),
        kind,
        uploadedOn: formatDay(created_at, locale),
      })),
    ),
  };
}
