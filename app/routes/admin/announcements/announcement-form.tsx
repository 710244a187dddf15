import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { AnnouncementKind } from "../../../domain/announcements/announcements.server.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";

type Values = Record<string, string>;

/** What an announcement says, in each language, and when: of an event its title, link and colour, too. */
export function AnnouncementForm({
  kind,
  action,
  values,
  languages,
  lastResult,
  button,
}: {
  kind: AnnouncementKind;
  action: string;
  values: Values;
  /** The code of each language, with its name. */
  languages: readonly { code: string; name: string }[];
  lastResult: Parameters<typeof shownForm<Values>>[0]["lastResult"];
  button: string;
}): ReactElement {
  const { t } = useTranslation("announcements");
  const [form, fields] = shownForm<Values>({ id: "announcement", lastResult, defaultValue: values });
  const fieldOf = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`the form has no ${name}`);
    return field;
  };
  const time = { type: "datetime-local" } as const;
  const isEvent = kind === "event";
  return (
    <section className="card">
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action={action} noValidate className="fields" data-once="">
        <TextField field={fieldOf("starts_at")} label={t("starts")} help={t("timeHelp")} control={time} />
        <TextField field={fieldOf("ends_at")} label={t("ends")} control={time} />
        {languages.map(({ code, name }) => (
          <div className="fields" key={code}>
            {isEvent ? (
              <TextField
                field={fieldOf(`title_${code}`)}
                label={t("titleOf", { name })}
                control={{ lang: code }}
              />
            ) : null}
            <TextAreaField
              field={fieldOf(`text_${code}`)}
              label={t("textOf", { name })}
              control={{ lang: code, rows: 3 }}
            />
          </div>
        ))}
        {isEvent ? (
          <>
            <TextField field={fieldOf("url")} label={t("url")} help={t("urlHelp")} optional />
            <TextField field={fieldOf("color")} label={t("color")} control={{ type: "color" }} />
          </>
        ) : null}
        <MainButton>{button}</MainButton>
      </form>
    </section>
  );
}
