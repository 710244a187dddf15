import { createJobs } from "../../../app/jobs/jobs.server.ts";
import { records } from "../database/records.ts";
import { eventually } from "../eventually.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../http/http-client.ts";
import type { SignedIn } from "../http/signed-in.ts";

/** A fan tips a creator of the shared product, and its jobs tell it to the networks, as they do each minute. */
export async function tipThatIsTold({ id, username }: SignedIn): Promise<void> {
  const fan = wireFan("de");
  const tip = await prepareTip(fan, { username: username ?? "", amount: "12" });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const db = records();
  const jobs = createJobs(db);
  const run = (name: "microblog.produce" | "microblog.post") =>
    db.transaction().execute((trx) => jobs.enqueue(trx, name, {}));
  const statusIs = (...wanted: string[]) =>
    eventually(`a post is ${wanted}`, async () => {
      const posts = db.selectFrom("microblog_posts").select("status").where("user_id", "=", id);
      return (await posts.execute()).some(({ status }) => wanted.includes(status));
    });
  await eventually("the tip is active", async () => {
    const tips = db.selectFrom("tips").select("status").where("creator_id", "=", id);
    return (await tips.execute()).some(({ status }) => status === "ACTIVE");
  });
  await run("microblog.produce");
  await statusIs("WAITING", "SENDING", "POSTED");
  await run("microblog.post");
  await statusIs("POSTED");
}
