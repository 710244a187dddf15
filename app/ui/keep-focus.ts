/**
 * For a button that goes away as it is pressed: the focus goes to a heading near it, and would else be lost.
 * The heading is no stop of the Tab key.
 */
export function focusHeading(place: Element | null): void {
  const heading = place?.querySelector<HTMLElement>("h1, h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
