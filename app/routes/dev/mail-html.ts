import { servicesContext } from "../../context.ts";
import { isId } from "../../http/ids.ts";
import { readDemoMail } from "../../mail/mail.server.ts";
import type { Route } from "./+types/mail-html";
import { mailPage } from "./dev.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const mail = config.mode === "demo" && isId(params.id) ? await readDemoMail(db, params.id) : null;
  if (!mail) return new Response(null, { status: 404 });
  return mailPage(mail.html);
}
