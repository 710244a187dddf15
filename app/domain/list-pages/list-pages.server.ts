export { readPage } from "./read-page.server.ts";
