import { data } from "react-router";
import { listCalls } from "../../../api/docs.server.ts";
import { servicesContext } from "../../../context.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { Prose } from "../../../ui/components/prose.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/overview";
import { CallAddress } from "./call-address.tsx";

export const handle = { isForEverybody: true };

const ABOUT = ["signIn", "answers", "refusals", "repeating", "sites"] as const;

/** docs/product.md, 9.14. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(servicesContext);
  const title = getI18n(context).t("api:title");
  return data({ title, publicUrl, groups: listCalls(featuresOf(context)) }, { headers: cacheTags() });
}

export default function ApiOverview({ loaderData: { title, publicUrl, groups } }: Route.ComponentProps) {
  const { t } = useTexts("api");
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <Prose text={t("intro")} />
      {ABOUT.map((part) => (
        <section key={part} id={part}>
          <Title order={2}>{t(`about.${part}.title`)}</Title>
          <Prose text={t(`about.${part}.text`)} />
        </section>
      ))}
      <section id="example">
        <Title order={2}>{t("exampleCode")}</Title>
        <p>{t("example")}</p>
        <pre className="share-code">
          <code>{exampleFor(publicUrl)}</code>
        </pre>
      </section>
      <section id="calls">
        <Title order={2}>{t("groupsTitle")}</Title>
        {groups.map(({ group, calls }) => (
          <section key={group} className="calls">
            <h3>
              <a href={`/api/docs/${group}`}>{t(`groups.${group}`)}</a>
            </h3>
            <ul>
              {calls.map((call) => (
                <li key={call.name}>
                  <a href={`/api/docs/${group}#${call.name}`}>
                    <CallAddress method={call.method} path={call.path} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </article>
  );
}

/** Country 57 is Germany: 5 euros with 10 % fee and VAT are 5.60. */
function exampleFor(publicUrl: string): string {
  return `curl "${publicUrl}/api/payment/fee?amount=5&currency=EUR&country_id=57"

curl ${publicUrl}/api/user/{id}/tribute \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: ada-1" \\
  -d '{"amount": "5.00", "type": "INETCASH_CC", "country_id": 57, "name": "Ada", "charged_minor": 560}'`;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
