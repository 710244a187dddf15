import { getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { channelForm } from "../../domain/microblog/microblog.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

export function ChannelSettings({
  values,
  lastResult,
}: {
  values: Record<string, string>;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("chatBot");
  const { t: shared } = useTranslation("microblog");
  const { t: account } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "channel",
    lastResult,
    defaultValue: values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: channelForm }),
  });
  const labels = {
    on_new_tip: t("account.onNewTip"),
    tip_frequency: shared("settings.tipFrequency"),
    show_amount: shared("settings.showAmount"),
    on_achievement: t("account.onAchievement"),
  };
  return (
    <Card title={t("account.settingsTitle")}>
      <FieldsForm form={form} labels={labels}>
        <Checkbox {...getInputProps(fields.on_new_tip, { type: "checkbox" })} label={labels.on_new_tip} />
        <p className="help">{t("account.onNewTipHelp")}</p>
        <NativeSelect
          {...getSelectProps(fields.tip_frequency)}
          label={labels.tip_frequency}
          error={textOf(fields.tip_frequency.errors)}
          data={[
            { value: "ALL", label: shared("settings.tips.ALL") },
            { value: "HOURLY", label: shared("settings.tips.HOURLY") },
          ]}
        />
        <Checkbox {...getInputProps(fields.show_amount, { type: "checkbox" })} label={labels.show_amount} />
        <Checkbox
          {...getInputProps(fields.on_achievement, { type: "checkbox" })}
          label={labels.on_achievement}
        />
        <p className="help">{shared("settings.onAchievementHelp")}</p>
        <SubmitButton>{account("save")}</SubmitButton>
      </FieldsForm>
    </Card>
  );
}
