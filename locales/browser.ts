import { createInstance, type i18n, type ResourceKey } from "i18next";
import resourcesToBackend from "i18next-resources-to-backend";
import { initReactI18next } from "react-i18next";
import { localeOf } from "./index.ts";
import { type TipLimits, textVariables } from "./rule-numbers.ts";

/** What every signed-in page says beside its own texts. */
const AREAS_OF_EVERY_PAGE = ["common", "drawer"];

/** Areas that are said on guests' pages and in mails alone. */
const files = import.meta.glob<{ default: ResourceKey }>([
  "./*/*.ts",
  "!./*/{index,facts}.ts",
  "!./*/{api,connected,direct,faq,home,legal,mail,mailbox,redeem,sandbox}.ts",
]);

/** The texts of a hydrated page under the brand's name: an area is loaded when a page first asks for it. */
export async function browserTexts(
  language: string,
  brand: { name: string; short_name: string },
  tip: TipLimits,
): Promise<i18n> {
  const locale = localeOf(language);
  const instance = createInstance();
  instance.use(initReactI18next);
  instance.use(resourcesToBackend(async (code: string, area: string) => (await fileOf(code, area)).default));
  await instance.init({
    lng: locale,
    supportedLngs: [locale],
    fallbackLng: false,
    load: "currentOnly",
    defaultNS: "common",
    ns: AREAS_OF_EVERY_PAGE,
    interpolation: { escapeValue: false, defaultVariables: textVariables(locale, brand, tip) },
  });
  return instance;
}

const AGAIN_MS = 2000;

/**
 * An area's texts are in a file of its name: `chatBot` in `chat-bot.ts`. One that does not arrive, as on a bad line or as the
 * page is left, is loaded again: until then the page stays as the server sent it.
 */
async function fileOf(code: string, area: string): Promise<{ default: ResourceKey }> {
  const name = area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const load = files[`./${code}/${name}.ts`];
  if (!load) throw new Error(`there are no texts ${area} in ${code}`);
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
