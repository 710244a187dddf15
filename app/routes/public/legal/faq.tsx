import { data } from "react-router";
import { FAQ_GROUPS, FAQ_QUESTIONS } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { operatorOf } from "../../../http/operator-facts.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import type { Features } from "../../../product-settings.ts";
import { Prose } from "../../../ui/components/prose.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useFeatures } from "../../../ui/shells/layout-data.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/faq";
import { TemplateNote, Versions } from "./legal-page.tsx";
import { templateFacts } from "./legal-values.server.ts";
import { ownText } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";

export const handle = { isForEverybody: true };

const FEATURE_OF: Partial<Record<string, keyof Features>> = {
  ...{ group: "groups", join: "groups", makeGroup: "groups" },
  ...{ vouchers: "vouchers", voucherWrong: "vouchers", discord: "discord" },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const own = await ownText(request, context, "faq");
  if (own) return own;
  const hasThanks = rulesOf(context).content.thank_yous_maximum > 0;
  const facts = { contact: operatorOf(context).contact, hasThanks, ...templateFacts(context, "faq") };
  return data({ title: getI18n(context).t("faq:title"), ...facts }, { headers: cacheTags() });
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("faq");
  const features = useFeatures();
  if ("own" in loaderData) return <OwnTextPage {...loaderData} />;
  const { title, contact, hasThanks, isUnaccepted, versions } = loaderData;
  const isShown = (name: string) => {
    if (name === "thanks") return hasThanks;
    if (name === "start") return features.registration === "open";
    const feature = FEATURE_OF[name];
    return !feature || features[feature];
  };
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <TemplateNote isShown={isUnaccepted} />
      <Prose text={t("intro", { contact })} />
      {FAQ_GROUPS.filter((group) => FAQ_QUESTIONS[group].some(isShown)).map((group) => (
        <section key={group} id={group}>
          <Title order={2}>{t(`groups.${group}`)}</Title>
          {FAQ_QUESTIONS[group].filter(isShown).map((name) => (
            <details key={name} className="question">
              <summary>{t(`${name}.question`)}</summary>
              <div id={`answer-${name}`}>
                <Prose text={t(`${name}.answer`, { contact })} />
              </div>
            </details>
          ))}
        </section>
      ))}
      <Versions versions={versions} />
    </article>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
