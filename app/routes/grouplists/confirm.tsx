import type { SubmissionResult } from "@conform-to/react";
import { Button, ModalTitle } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FetcherWithComponents, Form, Link } from "react-router";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { RefusedClick } from "../../ui/components/form-errors.tsx";
import { PageDialog } from "../../ui/components/page-dialog.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";

export interface Question {
  title: string;
  text: string;
  button: string;
  back: string;
  fields?: Readonly<Record<string, string>>;
}

export type MemberAct = "approve" | "decline" | "remove";

export function useQuestions() {
  const { t } = useTranslation("grouplists");
  const backToEdit = t("backToEdit");
  const backToList = t("backToList");
  return {
    renewal: (): Question => ({
      title: t("invites.renewTitle"),
      text: t("invites.renewText"),
      button: t("invites.renewNow"),
      back: backToEdit,
    }),
    ranking: (isOn: boolean): Question => ({
      title: t(isOn ? "ranking.offTitle" : "ranking.onTitle"),
      text: t(isOn ? "ranking.offText" : "ranking.onText"),
      button: t(isOn ? "ranking.turnOff" : "ranking.turnOn"),
      back: backToEdit,
      fields: { enabled: isOn ? "off" : "on" },
    }),
    deletion: (group: string): Question => ({
      title: t("deletion.title"),
      text: t("deletion.text", { group }),
      button: t("deletion.now"),
      back: backToEdit,
    }),
    leave: (isMember: boolean, group: string): Question =>
      isMember
        ? {
            ...{ title: t("leave.title", { group }), text: t("leave.text") },
            ...{ button: t("leave.now"), back: backToList },
          }
        : {
            ...{ title: t("leave.withdrawTitle"), text: t("leave.withdrawText", { group }) },
            ...{ button: t("leave.withdrawNow"), back: backToList },
          },
    member: (act: MemberAct, person: string): Question => ({
      title: t(`members.${act}Title`, { person }),
      text: t(`members.${act}Text`, { person }),
      button: t(`members.${act}`),
      back: t("members.back"),
    }),
  };
}

export function ConfirmPage({
  question,
  back,
  refusal,
}: {
  question: Question;
  back: string;
  refusal?: SubmissionResult<string[]> | null | undefined;
}) {
  return (
    <FormPage title={question.title}>
      <RefusedClick id="confirm" refusal={refusal} />
      <p>{question.text}</p>
      <Form method="post" className="fields">
        <HiddenFields fields={question.fields} />
        <div className="actions">
          <SubmitButton>{question.button}</SubmitButton>
          <ButtonLink to={back}>{question.back}</ButtonLink>
        </div>
      </Form>
    </FormPage>
  );
}

export function HiddenFields({ fields = {} }: { fields: Question["fields"] }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

const WIDTH_PIXELS = 500;

/** Without script a page; with script a dialog, posted by `fetcher`. */
export function ConfirmLink({
  to,
  question,
  fetcher,
  isButton = false,
  leadsAway = false,
  label,
  children,
}: {
  to: string;
  question: Question;
  fetcher: FetcherWithComponents<unknown>;
  isButton?: boolean;
  leadsAway?: boolean;
  label?: string;
  children: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (fetcher.state === "idle") setOpen(true);
  };
  const link = { to, onClick: open, "aria-label": label };
  return (
    <>
      {isButton ? (
        <Button component={Link} className="second" loading={fetcher.state !== "idle"} {...link}>
          {children}
        </Button>
      ) : (
        <Link {...link}>{children}</Link>
      )}
      <PageDialog isOpen={isOpen} onClose={close} width={WIDTH_PIXELS}>
        <section className="card">
          <ModalTitle className="form-title">{question.title}</ModalTitle>
          <p>{question.text}</p>
          <fetcher.Form
            method="post"
            action={to}
            className="fields"
            onSubmit={close}
            preventScrollReset={!leadsAway}
          >
            <HiddenFields fields={question.fields} />
            <div className="actions">
              <Button type="submit" className="go">
                {question.button}
              </Button>
              <Button className="second" onClick={close}>
                {question.back}
              </Button>
            </div>
          </fetcher.Form>
        </section>
      </PageDialog>
    </>
  );
}
