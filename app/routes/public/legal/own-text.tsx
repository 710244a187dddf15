import { Markdown } from "../../../ui/components/markdown.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { Contents, Versions } from "./legal-page.tsx";
import type { OwnText } from "./own-text.server.ts";
import { privacyTables } from "./privacy-tables.tsx";

export function OwnTextPage({ title, own }: { title: string; own: OwnText }) {
  const { t } = useTexts("legal");
  const { page, version, nodes, from, published, state, contents, versions, privacy } = own;
  return (
    <article className="legal">
      <Title order={1}>{title}</Title>
      <p className="help">
        {t(state === "never" ? "version.replacedFacts" : "version.facts", { version, from, published })}
      </p>
      {state === "inForce" ? null : (
        <p className="note">
          {t(`version.${state}`)} <a href={`/${page}`}>{t("version.current")}</a>
        </p>
      )}
      <Contents sections={contents} />
      <Markdown nodes={nodes} {...(privacy ? { tables: privacyTables(privacy) } : {})} />
      <Versions versions={versions} />
    </article>
  );
}
