import { productRules } from "../../product-rules.ts";

const { address_characters } = productRules.webhook;

/** Web's own ports, and those that need no rights of a machine's owner: no mail, no shell. */
const isTakenPort = (port: string) => port === "" || port === "80" || port === "443" || Number(port) >= 1024;

/** Without name and password, and encrypted in live mode. Where it leads is judged whenever it is called. */
export function readReceiverAddress(text: string, takesHttp: boolean): URL | null {
  if (text.length > address_characters || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isEncrypted = url.protocol === "https:" || (takesHttp && url.protocol === "http:");
  const isBare = url.username === "" && url.password === "";
  return isEncrypted && isBare && url.hostname !== "" && isTakenPort(url.port) ? url : null;
}
