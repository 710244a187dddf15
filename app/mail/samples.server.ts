import type { Settings } from "../product-settings.ts";
import { htmlPart, renderMail } from "./delivery.server.ts";
import type { MailSamples } from "./mail.server.ts";
import { templates } from "./templates/templates.ts";

export function createMailSamples(publicUrl: string, settings: { current(): Settings }): MailSamples {
  const tokens = { sign: () => "sample", verify: () => null, code: () => "123456" };
  return {
    names: Object.keys(templates),
    render(name, locale) {
      const template = Object.entries(templates).find(([each]) => each === name)?.[1];
      if (!template) return null;
      const mail = renderMail(
        { publicUrl, tokens, settings: settings.current() },
        name,
        locale,
        template.sample,
      );
      return { ...mail, html: htmlPart(mail) };
    },
  };
}
