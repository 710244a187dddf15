import type { ReactNode } from "react";
import type { Operator } from "../../../http/operator-facts.server.ts";
import { Facts } from "../../../ui/components/data-table.tsx";
import { Prose } from "../../../ui/components/prose.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { ShownVersion } from "./legal-values.server.ts";

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
  isUnaccepted = false,
  versions = [],
  children,
}: {
  title: string;
  intro: string;
  changed: string;
  sections: readonly LegalSection[];
  isUnaccepted?: boolean;
  versions?: readonly ShownVersion[];
  children?: ReactNode;
}) {
  const { t } = useTexts("legal");
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <p className="legal-intro">{intro}</p>
      <p className="help">{t("changed", { date: changed })}</p>
      <TemplateNote isShown={isUnaccepted} />
      <Contents sections={sections} />
      {children}
      {sections.map(({ id, title: name, text, more }) => (
        <section key={id} id={id}>
          <Title order={2}>{name}</Title>
          <Prose text={text} />
          {more}
        </section>
      ))}
      <Versions versions={versions} />
    </article>
  );
}

export function Contents({ sections }: { sections: readonly Pick<LegalSection, "id" | "title">[] }) {
  const { t } = useTexts("legal");
  if (sections.length <= 2) return null;
  return (
    <nav className="legal-contents" aria-label={t("contents")}>
      <ul>
        {sections.map(({ id, title: name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function TemplateNote({ isShown }: { isShown: boolean }) {
  const { t } = useTexts("legal");
  return isShown ? <p className="note">{t("version.template")}</p> : null;
}

export function Versions({ versions }: { versions: readonly ShownVersion[] }) {
  const { t } = useTexts("legal");
  if (versions.length === 0) return null;
  return (
    <section id="versions">
      <Title order={2}>{t("version.all")}</Title>
      <ul>
        {versions.map(({ version, state, from, href }) => (
          <li key={version}>
            <a href={href}>{t(`version.${state}From`, { version, from })}</a>
          </li>
        ))}
      </ul>
    </section>
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
