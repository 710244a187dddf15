import { data, type RouterContextProvider, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import { findDraft, isEditable, startTip, type TipDraft } from "../../domain/tips/drafts.server.ts";
import { amountForm } from "../../domain/tips/tip.schema.ts";
import { findProfile, findRenamed, type PublicProfile } from "../../domain/users/profile.server.ts";
import { offeredAmounts } from "../../domain/users/tip-amounts.ts";
import { addressKey } from "../../http/address-keys.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { cacheTags, profileTag } from "../../http/cache-tags.ts";
import { offeredProfile } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { findReader } from "../../http/reader.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { Rules } from "../../product-settings.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/amount";
import { AmountButtons, AmountChoices, HowOften } from "./amount-choices.tsx";
import { feeLine } from "./fee-line.server.ts";
import { OwnItems, OwnLinks } from "./own-items.tsx";
import { findOwnSide } from "./own-side.server.ts";
import { everyOf, firstWallets, likelyPayment } from "./payment-options.server.ts";
import { preselectAmount } from "./preselected-amount.ts";
import { ProfileHead, ProfileMore } from "./profile-head.tsx";
import { shareMeta } from "./share-meta.ts";
import { sharing } from "./sharing.server.ts";
import { shownGoal } from "./shown-goal.server.ts";
import { tipStepUrl } from "./tip-steps.server.ts";

export const handle = { isForEverybody: true };

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const whole = await requireProfile(request, context, params, url.search);
  const token = url.searchParams.get("tip");
  const earlier = token === null ? null : await findEarlier(context, whole.username, token);
  const profile = isSavingData(request.headers) ? withoutPictures(whole) : whole;
  const locale = getLocale(context);
  const rules = rulesOf(context).tip;
  const t = getTexts(context, "tip");
  const { presets, marked, preselected } = offeredAmounts(profile.amounts, rules);
  const page = {
    profile,
    presets,
    marked,
    isSuggested: preselected !== null,
    goal: shownGoal(profile, locale),
    own: await findOwnSide(request, context, profile),
    earlier: earlier === null ? null : token,
    every: everyOf(context, profile.currency, { earlier, url }),
    ...preselectAmount({ ...profile, preselected }, locale, "amount" in params ? params.amount : undefined, {
      item_id: earlier?.item_id ?? null,
      rules: { ...rules, presets_minor: presets },
    }),
    limits: limits(rulesOf(context), profile.currency, locale),
    wallets: firstWallets(context, profile.currency),
    fee: feeLine(context, profile.currency),
    title: t("profile.title", { name: profile.name }),
    ...sharing(context, whole, locale),
  };
  return data(page, { headers: cacheTags(profileTag(profile.id)) });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, newId } = context.get(servicesContext);
  const profile = await requireProfile(request, context, params);
  if (profile.is_paused) return redirect(`/${profile.username}`, 303);
  const locale = getLocale(context);
  const schema = amountForm({ ...profile, locale, rules: rulesOf(context) });
  const posted = await readCheckableForm(request);
  const form = parseForm(
    request,
    context,
    posted,
    schema,
    limits(rulesOf(context), profile.currency, locale),
  );
  if (!form.ok) return form.reply;
  await requireBudget(context, "drafts", addressKey(context.get(clientAddressContext)));
  const id = newId();
  const earlier = await findEarlier(context, profile.username, posted.get("tip"));
  const viewer_id = (await findRequestViewer(context))?.id ?? null;
  const { currency } = profile;
  const { way, ...known } = await likelyPayment(request, context, { currency, posted });
  const chosen = { ...form.value, ...known };
  await startTip(db, { id, profile, ...chosen, locale, earlier, viewer_id, now: clock() });
  return redirect(tipStepUrl(context, `/${profile.username}`, id, way), 303);
}

export default function Amount({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, presets, limits } = loaderData;
  const { t } = useTexts("tip");
  const [form, fields] = shownForm<{ amount: string; choice: string; every: string }>({
    id: "amount",
    lastResult: actionData,
    defaultValue: { amount: loaderData.typed, choice: loaderData.chosen, every: loaderData.every ?? "" },
  });
  return (
    <div className="profile">
      <ProfileHead profile={profile} />
      {loaderData.own ? <OwnLinks /> : null}
      <section className="card tip-card">
        {profile.is_paused ? (
          <p>{t("amount.paused", { name: profile.name })}</p>
        ) : (
          <>
            <Title order={2} className="step-title">
              {t("amount.question", { name: profile.name })}
            </Title>
            {loaderData.isCapped ? <p className="note">{t("amount.capped", limits)}</p> : null}
            <ErrorSummary formId={form.id} errors={form.allErrors} />
            <form method="post" action={`/${profile.username}`} noValidate className="fields">
              {loaderData.earlier ? <input type="hidden" name="tip" value={loaderData.earlier} /> : null}
              <AmountChoices
                amount={fields.amount}
                choice={fields.choice}
                currency={profile.currency}
                presets={presets}
                marked={loaderData.marked}
                isSuggested={loaderData.isSuggested}
                items={profile.items}
                help={t("amount.ownHelp", limits)}
              />
              {loaderData.every === null ? null : <HowOften field={fields.every} />}
              <AmountButtons
                currency={profile.currency}
                presets={presets}
                items={profile.items}
                fee={loaderData.fee}
                wallets={loaderData.wallets}
              />
            </form>
          </>
        )}
      </section>
      <ProfileMore profile={profile} goal={loaderData.goal}>
        {loaderData.own ? <OwnItems own={loaderData.own} /> : null}
      </ProfileMore>
    </div>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? shareMeta(loaderData) : [];
}

async function requireProfile(
  request: Request,
  context: Readonly<RouterContextProvider>,
  params: { profile: string; amount?: string | undefined },
  query = "",
): Promise<PublicProfile> {
  const { clock } = context.get(servicesContext);
  const reader = await findReader(request, context);
  const profile = await findProfile(reader, params.profile, clock());
  if (profile) return offeredProfile(context, profile);
  // An earlier username redirects for a while (docs/product.md, 6.5).
  const renamed = await findRenamed(reader, params.profile, clock());
  if (renamed === null) throw data(null, { status: 404 });
  const amount = params.amount === undefined ? "" : `/${encodeURIComponent(params.amount)}`;
  throw redirect(`/${renamed}${amount}${query}`, 301);
}

async function findEarlier(
  context: Readonly<RouterContextProvider>,
  username: string,
  token: FormDataEntryValue | null,
): Promise<TipDraft | null> {
  const { db, tokens } = context.get(servicesContext);
  const tipId = typeof token === "string" ? tokens.verify("tip-draft", token) : null;
  const draft = tipId ? await findDraft(db, tipId, { username }) : null;
  return draft && isEditable(draft.status) ? draft : null;
}

function limits({ tip }: Rules, currency: string, locale: Locale) {
  return {
    minimum: formatAmount(tip.minimum_minor, currency, locale),
    maximum: formatAmount(tip.maximum_minor, currency, locale),
  };
}

/** Data savers get the avatar only. */
function withoutPictures(profile: PublicProfile): PublicProfile {
  return { ...profile, header: null, items: profile.items.map((item) => ({ ...item, image: null })) };
}
