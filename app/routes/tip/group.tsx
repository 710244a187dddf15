import { data, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { minimumFor, sharersOf, shares } from "../../domain/grouplists/sharers.ts";
import { startGroupTip } from "../../domain/tips/drafts.server.ts";
import { amountForm } from "../../domain/tips/tip.schema.ts";
import { addressKey } from "../../http/address-keys.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { cacheTags, profileTag } from "../../http/cache-tags.ts";
import { featuresOf } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/group";
import { AmountButtons, AmountChoices, HowOften } from "./amount-choices.tsx";
import { feeLine } from "./fee-line.server.ts";
import { type GroupChoice, GroupCover, GroupHead, GroupMembers, GroupMore, groupUrl } from "./group-head.tsx";
import { chosenOf, findEarlier, limits, requireGroup, sharesText, shownGroup } from "./group-page.server.ts";
import { everyOf, firstWallets, likelyPayment } from "./payment-options.server.ts";
import { preselectAmount } from "./preselected-amount.ts";
import { tipStepUrl } from "./tip-steps.server.ts";

export const handle = { isForEverybody: true };

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const viewer = await findRequestViewer(context);
  const page = await requireGroup(request, context, params.grouplist, viewer?.id ?? null);
  const locale = getLocale(context);
  const t = getTexts(context, "grouplists");
  const token = url.searchParams.get("tip");
  const earlier = token === null ? null : await findEarlier(context, page.slug, token);
  const able = sharersOf(page);
  const chosen = chosenOf(able, url.searchParams.getAll("creator"), earlier);
  const amount = "amount" in params ? params.amount : undefined;
  const step = url.searchParams.get("step");
  const choice: GroupChoice = {
    ...{ amount, step, chosen: chosen.map((each) => each.username) },
    tip: earlier === null ? null : token,
  };
  const count = (chosen.length === 0 ? able : chosen).length;
  const minimum = minimumFor(count, rulesOf(context));
  const rules = rulesOf(context).tip;
  const { presets_minor } = rules;
  const name = page.name ?? getTexts(context, "grouplists")("unnamed", { slug: page.slug });
  const shown = {
    group: shownGroup(context, page, name, locale, isSavingData(request.headers)),
    choice,
    earlier: choice.tip,
    every: everyOf(context, page.currency, { earlier, url }),
    isOpen: page.status === "APPROVED",
    takesTips: page.status === "APPROVED" && able.length > 0,
    isLeftOut: able.length === 0 && page.members.some(shares),
    ...preselectAmount({ currency: page.currency, items: [], minimum }, locale, amount ?? step ?? undefined, {
      isFromPath: amount !== undefined,
      rules,
    }),
    presets: presets_minor.filter((preset) => preset >= minimum),
    sharers: { count, text: sharesText(context, page.currency, count, earlier?.amount_minor ?? null) },
    limits: limits(rulesOf(context), page.currency, locale, minimum),
    wallets: firstWallets(context, page.currency),
    fee: feeLine(context, page.currency),
    isIndexed: featuresOf(context).indexing,
    title: t("page.title", { name }),
    description: t("page.description", { name, count: able.length }),
  };
  const tags = [page.id, ...page.shown_ids].map(profileTag);
  return data(shown, { headers: cacheTags(...tags) });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, newId } = context.get(servicesContext);
  const page = await requireGroup(request, context, params.grouplist, null);
  if (page.status !== "APPROVED") throw data(null, { status: 404 });
  const locale = getLocale(context);
  const posted = await readCheckableForm(request);
  const asked = posted.getAll("creator").filter((each) => typeof each === "string");
  const able = sharersOf(page);
  const chosen = chosenOf(able, asked, null);
  const count = (chosen.length === 0 ? able : chosen).length;
  const schema = amountForm({
    currency: page.currency,
    locale,
    items: [],
    minimum_minor: minimumFor(count, rulesOf(context)),
    rules: rulesOf(context),
  });
  const texts = {
    ...limits(rulesOf(context), page.currency, locale, minimumFor(count, rulesOf(context))),
    count,
  };
  const form = parseForm(request, context, posted, schema, texts);
  if (!form.ok) return form.reply;
  // A chosen member left: the share goes to no other without consent.
  if (chosen.length < asked.length || able.length === 0)
    return form.refuse({ amount: "errors.amount.creators" });
  await requireBudget(context, "drafts", addressKey(context.get(clientAddressContext)));
  const token = posted.get("tip");
  const earlier = typeof token === "string" ? await findEarlier(context, page.slug, token) : null;
  const id = newId();
  const viewer_id = (await findRequestViewer(context))?.id ?? null;
  const { way, ...known } = await likelyPayment(request, context, { currency: page.currency, posted });
  const started = await startGroupTip(db, {
    ...{ id, group: page, amount_minor: form.value.amount_minor, locale, earlier, viewer_id, now: clock() },
    ...known,
    chosen: chosen.length === 0 ? null : chosen.map((each) => each.id),
  });
  if (started === "gone") throw data(null, { status: 404 });
  return redirect(tipStepUrl(context, `/gl/${page.slug}`, id, way), 303);
}

export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { group, choice, limits } = loaderData;
  const { t } = useTexts("grouplists");
  const { t: tip } = useTexts("tip");
  const [form, fields] = shownForm<{ amount: string; choice: string; every: string }>({
    id: "amount",
    lastResult: actionData,
    defaultValue: { amount: loaderData.typed, choice: loaderData.chosen, every: loaderData.every ?? "" },
  });
  return (
    <div className="profile">
      <GroupCover group={group} />
      <div className="group-side">
        <GroupHead group={group} />
        {group.members.length > 0 ? (
          <GroupMembers slug={group.slug} members={group.members} choice={choice} isOwner={group.isOwner} />
        ) : null}
      </div>
      {loaderData.takesTips ? (
        <section className="card tip-card group-card">
          <Title order={2} className="step-title">
            {t("page.question")}
          </Title>
          {loaderData.isCapped ? <p className="note">{tip("amount.capped", limits)}</p> : null}
          <ErrorSummary formId={form.id} errors={form.allErrors} />
          {/* Keeps the chosen members for a refused amount. */}
          <form
            method="post"
            action={groupUrl(group.slug, { ...choice, amount: undefined })}
            noValidate
            className="fields"
          >
            {loaderData.earlier ? <input type="hidden" name="tip" value={loaderData.earlier} /> : null}
            {choice.chosen.map((username) => (
              <input key={username} type="hidden" name="creator" value={username} />
            ))}
            <AmountChoices
              amount={fields.amount}
              choice={fields.choice}
              currency={group.currency}
              presets={loaderData.presets}
              items={[]}
              help={tip("amount.ownHelp", limits)}
            />
            {loaderData.every === null ? null : <HowOften field={fields.every} />}
            <AmountButtons
              currency={group.currency}
              presets={loaderData.presets}
              items={[]}
              fee={loaderData.fee}
              wallets={loaderData.wallets}
              sharers={loaderData.sharers}
            />
          </form>
        </section>
      ) : (
        <section className="card tip-card">
          <p>
            {t(loaderData.isOpen ? (loaderData.isLeftOut ? "page.allDirect" : "page.nobody") : "page.notYet")}
          </p>
        </section>
      )}
      <GroupMore group={group} />
    </div>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description, isIndexed } = loaderData;
  return [
    ...(isIndexed ? [] : [{ name: "robots", content: "noindex" }]),
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: loaderData.group.address },
  ];
}
