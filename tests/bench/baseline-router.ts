import { createServer } from "node:http";
import { createRequestListener } from "@react-router/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Outlet, type ServerBuild, ServerRouter, useLoaderData } from "react-router";
import { readSamePage } from "./same-page.ts";

// bare React Router: its own request handler and two routes, the product's query by a loader, its page as elements
// without components, its headers and compression.
const page = await readSamePage();

const entryOf = (id: string, parentId: string | undefined, path: string, hasLoader: boolean) => ({
  ...{ id, parentId, path, hasLoader, hasAction: false, hasErrorBoundary: false },
  ...{ hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false, hasDefaultExport: true },
  ...{ module: `/assets/${id}.js`, imports: [], css: [] },
  ...{ clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined },
  hydrateFallbackModule: undefined,
});

const build: ServerBuild = {
  entry: {
    module: {
      default: (request, status, headers, context) => {
        const body = page.encode(
          renderToStaticMarkup(createElement(ServerRouter, { context, url: request.url })),
        );
        for (const [name, value] of Object.entries(page.headers)) headers.set(name, value);
        headers.set("content-length", String(body.byteLength));
        return new Response(new Uint8Array(body), { status, headers });
      },
    },
  },
  routes: {
    root: { id: "root", path: "", module: { default: () => createElement(Outlet) } },
    profile: {
      ...{ id: "profile", parentId: "root", path: ":profile" },
      module: {
        loader: async () => ({ name: await page.findName() }),
        default: function Profile() {
          return page.elements(useLoaderData<{ name: string | undefined }>().name);
        },
      },
    },
  },
  assets: {
    ...{ url: "/assets/manifest.js", version: "1", entry: { module: "/assets/entry.js", imports: [] } },
    routes: {
      root: entryOf("root", undefined, "", false),
      profile: entryOf("profile", "root", ":profile", true),
    },
  },
  ...{
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
  },
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};

const server = createServer(createRequestListener({ build, mode: "production" }));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
