/** For a button that disappears when pressed: focuses a nearby heading, which is no tab stop. */
export function focusHeading(place: Element | null): void {
  const heading = place?.querySelector<HTMLElement>("h1, h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
