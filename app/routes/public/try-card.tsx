import { formatAmount, toDecimal } from "../../domain/money/minor.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { SmallCover } from "../../ui/components/cover.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";

interface TryCardProps {
  creator: {
    username: string;
    name: string;
    currency: string;
    avatar_id: string | null;
    header_id: string | null;
  };
  presets: readonly number[];
}

export function TryCard({ creator, presets }: TryCardProps) {
  const { t, locale } = useTexts("home");
  return (
    <form className="card try" method="post" action={`/${creator.username}`} aria-labelledby="try">
      <SmallCover name={creator.name} headerId={creator.header_id} />
      <p className="try-label">{t("try.label")}</p>
      <div className="try-who">
        <Avatar name={creator.name} avatarId={creator.avatar_id} />
        <span>
          <b>{creator.name}</b>
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
        <a className="chip" href={`/${creator.username}`} aria-label={t("try.other")}>
          …
        </a>
      </div>
      <MainButton>{t("try.next")}</MainButton>
    </form>
  );
}
