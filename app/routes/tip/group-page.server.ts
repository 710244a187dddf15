import { data, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import {
  findGroupPage,
  type GroupMemberFacts,
  type GroupPage,
} from "../../domain/grouplists/group-page.server.ts";
import { namedAmong } from "../../domain/grouplists/sharers.ts";
import { formatCount } from "../../domain/money/formats.ts";
import { formatAmount, type Locale, type Minor } from "../../domain/money/minor.ts";
import { splitEqually } from "../../domain/money/split.ts";
import { findDraft, isEditable, type TipDraft } from "../../domain/tips/drafts.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { findReader } from "../../http/reader.server.ts";
import type { Rules } from "../../product-settings.ts";
import type { ShownGroup } from "./group-head.tsx";

export async function requireGroup(
  request: Request,
  context: Readonly<RouterContextProvider>,
  slug: string,
  viewerId: string | null,
): Promise<GroupPage> {
  const { clock, providers } = context.get(servicesContext);
  const reader = await findReader(request, context);
  const page = await findGroupPage(reader, slug, viewerId, clock(), providers.directGroups);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function findEarlier(
  context: Readonly<RouterContextProvider>,
  slug: string,
  token: string,
): Promise<TipDraft | null> {
  const { db, tokens } = context.get(servicesContext);
  const tipId = tokens.verify("tip-draft", token);
  const draft = tipId ? await findDraft(db, tipId, { slug }) : null;
  return draft && isEditable(draft.status) ? draft : null;
}

export function chosenOf(
  able: readonly GroupMemberFacts[],
  usernames: readonly string[],
  earlier: TipDraft | null,
): GroupMemberFacts[] {
  if (usernames.length === 0) return able.filter(({ id }) => earlier?.group?.chosen?.includes(id) ?? false);
  return namedAmong(able, usernames);
}

export function sharesText(
  context: Readonly<RouterContextProvider>,
  currency: string,
  count: number,
  amount: Minor | null,
): string {
  const t = getTexts(context, "grouplists");
  if (amount === null || count === 0) return t("page.shared", { count });
  const [most] = splitEqually(amount, count);
  const each = formatAmount(most ?? amount, currency, getLocale(context));
  return t("page.sharedEach", { count, amount: each });
}

export function limits({ tip }: Rules, currency: string, locale: Locale, minimum: Minor) {
  return {
    minimum: formatAmount(minimum, currency, locale),
    maximum: formatAmount(tip.maximum_minor, currency, locale),
  };
}

export function shownGroup(
  context: Readonly<RouterContextProvider>,
  page: GroupPage,
  name: string,
  locale: Locale,
  isSaving: boolean,
): ShownGroup {
  const { publicUrl } = context.get(servicesContext);
  const isOwner = page.role === "OWNER";
  const ranking = featuresOf(context).leaderboard ? page.ranking : null;
  return {
    ...{ slug: page.slug, status: page.status, currency: page.currency, name, ownName: page.name, isOwner },
    avatar_id: page.avatar_id,
    members: isSaving ? page.members.map((each) => ({ ...each, avatar_id: null })) : page.members,
    address: `${publicUrl}/gl/${page.slug}`,
    ranking: ranking && {
      rank: ranking.rank === null ? null : String(ranking.rank),
      tips: formatCount(ranking.tips_count, locale),
      thirtyDays: formatAmount(ranking.thirty_days_minor, page.currency, locale),
    },
    inviteUrl: isOwner && page.invites_enabled ? `${publicUrl}/gl/invite/${page.invite_code}` : null,
  };
}
