import { data, type RouterContextProvider } from "react-router";
import { listAudit } from "../../domain/audit/audit.server.ts";
import { DECLINED_TOO_OFTEN } from "../../domain/auth/operators.server.ts";
import { countryName } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { hasRetainedPayoutData } from "../../domain/payouts/destinations/payout-data.server.ts";
import { getMoney } from "../../domain/payouts/requests/overview.server.ts";
import { findRemainingMoney } from "../../domain/payouts/requests/withdrawals.server.ts";
import { listRetainedStatements } from "../../domain/payouts/statements/month-statements.server.ts";
import { findMoneyModel } from "../../domain/users/money-model.server.ts";
import { listSocialLinks } from "../../domain/users/settings.server.ts";
import { SOCIAL_NETWORKS } from "../../domain/users/social-networks.ts";
import { findDeletion, findUserForOperator } from "../../domain/users/user.server.ts";
import { listDocuments, listDocumentViews } from "../../domain/verification/creator-documents.server.ts";
import { listCases } from "../../domain/verification/submission.server.ts";
import { vatIdStanding } from "../../http/account-standing.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { privateLink } from "../../http/private-links.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { named, OTHER_BALANCES } from "../../ui/components/known-names.ts";
import { waitingAbout } from "./approvals.server.ts";
import { shownAudit } from "./audit.server.ts";
import { deskOf } from "./desk.server.ts";
import type { DeletedUserFacts } from "./user-parts.tsx";

export async function loadDeletedUser(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<DeletedUserFacts | null> {
  const { db, clock, locale, t, moment, stamp } = deskOf(context);
  const deletedAt = isId(id) ? await findDeletion(db, id) : null;
  if (deletedAt === null) return null;
  const { entries } = await listAudit(db, { subject: `user:${id}` });
  return {
    title: t("admin:deleted.title"),
    deletedAt: moment(deletedAt),
    id,
    money: (await findRemainingMoney({ db, clock, rules: rulesOf(context) }, id)).map(
      ({ available_minor, ...rest }) => ({
        ...rest,
        available: formatAmount(available_minor, rest.currency, locale),
      }),
    ),
    keptUrl: (await hasRetainedPayoutData(db, id)) ? `/admin/users/${id}/payout-data` : null,
    statementsUrl: (await listRetainedStatements(db, id)).length > 0 ? `/admin/users/${id}/statements` : null,
    log: await shownAudit(db, entries, { texts: getI18n(context), stamp }),
  };
}

export async function loadAdminUser(context: Readonly<RouterContextProvider>, id: string) {
  const { db, clock, locale, day, moment, stamp } = deskOf(context);
  const user = isId(id) ? await findUserForOperator(db, id) : null;
  if (!user) throw data(null, { status: 404 });
  const [cases, views, links, money, model] = await Promise.all([
    listCases(db, user.id),
    listDocumentViews(db, user.id),
    listSocialLinks(db, user.id),
    getMoney(db, user.id, user.currency),
    user.role === "CREATOR" ? findMoneyModel(db, user.id) : null,
  ]);
  const { created_at, email_verified_at, last_seen_at, date_of_birth, country, ...rest } = user;
  return {
    model,
    waiting: await waitingAbout(context, `user:${user.id}`),
    user: {
      ...rest,
      created: moment(created_at),
      emailVerified: moment(email_verified_at),
      // Demo users are always seen just now.
      lastSeen: moment(last_seen_at && last_seen_at > clock() ? clock() : last_seen_at),
      born: date_of_birth === null ? null : day(date_of_birth),
      country: country === null ? null : countryName(country, locale),
      vatIdCheck: (await vatIdStanding(context, user))?.text ?? null,
    },
    money: money.map(({ currency, balances: { creator_available, ...others } }) => ({
      currency,
      available: formatAmount(creator_available, currency, locale),
      others: OTHER_BALANCES.flatMap((code) =>
        others[code] === 0 ? [] : [{ code, amount: formatAmount(others[code], currency, locale) }],
      ),
      isPayable: user.status === "LOCKED" && creator_available > 0,
    })),
    links: links.map(({ network, handle }) => `${SOCIAL_NETWORKS[network].label}: ${handle}`),
    cases: cases.map((each) => ({
      ...each,
      decision: each.decision ?? ("OPEN" as const),
      submitted_at: stamp(each.submitted_at),
      decided_at: stamp(each.decided_at),
    })),
    views: views.map((view) => ({ ...view, at: stamp(view.at) })),
  };
}

export async function shownDocuments(context: Readonly<RouterContextProvider>, userId: string) {
  const { db, day } = deskOf(context);
  const documents = await listDocuments(db, userId);
  return await Promise.all(
    documents.map(async (document) => ({
      url: await privateLink(context, `/admin/documents/${document.id}`, document.id),
      kind: document.kind,
      isPdf: document.content_type === "application/pdf",
      uploadedOn: day(document.created_at),
    })),
  );
}

export type AdminUser = Awaited<ReturnType<typeof loadAdminUser>>;

const REASONS = ["handed_in", "accepted", "declined", "unlocked", DECLINED_TOO_OFTEN] as const;

export function reasonText({ t }: ReturnType<typeof getI18n>, reason: string): string {
  if (reason === "chargeback repaid") return t("admin:history.why.repaid");
  if (/^dispute \S+ lost$/.test(reason)) return t("admin:history.why.lost");
  return named(REASONS, reason, (known) => t(`admin:history.why.${known}`));
}
