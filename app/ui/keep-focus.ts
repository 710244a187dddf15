import type { FormEvent } from "react";

/**
 * For a form whose button goes away as it is pressed: the focus goes to the heading of what it stands in, where it would
 * else be lost. The heading is no stop of the Tab key.
 */
export function focusHeading({ currentTarget }: FormEvent<HTMLFormElement>, within: string): void {
  const heading = currentTarget.closest(within)?.querySelector<HTMLElement>("h1, h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
