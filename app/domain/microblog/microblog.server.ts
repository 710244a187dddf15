export { tryNetworkAgain } from "./again.server.ts";
export {
  beginLink,
  completeLink,
  findMicroblog,
  findRequest,
  unlink,
} from "./links.server.ts";
export { asDiscordWords } from "./networks/discord/markdown.ts";
export { postDue } from "./post-due.server.ts";
export { listPosted } from "./posted.server.ts";
export { producePosts } from "./produce.server.ts";
export { changeSettings, findSettings } from "./settings.server.ts";
export { listNetworkStates, type NetworkState } from "./states.server.ts";
