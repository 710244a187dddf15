/** The door of the chat server's bot: what it is asked, by whom, and whose page that is about (docs/product.md, 9.17). */

export { findAskedCreators } from "./asked-creators.server.ts";
export {
  beginChatLink,
  completeChatLink,
  findChatLink,
  findChatLinkRequest,
  removeChatLink,
} from "./chat-links.server.ts";
export { botCommands } from "./commands.ts";
export {
  type AskedCommand,
  readInteraction,
} from "./interaction.ts";
export { isSignedByDiscord } from "./signature.ts";
