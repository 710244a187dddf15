import type { ReactNode } from "react";
import { Facts } from "../../../ui/components/data-table.tsx";
import { Prose } from "../../../ui/components/prose.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Operator } from "./legal-values.server.ts";

export interface LegalSection {
  id: string;
  title: string;
  text: string;
  more?: ReactNode;
}

export function LegalPage({
  title,
  intro,
  changed,
  sections,
  children,
}: {
  title: string;
  intro: string;
  changed: string;
  sections: readonly LegalSection[];
  children?: ReactNode;
}) {
  const { t } = useTexts("legal");
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <p className="legal-intro">{intro}</p>
      <p className="help">{t("changed", { date: changed })}</p>
      {sections.length > 2 ? (
        <nav className="legal-contents" aria-label={t("contents")}>
          <ul>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {children}
      {sections.map(({ id, title: name, text, more }) => (
        <section key={id} id={id}>
          <Title order={2}>{name}</Title>
          <Prose text={text} />
          {more}
        </section>
      ))}
    </article>
  );
}

export function ProviderFacts({
  values,
  more,
}: {
  values: Operator;
  more: readonly [name: string, value: string][];
}) {
  const { t } = useTexts("legal");
  return (
    <Facts
      facts={[
        [t("imprint.provider"), values.operator],
        [t("imprint.address"), values.address],
        [
          t("imprint.email"),
          <a key="email" href={`mailto:${values.contact}`}>
            {values.contact}
          </a>,
        ],
        ...more,
      ]}
    />
  );
}
