import { records } from "../database/records.ts";
import { type SignedIn, signInCreator } from "./signed-in.ts";

/** A creator's own group, and a membership that waits for acceptance. */
export interface OwnedGroup {
  slug: string;
  id: string;
  asking: { id: string; username: string };
}

/** Makes a group of the creator's; another creator has accepted its invitation. */
export async function makeGroup(owner: SignedIn): Promise<OwnedGroup> {
  const made = await owner.wire.post("/grouplists", { name: "Der leise Chor", currency: "EUR" });
  const slug = made.headers.location?.split("/")[2] ?? "";
  const db = records();
  const group = await db
    .selectFrom("grouplists")
    .select(["id", "invite_code"])
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const guest = await signInCreator("ACTIVE");
  await guest.wire.post(`/gl/invite/${group.invite_code}`, {});
  const { id } = await db
    .selectFrom("grouplist_users")
    .select("id")
    .where("grouplist_id", "=", group.id)
    .where("creator_id", "=", guest.id)
    .executeTakeFirstOrThrow();
  return { slug, id: group.id, asking: { id, username: guest.username ?? "" } };
}

/** The pages of a group that its owner sees. */
export function groupPaths({ slug, asking }: OwnedGroup): string[] {
  const ends = ["edit", "edit/invite-link", "ranking", "deletion", "creators"];
  const acts = ["approve", "decline"].map((act) => `creators/${asking.id}/${act}`);
  return [...ends, ...acts].map((end) => `/gl/${slug}/${end}`);
}
