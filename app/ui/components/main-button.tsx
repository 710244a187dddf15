import type { AnchorHTMLAttributes, ReactElement, ReactNode } from "react";

type Kind = "go" | "second";

interface SubmitProps {
  children: ReactNode;
  name?: string;
  value?: string;
}

export function MainButton(props: SubmitProps): ReactElement {
  return <Submit kind="go" {...props} />;
}

export function SecondButton(props: SubmitProps): ReactElement {
  return <Submit kind="second" {...props} />;
}

/** Enter presses a form's first button. This hidden one precedes a lesser button. */
export function DefaultButton(): ReactElement {
  return <button type="submit" className="hidden-visually" tabIndex={-1} aria-hidden="true" />;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  "data-share"?: string;
  "data-dialog"?: string;
};

export function MainLink(props: LinkProps): ReactElement {
  return <Link kind="go" {...props} />;
}

export function SecondLink(props: LinkProps): ReactElement {
  return <Link kind="second" {...props} />;
}

function Submit({ kind, children, ...rest }: SubmitProps & { kind: Kind }): ReactElement {
  return (
    <button type="submit" className={`${kind} press`} {...rest}>
      {children}
    </button>
  );
}

function Link({ kind, children, ...rest }: LinkProps & { kind: Kind }): ReactElement {
  return (
    <a className={`${kind} press`} {...rest}>
      {children}
    </a>
  );
}
