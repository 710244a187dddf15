import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import type { PictureBudget } from "../domain/media/media-port.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import { takeBudgets } from "./budgets.server.ts";

/** Taken before decoding; decoding time counts. */
export function guestPictureBudget(context: Readonly<RouterContextProvider>): PictureBudget {
  const { limits } = context.get(servicesContext);
  const address = context.get(clientAddressContext);
  const [household, network] = [addressKey(address), networkKey(address)];
  return {
    take: async (megabytes) =>
      (await takeBudgets(context, [
        { budget: "fan_pixels", key: household, points: megabytes },
        { budget: "fan_pixels_network", key: network, points: megabytes },
        { budget: "fan_picture_time", key: household },
        { budget: "fan_picture_time_network", key: network },
      ])) !== null,
    spend: async (ms) => {
      await limits.take("fan_picture_time", household, ms);
      await limits.take("fan_picture_time_network", network, ms);
    },
  };
}
