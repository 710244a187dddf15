import type { ReactElement } from "react";
import type { Supporter } from "../../domain/users/profile.server.ts";
import { useTexts } from "../../ui/texts.ts";

export function Supporters({ supporters }: { supporters: readonly Supporter[] }): ReactElement {
  const { t } = useTexts("tip");
  return (
    <section className="supporters" aria-labelledby="supporters">
      <h2 id="supporters">{t("supporters.title")}</h2>
      <ul>
        {[...supporters.entries()].map(([place, { name, words }]) => (
          <li key={place}>
            {words ? <blockquote>{words}</blockquote> : null}
            <p>{name ?? t("summary.anonymous")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
