import type {
  APIActionRowComponent,
  APIButtonComponentWithURL,
  APIEmbed,
  APIInteractionResponseChannelMessageWithSource,
} from "discord-api-types/v10";
import type { TFunction } from "i18next";
import { LOCALES } from "../../../locales/index.ts";
import type { AskedCommand } from "../../domain/chat-bot/interaction.ts";
import type { Range } from "../../domain/leaderboard/leaderboard.schema.ts";
import type { CreatorPlace } from "../../domain/leaderboard/leaderboard.server.ts";
import { asDiscordWords } from "../../domain/microblog/post-texts.ts";
import { formatCount } from "../../domain/money/formats.ts";
import {
  formatAmount,
  type Locale,
  type Minor,
  minor,
  parseAmount,
  toDecimal,
} from "../../domain/money/minor.ts";
import type { PublicProfile } from "../../domain/users/profile.server.ts";
import { textsIn } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules, Settings } from "../../product-settings.ts";

export type Reply = APIInteractionResponseChannelMessageWithSource;

/** Visible to the caller only. */
const EPHEMERAL = 64;
const LABEL_CHARACTERS = 80;
const RANGE_NAMES = { month: "month", "30days": "days", day: "day" } as const;

type Creator = PublicProfile;
type Asked = Pick<AskedCommand, "options">;

/** Escapes user text: no markup, no mentions (docs/product.md, 9.17). */
export function replies(settings: Settings, locale: Locale, publicUrl: string) {
  const t = textsIn(locale, "chatBot", settings);
  const board = textsIn(locale, "leaderboard", settings);
  const commandName = (name: "link") => t(`commands.${name}.name`);
  const only = (content: string, buttons: readonly Button[] = []) =>
    message({ content, buttons, flags: EPHEMERAL });
  const refuseUnnamed = ({ options }: Asked) => {
    if (options.has("creator")) return only(t("replies.noCreator", { host: new URL(publicUrl).host }));
    if (options.has("member")) return only(t("replies.noMember", { command: commandName("link") }));
    return only(t("replies.sayWhom"));
  };
  const tipButton = (creator: Creator, amount: Minor | null): Button => ({
    label: t("replies.tipButton", { name: creator.name }),
    url:
      amount === null
        ? `${publicUrl}/${creator.username}`
        : `${publicUrl}/${creator.username}/${toDecimal(amount, creator.currency)}`,
  });

  return {
    many: () => only(t("replies.many")),
    unknown: () => only(t("replies.unknown")),

    tip(creators: readonly Creator[], asked: Asked): Reply {
      const [creator] = creators;
      if (!creator) return refuseUnnamed(asked);
      const typed = asked.options.get("amount");
      const amounts = creators.map(({ currency }) =>
        typed === undefined ? null : readAmount(typed, currency, settings.rules),
      );
      if (amounts.includes("wrong"))
        return only(t("replies.amount", bounds(settings.rules, creator.currency, locale)));
      const buttons = creators.map((each, index) => {
        const amount = amounts[index];
        return tipButton(each, amount === undefined || amount === "wrong" ? null : amount);
      });
      if (creators.length > 1) return only(t("replies.tipWhom"), buttons);
      const name = asDiscordWords(creator.name);
      const [amount] = amounts;
      if (amount === null || amount === undefined || amount === "wrong")
        return only(t("replies.tip", { name }), buttons);
      const said = formatAmount(amount, creator.currency, locale);
      return only(t("replies.tipAmount", { name, amount: said }), buttons);
    },

    profile(creators: readonly Creator[], asked: Asked): Reply {
      if (creators.length === 0) return refuseUnnamed(asked);
      const embeds = creators.map((creator) => profileEmbed(creator, t, { locale, publicUrl }));
      return message({ embeds, buttons: creators.map((creator) => tipButton(creator, null)) });
    },

    leaderboard(range: Range, places: readonly CreatorPlace[]): Reply {
      const shown = places.slice(0, productRules.chat_bot.leaderboard_rows);
      const rows = shown.map(({ rank, name, username, tips_count }) =>
        t("replies.boardRow", {
          rank,
          name: `[${asDiscordWords(name)}](${publicUrl}/${username})`,
          tips: board("tips", { count: tips_count, number: formatCount(tips_count, locale) }),
        }),
      );
      const path = range === "month" ? "" : `?range=${range}`;
      const title = t(`replies.board.${RANGE_NAMES[range]}`);
      return message({
        embeds: [{ title, description: rows.length === 0 ? t("replies.boardEmpty") : rows.join("\n") }],
        buttons: [{ label: t("replies.boardButton"), url: `${publicUrl}/leaderboard/creators${path}` }],
      });
    },

    link: (token: string): Reply =>
      only(t("replies.link"), [
        { label: t("replies.linkButton"), url: `${publicUrl}/account/discord/link/${token}` },
      ]),
  };
}

function profileEmbed(
  creator: Creator,
  t: TFunction<"chatBot">,
  { locale, publicUrl }: { locale: Locale; publicUrl: string },
): APIEmbed {
  const { goal, about } = creator;
  const amountOf = (value: Minor) => formatAmount(value, creator.currency, locale, true);
  const goalText =
    goal &&
    t(goal.is_monthly ? "replies.goalMonthly" : "replies.goalText", {
      title: asDiscordWords(goal.title),
      reached: amountOf(goal.reached_minor),
      amount: amountOf(goal.amount_minor),
    });
  return {
    title: asDiscordWords(creator.name),
    url: `${publicUrl}/${creator.username}`,
    ...(about && { description: asDiscordWords(about) }),
    ...(goalText && { fields: [{ name: t("replies.goal"), value: goalText }] }),
    ...(creator.is_online && { footer: { text: t("replies.online") } }),
  };
}

interface Button {
  label: string;
  url: string;
}

function message(said: {
  content?: string;
  embeds?: APIEmbed[];
  buttons: readonly Button[];
  flags?: typeof EPHEMERAL;
}): Reply {
  const { buttons, ...data } = said;
  const row: APIActionRowComponent<APIButtonComponentWithURL> = {
    type: 1,
    components: buttons.map(({ label, url }) => ({ type: 2, style: 5, label: shortened(label), url })),
  };
  return {
    type: 4,
    data: { ...data, allowed_mentions: { parse: [] }, ...(buttons.length > 0 && { components: [row] }) },
  };
}

function shortened(label: string): string {
  const letters = [...label];
  return letters.length <= LABEL_CHARACTERS ? label : `${letters.slice(0, LABEL_CHARACTERS - 1).join("")}…`;
}

/** Any locale's notation; "1.000" and "1,000" are ambiguous, so "wrong". */
function readAmount(typed: string, currency: string, { tip }: Rules): Minor | "wrong" {
  if (/[.,]\d{3}(?!\d)/.test(typed)) return "wrong";
  const amount =
    LOCALES.map((each) => parseAmount(typed, each, currency)).find((each) => each !== null) ?? null;
  const { minimum_minor, maximum_minor } = tip;
  return amount === null || amount < minimum_minor || amount > maximum_minor ? "wrong" : amount;
}

function bounds({ tip }: Rules, currency: string, locale: Locale) {
  const { minimum_minor, maximum_minor } = tip;
  const of = (value: number) => formatAmount(minor(value), currency, locale, true);
  return { currency, minimum: of(minimum_minor), maximum: of(maximum_minor) };
}
