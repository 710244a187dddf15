import type { AnchorHTMLAttributes, ReactElement, ReactNode } from "react";
import { MANTINE } from "./mantine-classes.ts";

/** The look of an action: `.go` and `.second` in actions.css. */
type Kind = "go" | "second";

interface SubmitProps {
  children: ReactNode;
  name?: string;
  value?: string;
}

/** The one main action of a form. */
export function MainButton(props: SubmitProps): ReactElement {
  return <Submit kind="go" {...props} />;
}

/** A lesser action of a form. */
export function SecondButton(props: SubmitProps): ReactElement {
  return <Submit kind="second" {...props} />;
}

/**
 * Enter in a line of text presses the first button of its form. Where a lesser button comes before the main one, this
 * one stands first and does the same as the main one; nobody sees it or comes to it.
 */
export function DefaultButton(): ReactElement {
  return <button type="submit" className="hidden-visually" tabIndex={-1} aria-hidden="true" />;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  "data-share"?: string;
  "data-dialog"?: string;
};

/** A main action that only leads somewhere. */
export function MainLink(props: LinkProps): ReactElement {
  return <Link kind="go" {...props} />;
}

/** A lesser action beside the main one. */
export function SecondLink(props: LinkProps): ReactElement {
  return <Link kind="second" {...props} />;
}

function Submit({ kind, children, ...rest }: SubmitProps & { kind: Kind }): ReactElement {
  return (
    <button type="submit" className={`${kind} ${MANTINE.button}`} {...rest}>
      <Label>{children}</Label>
    </button>
  );
}

function Link({ kind, children, ...rest }: LinkProps & { kind: Kind }): ReactElement {
  return (
    <a className={`${kind} ${MANTINE.button}`} {...rest}>
      <Label>{children}</Label>
    </a>
  );
}

function Label({ children }: { children: ReactNode }): ReactElement {
  return (
    <span className={MANTINE.buttonInner}>
      <span className={MANTINE.buttonLabel}>{children}</span>
    </span>
  );
}
