import type { SubmissionResult } from "@conform-to/react";
import type { Range } from "../../domain/leaderboard/leaderboard.schema.ts";
import type { Movement } from "../../domain/leaderboard/leaderboard.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { SecondButton } from "../../ui/components/main-button.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import { Move } from "./places.tsx";

interface OwnSide {
  isRanked: boolean;
  isActive: boolean;
  text: string;
  movement: Movement | null;
  tips: string | null;
  country: string;
  countries: readonly { value: string; text: string }[];
}

export function OwnPlace({ own }: { own: OwnSide }) {
  const { t } = useTexts("leaderboard");
  return (
    <aside className="own-place" aria-label={t("own.label")}>
      <p>
        <b>{own.text}</b> <Move movement={own.movement} /> {own.tips ? <small>{own.tips}</small> : null}
      </p>
      <a href="#settings">{t("own.change")}</a>
    </aside>
  );
}

export function OwnSettings({
  own,
  range,
  lastResult,
}: {
  own: OwnSide;
  range: Range;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { t } = useTexts("leaderboard");
  const [form, fields] = shownForm<{ country_id: string }>({
    id: "place",
    lastResult,
    defaultValue: { country_id: own.country },
  });
  const { country_id, ...others } = form.allErrors;
  // Only a forged post has errors without a field.
  const errors = { "": Object.values(others).flat(), ...(country_id && { country_id }) };
  const kept = <input type="hidden" name="range" value={range} />;
  const countries =
    own.country === "" ? [{ value: "", text: t("settings.noCountry") }, ...own.countries] : own.countries;
  return (
    <div id="settings">
      <Card title={t("settings.title")}>
        <p className="help">{t("settings.text")}</p>
        <ErrorSummary formId={form.id} errors={errors} labels={{ country_id: t("settings.country") }} />
        <form method="post" className="switch-row">
          {kept}
          <input type="hidden" name="intent" value="ranking" />
          <span id="ranking-label">{t("settings.switch")}</span>
          <button
            type="submit"
            className="switch"
            role="switch"
            aria-checked={own.isRanked}
            aria-labelledby="ranking-label"
            name="enabled"
            value={own.isRanked ? "off" : "on"}
          >
            <span aria-hidden="true">{t(own.isRanked ? "settings.on" : "settings.off")}</span>
          </button>
        </form>
        <form method="post" noValidate className="fields">
          {kept}
          <input type="hidden" name="intent" value="country" />
          <SelectField field={fields.country_id} label={t("settings.country")} options={countries} />
          <SecondButton>{t("settings.save")}</SecondButton>
        </form>
        {own.isActive ? (
          <p className="help">
            {t("settings.groups")} <a href="/grouplists">{t("settings.groupsLink")}</a>
          </p>
        ) : null}
      </Card>
    </div>
  );
}
