import { servicesContext } from "../../context.ts";
import { securityTxt } from "../../http/security-txt.server.ts";
import type { Route } from "./+types/security-txt";

/** RFC 9116. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, publicUrl, clock } = context.get(servicesContext);
  const text = securityTxt({ contact: config.CONTACT_EMAIL, publicUrl, now: clock() });
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
