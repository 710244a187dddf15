import { hashPassword } from "../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { createSessionCookie } from "../../app/http/cookies.server.ts";
import { createDatabase } from "../../db/index.ts";
import { createCreator } from "../support/money/creators.ts";
import { SECRET } from "./instance.ts";

export interface WorldCreator {
  id: string;
  username: string;
  email: string;
  password: string;
  /** Of a session that lasts. */
  cookie: string;
}

const NAMES = ["ada", "ben", "cleo", "dora"] as const;
const PASSWORD = "four cups of tea";

/** Creators who can receive, before the world begins. */
export async function populate(databaseUrl: string): Promise<WorldCreator[]> {
  const db = createDatabase(databaseUrl, { max: 1 });
  const password_hash = await hashPassword(PASSWORD);
  const sessions = createSessionCookie(SECRET, true);
  try {
    const creators: WorldCreator[] = [];
    for (const [index, name] of NAMES.entries()) {
      const id = `00000000-0000-7000-8000-00000000000${index + 1}`;
      const place = { db, clock: () => new Date(), newId: () => id };
      const username = `${name}-world`;
      await createCreator(place, { username, locale: "de" });
      const email = `${username}@example.org`;
      await db
        .updateTable("users")
        .set({
          name,
          password_hash,
          email_verified_at: new Date(),
          verification_terms_accepted_at: new Date(),
        })
        .where("id", "=", id)
        .execute();
      const session = {
        id: id.replace("7000", "7001"),
        user_id: id,
        user_agent: "world",
        has_second_factor: false,
      };
      const token = await openSession(db, { ...session, now: new Date() });
      creators.push({ id, username, email, password: PASSWORD, cookie: await sessions.serialize(token) });
    }
    return creators;
  } finally {
    await db.destroy();
  }
}
