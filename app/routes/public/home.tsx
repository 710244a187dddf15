import type { ReactElement, ReactNode } from "react";
import { data } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { listFeatured, listTestimonials, type Testimonial } from "../../domain/users/creator-lists.server.ts";
import { fittingAmounts } from "../../domain/users/tip-amounts.ts";
import { CREATORS_TAG, cacheTags } from "../../http/cache-tags.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { findReader } from "../../http/reader.server.ts";
import { productRules } from "../../product-rules.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { SmallCover } from "../../ui/components/cover.tsx";
import { CheckGlyph } from "../../ui/components/icons.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/home";
import { ChooseScene, PayScene, SayScene } from "./illustrations.tsx";
import { TryCard } from "./try-card.tsx";

const VALUES = ["whole", "light", "proof"] as const;

export const handle = { isForEverybody: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { clock, config } = context.get(servicesContext);
  const { brand, rules } = context.get(settingsContext);
  const reader = await findReader(request, context);
  const { locale, t, money } = formatsOf(context);
  const monthStart = `${businessDate(clock()).slice(0, 7)}-01`;
  const [featured, voices] = await Promise.all([
    listFeatured(reader, monthStart, productRules.shown_creators),
    listTestimonials(reader, locale),
  ]);
  const star = featured.find(isTried);
  const isSaving = isSavingData(request.headers);
  const page = {
    featured: isSaving
      ? featured.map((creator) => ({ ...creator, avatar_id: null, header_id: null }))
      : featured,
    voices: isSaving ? voices.map((voice) => ({ ...voice, avatar_id: null })) : voices,
    isDemo: config.mode === "demo",
    presets: star ? fittingAmounts(star.presets_minor, rules.tip) : [],
    minimum: money(rules.payout.automatic_minimum_minor, "EUR"),
    title: `${t("common:brand")} – ${t("home:title")}`,
    headline: brand.headline[locale] ?? null,
    values:
      brand.values[locale] ??
      VALUES.map((value) => ({
        title: t(`home:values.${value}.title`),
        text: t(`home:values.${value}.text`),
      })),
    description: t("home:description"),
  };
  return data(page, { headers: cacheTags(CREATORS_TAG) });
}

const isTried = ({ only_items }: { only_items: boolean }) => !only_items;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("home");
  const { featured, voices } = loaderData;
  const { registration } = useFeatures();
  const star = featured.find(isTried);
  return (
    <div className="home">
      <section className="hero">
        <div>
          <Title order={1}>{loaderData.headline ?? t("hero.heading")}</Title>
          <p className="lead">{t("hero.text")}</p>
          <div className="hero-actions">
            <MainLink href="#featured">{t("hero.browse")}</MainLink>
            {registration === "open" ? <SecondLink href="/register">{t("hero.create")}</SecondLink> : null}
          </div>
        </div>
        {star ? <TryCard creator={star} presets={loaderData.presets} /> : null}
      </section>

      <Section id="values" heading={t("values.heading")}>
        <ul className="trio">
          {loaderData.values.map(({ title, text }) => (
            <li className="card" key={`${title} ${text}`}>
              <span className="badge badge-good badge-small">
                <CheckGlyph size={20} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="featured" heading={t("featured.heading")}>
        <ul className="tiles">
          {featured.map((creator) => (
            <li key={creator.username}>
              <a className="tile" href={`/${creator.username}`}>
                <SmallCover name={creator.name} headerId={creator.header_id} lazy />
                <Avatar name={creator.name} avatarId={creator.avatar_id} lazy />
                <b>{creator.name}</b>
                <small>@{creator.username}</small>
              </a>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="steps" heading={t("steps.heading")}>
        <ol className="trio how">
          <Step scene={<ChooseScene />} title={t("steps.choose.title")} text={t("steps.choose.text")} />
          <Step scene={<SayScene />} title={t("steps.say.title")} text={t("steps.say.text")} />
          <Step
            scene={<PayScene />}
            title={t("steps.pay.title")}
            text={t("steps.pay.text", { minimum: loaderData.minimum })}
          />
        </ol>
      </Section>

      {voices.length > 0 ? <Voices voices={voices} isDemo={loaderData.isDemo} /> : null}
    </div>
  );
}

function Section(props: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <Title order={2} id={props.id}>
        {props.heading}
      </Title>
      {props.children}
    </section>
  );
}

function Step({ scene, title, text }: { scene: ReactElement; title: string; text: string }) {
  return (
    <li>
      {scene}
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}

function Voices({ voices, isDemo }: { voices: readonly Testimonial[]; isDemo: boolean }) {
  const { t } = useTexts("home");
  return (
    <Section id="voices" heading={t("voices.heading")}>
      {isDemo ? <p className="dim small">{t("voices.demo")}</p> : null}
      <div className="trio">
        {voices.map((voice) => (
          <figure className="card voice" key={voice.text}>
            <blockquote>{voice.text}</blockquote>
            <figcaption>
              <Avatar name={voice.name} avatarId={voice.avatar_id} small lazy />
              <a href={`/${voice.username}`}>{t(`voices.${voice.role}`, { name: voice.name })}</a>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [{ name: "description", content: loaderData.description }];
}
