import { createServer } from "node:http";
import { renderToStaticMarkup } from "react-dom/server";
import { readSamePage } from "./same-page.ts";

// bare React: node:http, the product's query, its page as elements without components, its headers and compression.
const page = await readSamePage();
const server = createServer(async (_request, response) => {
  const body = page.encode(renderToStaticMarkup(page.elements(await page.findName())));
  response.writeHead(200, { ...page.headers, "content-length": body.byteLength });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
