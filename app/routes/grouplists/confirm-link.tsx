import { Button, ModalTitle } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { type FetcherWithComponents, Link } from "react-router";
import { PageDialog } from "../../ui/components/page-dialog.tsx";
import { HiddenFields } from "./confirm-page.tsx";
import type { Question } from "./questions.ts";

const WIDTH_PIXELS = 500;

/** Without script a page asks; with script a dialog, and `fetcher` posts. */
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
