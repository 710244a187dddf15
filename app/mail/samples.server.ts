import { htmlPart, renderMail } from "./delivery.server.ts";
import type { MailSamples } from "./mail.server.ts";
import { templates } from "./templates/templates.ts";

const ISSUER = ["Tribute GmbH", "Beispielweg 1", "10115 Berlin", "DE000000000"];

export function createMailSamples(publicUrl: string): MailSamples {
  // Previews sign no real token.
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
