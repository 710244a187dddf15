import { createServer } from "vite";
import { projectRoot } from "./project.ts";

// npm run dev: the same server, with its modules compiled by Vite on the way and reloaded when they change.

process.chdir(projectRoot);
process.env.NODE_ENV = "development";

const vite = await createServer({ appType: "custom", server: { middlewareMode: true } });
const server = await vite.ssrLoadModule("/app/server.ts");
await server.run(process.argv.slice(2), {
  middlewares: vite.middlewares,
  loadBuild: () => vite.ssrLoadModule("virtual:react-router/server-build"),
});
