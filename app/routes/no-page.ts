import { data } from "react-router";

/** A route without a page: its errors are shown, which needs a component. */
export function NoPage() {
  return null;
}

/** The loader of an address that takes posts alone. */
export function onlyPosts(): never {
  throw data(null, { status: 405 });
}
