import { z } from "zod";
import { LOCALES } from "../../locales/index.ts";
import { servicesContext } from "../context.ts";
import { setLocale } from "../domain/users/users.server.ts";
import { apiDone, findCaller, readCall, takes } from "../http/api.server.ts";
import { choiceCookie } from "../http/preference-cookies.server.ts";
import type { Route } from "./+types/locale";

const localeCall = z.object({ locale: z.enum(LOCALES, "errors.api.locale") });

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/locale: keeps the chosen language, on the user too when signed in. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const { locale } = await readCall(request, context, localeCall);
  const viewer = await findCaller(request, context);
  if (viewer) await setLocale(db, viewer.id, locale, clock());
  return apiDone({ "Set-Cookie": choiceCookie("locale", locale, url.protocol === "https:") });
}
