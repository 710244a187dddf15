import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount, type Locale, toDecimal } from "../../domain/money/minor.ts";
import { MainButton } from "../form/main-button.tsx";
import { Face } from "./face.tsx";

interface TryCardProps {
  creator: { username: string; name: string; currency: string; avatar_id: string | null };
  presets: readonly number[];
}

/** The product itself: a real creator's first step, to be tried from the home page. */
export function TryCard({ creator, presets }: TryCardProps): ReactElement {
  const { t, i18n } = useTranslation("home");
  const locale: Locale = i18n.language === "de" ? "de" : "en";
  return (
    <form className="card try" method="post" action={`/${creator.username}`} aria-labelledby="try">
      <p className="dim small">{t("try.label")}</p>
      <div className="to">
        <Face name={creator.name} avatarId={creator.avatar_id} small />
        <span>
          <b>{creator.name}</b>
          <br />
          <span className="dim small">@{creator.username}</span>
        </span>
      </div>
      <Title order={2} id="try" className="step-title">
        {t("try.question", { name: creator.name })}
      </Title>
      <div className="chips">
        {presets.map((preset, index) => (
          <label className="chip money" key={preset}>
            <input
              type="radio"
              name="choice"
              value={toDecimal(preset, creator.currency)}
              defaultChecked={index === 0}
            />
            {formatAmount(preset, creator.currency, locale, true)}
          </label>
        ))}
      </div>
      <MainButton>{t("try.next")}</MainButton>
    </form>
  );
}
