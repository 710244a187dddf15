import { data, href, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { brandOf, findPayingProvider } from "../../domain/connected-accounts/connected-accounts.server.ts";
import type { ProfilePictureKind } from "../../domain/users/profile.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import {
  documentKind,
  listDocuments,
  mayChangeDocuments,
} from "../../domain/verification/creator-documents.server.ts";
import { findVerification } from "../../domain/verification/submission.server.ts";
import type { DocumentKind } from "../../domain/verification/verification.schema.ts";
import { processingAt } from "../../domain/verification/verification.schema.ts";
import { countryOptions } from "../../http/country-options.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { formatsOf, getI18n, getLocale } from "../../http/i18n.server.ts";
import { privateLink } from "../../http/private-links.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import type { PersonFacts } from "./edit-forms.tsx";

export async function loadVerificationPage(request: Request, context: Readonly<RouterContextProvider>) {
  const viewer = await requireCreator(request, context);
  const { db, clock } = context.get(servicesContext);
  const now = clock();
  const { day } = formatsOf(context);
  const waived = rulesOf(context).content.waived_documents;
  const { missing, submitted_at, reasons } = await findVerification(db, viewer.id, { now, waived });
  const documents = await listDocuments(db, viewer.id);
  return {
    isOpen: mayChangeDocuments(viewer.status),
    byProvider: viewer.status === "CREATED" ? byProvider(context) : null,
    person: mayChangeDocuments(viewer.status)
      ? await personFacts(context, await findAccount(db, viewer.id))
      : null,
    isDeclined: viewer.status === "DECLINED",
    missing,
    waived,
    reasons,
    processing: submitted_at && viewer.status === "PENDING" ? processingAt(submitted_at, now) : null,
    handedInOn: submitted_at ? day(submitted_at) : "",
    documents: await Promise.all(
      documents.map(async ({ id, kind, created_at }) => ({
        url: await privateLink(context, href("/account/verification/documents/:id", { id }), id),
        kind,
        uploadedOn: day(created_at),
      })),
    ),
  };
}

/** A declined creator's documents stay with operators. */
function byProvider(context: Readonly<RouterContextProvider>) {
  const { config, providers } = context.get(servicesContext);
  const provider = config.VERIFICATION === "stripe" ? findPayingProvider(providers) : null;
  if (!provider) return null;
  const { t } = getI18n(context);
  const brand = brandOf(provider);
  return { text: t("connected:verification", { brand }), go: t("connected:connect", { brand }) };
}

/** Also for the profile's page. */
export async function personFacts(
  context: Readonly<RouterContextProvider>,
  account: Awaited<ReturnType<typeof findAccount>>,
): Promise<PersonFacts> {
  const { db, clock } = context.get(servicesContext);
  const countries = await countryOptions(db, getLocale(context));
  const [year = "", month = "", day = ""] = account.date_of_birth?.split("-") ?? [];
  return {
    today: businessDate(clock()),
    countries: [
      { value: "", label: getI18n(context).t("account:edit.noCountry") },
      ...countries.map(({ value, text }) => ({ value, label: text })),
    ],
    values: {
      firstname: account.firstname ?? "",
      lastname: account.lastname ?? "",
      country_id: String(account.country_id ?? ""),
      address: account.address ?? "",
      zipcode: account.zipcode ?? "",
      city: account.city ?? "",
      date_of_birth_day: day === "" ? "" : String(Number(day)),
      date_of_birth_month: month === "" ? "" : String(Number(month)),
      date_of_birth_year: year,
    },
    picture: { mediaId: account.avatar_id, name: account.name ?? "" },
  };
}

export function pictureKind(name: string): ProfilePictureKind {
  if (name === "avatar" || name === "header") return name;
  throw data(null, { status: 404 });
}

export function askedDocumentKind(name: string): DocumentKind {
  const kind = documentKind(name);
  if (!kind) throw data(null, { status: 404 });
  return kind;
}
