import { data } from "react-router";
import { cacheTags } from "../../../http/cache-tags.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { Prose } from "../../../ui/components/prose.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/faq";
import { operatorOf } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

const QUESTIONS = {
  fans: ["account", "fees", "limits", "ways", "anonymous", "thanks", "refund", "failed", "review", "report"],
  creators: ["start", "verification", "items", "deletion"],
  money: ["payoutDay", "payoutFees", "ownAccount", "chargeback", "tax"],
  together: ["group", "join", "makeGroup"],
  more: ["vouchers", "voucherWrong", "discord", "api"],
} as const;

const GROUPS = ["fans", "creators", "money", "together", "more"] as const;

export function loader({ context }: Route.LoaderArgs) {
  const { contact } = operatorOf(context);
  return data({ title: getI18n(context).t("faq:title"), contact }, { headers: cacheTags() });
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("faq");
  const { title, contact } = loaderData;
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <Prose text={t("intro", { contact })} />
      {GROUPS.map((group) => (
        <section key={group} id={group}>
          <Title order={2}>{t(`groups.${group}`)}</Title>
          {QUESTIONS[group].map((name) => (
            <details key={name} className="question">
              <summary>{t(`${name}.question`)}</summary>
              {/* A link to what is inside of it opens it. */}
              <div id={`answer-${name}`}>
                <Prose text={t(`${name}.answer`, { contact })} />
              </div>
            </details>
          ))}
        </section>
      ))}
    </article>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
