import { isLocale } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/mail-template";
import { mailPage } from "./dev.server.ts";

export function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { template, locale, part } = params;
  const isKnown =
    services.config.mode === "demo" && isLocale(locale) && (part === "html" || part === "plain");
  const mail = isKnown ? services.mailSamples.render(template, locale) : null;
  if (!mail) return new Response(null, { status: 404 });
  if (part === "html") return mailPage(mail.html);
  return new Response(mail.text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
