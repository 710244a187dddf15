import type { RouterContextProvider } from "react-router";
import { redirectDocument } from "react-router";
import type { z } from "zod";
import { servicesContext } from "../../../context.ts";
import { changeRules } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { type FormReply, parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import type { ErrorValues } from "../../../ui/components/form-errors.tsx";

export async function saveRules(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  form: {
    group: Parameters<typeof changeRules>[1]["group"];
    schema: z.ZodType<{ seen_version: number; rules: object }>;
    limits: ErrorValues;
  },
): Promise<Response | FormReply> {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const parsed = parseForm(request, context, await readForm(request), form.schema, form.limits);
  if (!parsed.ok) return parsed.reply;
  const outcome = await changeRules(services, { operator_id, group: form.group, ...parsed.value });
  if (outcome === "stale" || outcome === "other_waits") return parsed.refuse(refusalOf(outcome));
  await services.settings.renew();
  return redirectDocument(`/admin/settings?done=${outcome}`, 303);
}

export const STALE = { seen_version: "errors.settings.stale" };

export const refusalOf = (outcome: "stale" | "other_waits"): Record<string, string> =>
  outcome === "stale" ? STALE : { "": "errors.settings.other_waits" };
