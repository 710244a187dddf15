import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { storeImage } from "../../domain/media/media.server.ts";
import { addressKey } from "../../http/address-keys.ts";
import type { UploadedFile } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { guestPictureBudget } from "../../http/guest-pictures.server.ts";

export async function takeImage(
  context: Readonly<RouterContextProvider>,
  file: UploadedFile,
): Promise<{ id: string; problem: null } | { id: null; problem: string }> {
  const services = context.get(servicesContext);
  const refuse = (problem: string) => ({ id: null, problem });
  if ("problem" in file) return refuse(`errors.image.${file.problem}`);
  const address = addressKey(context.get(clientAddressContext));
  if (!(await takeBudgets(context, [{ budget: "fan_upload", key: address }])))
    return refuse("errors.image.too_often");
  const image = {
    id: services.newId(),
    bytes: file.bytes,
    key: "TIP_IMAGE",
    is_public: false,
    owner_id: null,
    guest: guestPictureBudget(context),
  } as const;
  const stored = await storeImage(services, { ...image, now: services.clock() });
  return stored.outcome === "refused"
    ? refuse(`errors.image.${stored.reason}`)
    : { id: stored.media_id, problem: null };
}
