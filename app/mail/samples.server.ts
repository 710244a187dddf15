import { htmlPart, renderMail } from "./delivery.server.ts";
import type { MailSamples } from "./outbox.server.ts";
import { templates } from "./templates/templates.ts";

const ISSUER = ["Tribute GmbH", "Beispielweg 1", "10115 Berlin", "DE000000000"];

/** The samples of all templates, as they would be sent from `publicUrl`. */
export function createMailSamples(publicUrl: string): MailSamples {
  // No real token is made for a look.
  const tokens = { sign: () => "sample", verify: () => null, code: () => "123456" };
  return {
    names: Object.keys(templates),
    render(name, locale) {
      const template = Object.entries(templates).find(([each]) => each === name)?.[1];
      if (!template) return null;
      const mail = renderMail({ publicUrl, tokens, issuer: ISSUER }, name, locale, template.sample);
      return { ...mail, html: htmlPart(mail) };
    },
  };
}
