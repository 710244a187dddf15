import type { AnchorHTMLAttributes, ReactNode } from "react";
import { MANTINE } from "./mantine-classes.ts";

type Kind = "go" | "second";

interface SubmitProps {
  children: ReactNode;
  name?: string;
  value?: string;
}

export function MainButton(props: SubmitProps) {
  return <Submit kind="go" {...props} />;
}

export function SecondButton(props: SubmitProps) {
  return <Submit kind="second" {...props} />;
}

/** Enter presses a form's first button. This hidden one precedes a lesser button and acts as the main one. */
export function DefaultButton() {
  return <button type="submit" className="hidden-visually" tabIndex={-1} aria-hidden="true" />;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  "data-share"?: string;
  "data-dialog"?: string;
};

export function MainLink(props: LinkProps) {
  return <Link kind="go" {...props} />;
}

export function SecondLink(props: LinkProps) {
  return <Link kind="second" {...props} />;
}

function Submit({ kind, children, ...rest }: SubmitProps & { kind: Kind }) {
  return (
    <button type="submit" className={`${kind} ${MANTINE.button}`} {...rest}>
      <Label>{children}</Label>
    </button>
  );
}

function Link({ kind, children, ...rest }: LinkProps & { kind: Kind }) {
  return (
    <a className={`${kind} ${MANTINE.button}`} {...rest}>
      <Label>{children}</Label>
    </a>
  );
}

function Label({ children }: { children: ReactNode }) {
  return (
    <span className={MANTINE.buttonInner}>
      <span className={MANTINE.buttonLabel}>{children}</span>
    </span>
  );
}
