import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { noteForm } from "../../../domain/support/support.schema.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { figure, Moment, NextPage, time } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { TableCard } from "../page-parts.tsx";
import type { ShownSupport } from "./support.server.ts";

export function Timeline({
  entries,
  next,
  maySend,
}: {
  entries: ShownSupport["entries"];
  next: string | null;
  maySend: boolean;
}) {
  const { t } = useTranslation("support");
  return (
    <div id="timeline">
      <TableCard
        title={t("timeline.title")}
        columns={[
          t("timeline.what"),
          t("timeline.detail"),
          figure(t("timeline.amount")),
          time(t("timeline.at")),
          t("timeline.again"),
        ]}
        empty={t("timeline.empty")}
        next={next}
        nextText={t("timeline.next")}
        rows={entries.map(({ key, what, detail, amount, at, href, mail }) => ({
          key,
          cells: [
            href === null ? (
              what
            ) : (
              <Link key="what" to={href}>
                {what}
              </Link>
            ),
            <LongText key="detail" text={detail} />,
            amount,
            at,
            mail === null || !maySend ? null : <MailAgain key="again" mail={mail} what={what} />,
          ],
        }))}
      />
    </div>
  );
}

function MailAgain({ mail, what }: { mail: string; what: string }) {
  const { t } = useTranslation("support");
  return (
    <Form method="post">
      <input type="hidden" name="mail" value={mail} />
      <button type="submit" className="second-button" name="intent" value="send_again">
        {t("timeline.sendAgain")}
        <span className="hidden-visually"> {what}</span>
      </button>
    </Form>
  );
}

export function Notes({ notes, next }: { notes: ShownSupport["notes"]; next: string | null }) {
  const { t } = useTranslation("support");
  const { form, fields, textarea } = useCheckedForm({
    id: "note",
    lastResult: useActReply("note"),
    schema: noteForm,
  });
  const labels = { words: t("notes.words") };
  return (
    <Card title={t("notes.title")}>
      <div id="notes">
        {notes.map(({ id, words, by, written_at }) => (
          <blockquote className="quote" key={id}>
            {words}
            <cite>
              {"— "}
              {by}, <Moment stamp={written_at} />
            </cite>
          </blockquote>
        ))}
        {notes.length === 0 ? <p className="help">{t("notes.none")}</p> : null}
        <NextPage href={next} text={t("notes.next")} />
      </div>
      <FieldsForm form={form} labels={labels} hasHidden decision="note">
        <Textarea
          {...textarea(fields.words)}
          label={labels.words}
          description={t("notes.help")}
          rows={2}
          maxLength={2000}
        />
        <SubmitButton kind="second" intent="note">
          {t("notes.add")}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}

export function LetterCard({ userId }: { userId: string }) {
  const { t } = useTranslation("support");
  return (
    <Card title={t("letter.title")}>
      <p>{t("letter.text")}</p>
      <div className="actions">
        <ButtonLink to={`/admin/users/${userId}/letter`}>{t("letter.open")}</ButtonLink>
      </div>
    </Card>
  );
}
