import sharp from "sharp";
import { records } from "../database/records.ts";

export async function plainPicture(): Promise<Buffer> {
  return await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c85" } })
    .png()
    .toBuffer();
}

export async function twoCountries(): Promise<number[]> {
  const rows = await records().selectFrom("countries").select("id").orderBy("id").limit(2).execute();
  return rows.map(({ id }) => id);
}

/** An account as it is stored, but for when it was last seen. */
export async function rowOf(user: { id: string }) {
  const users = records().selectFrom("users").selectAll().where("id", "=", user.id);
  const { last_seen_at, ...row } = await users.executeTakeFirstOrThrow();
  return row;
}

export async function picturesOf(user: { id: string }): Promise<number> {
  const files = records().selectFrom("media_files").select("id").where("owner_id", "=", user.id);
  return (await files.execute()).length;
}
