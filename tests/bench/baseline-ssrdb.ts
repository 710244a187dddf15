import { createServer } from "node:http";
import pg from "pg";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

// ssrdb: node:http, one named query and 150 elements by renderToString. What a page with a database costs at least.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const query = {
  name: "ssrdb",
  text: "select name, username from users where lower(username) = $1",
  values: ["joerdis"],
};
const server = createServer(async (_request, response) => {
  const { rows } = await pool.query<{ name: string }>(query);
  const items = Array.from({ length: 150 }, (_, index) =>
    createElement("li", { key: index, className: "item" }, `${rows[0]?.name} ${index}`),
  );
  const html = `<!DOCTYPE html>${renderToString(createElement("html", null, createElement("body", null, createElement("ul", null, items))))}`;
  response.writeHead(200, { "Content-Type": "text/html", "Content-Length": Buffer.byteLength(html) });
  response.end(html);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
