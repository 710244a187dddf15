import { DEMO_GROUP } from "./demo-group.ts";

export const DEMO_PAGES: readonly { path: string; words: string }[] = [
  { path: "/joerdis", words: "a star with wishes" },
  { path: `/gl/${DEMO_GROUP.slug}`, words: "a group that shares its tips" },
  { path: "/dev/mail", words: "every mail that the demo sends" },
];
