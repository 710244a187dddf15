import { data } from "react-router";

export function NoPage() {
  return null;
}

export function onlyPosts(): never {
  throw data(null, { status: 405 });
}
