import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

/** The one main action of a form. */
export function MainButton(props: { children: ReactNode; name?: string; value?: string }): ReactElement {
  return (
    <Button type="submit" className="go" {...(props.name ? { name: props.name, value: props.value } : {})}>
      {props.children}
    </Button>
  );
}

/**
 * Enter in a line of text presses the first button of its form. Where a lesser button comes before the main one, this
 * one stands first and does the same as the main one; nobody sees it or comes to it.
 */
export function DefaultButton(): ReactElement {
  return <button type="submit" className="hidden-visually" tabIndex={-1} aria-hidden="true" />;
}

/** A main action that only leads somewhere. */
export function MainLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return (
    <Button component="a" href={href} className="go">
      {children}
    </Button>
  );
}

/** A lesser action beside the main one. */
export function SecondLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return (
    <Button component="a" variant="default" href={href} className="second">
      {children}
    </Button>
  );
}
