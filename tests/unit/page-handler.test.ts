import { data, type EntryContext, RouterContextProvider, type ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { createPageHandler } from "../../app/server/page-handler.server.ts";

type Entry = ServerBuild["entry"]["module"];
type Module = NonNullable<ServerBuild["routes"][string]>["module"];

const root: Module = {
  default: () => null,
  headers: ({ errorHeaders, loaderHeaders }) => errorHeaders ?? loaderHeaders,
};

/** A product of one page, /page, and what was reported while it was asked for. */
function productOf(page: Partial<Module>, render: Entry["default"]) {
  const reported: unknown[] = [];
  const build: ServerBuild = {
    entry: { module: { default: render, handleError: (error) => void reported.push(error) } },
    routes: {
      root: { id: "root", path: "", module: root },
      page: { id: "page", parentId: "root", path: "page", module: { default: () => null, ...page } },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  };
  const handler = createPageHandler(
    build,
    (path) => path === "/page" || path === "/page.data",
    async () => new Response("framework"),
  );
  const ask = async (path: string, method = "GET") =>
    await handler(new Request(`http://localhost${path}`, { method }), new RouterContextProvider());
  return { ask, reported };
}

const told: Entry["default"] = (_request, status, headers, { staticHandlerContext }: EntryContext) =>
  Response.json(staticHandlerContext.loaderData, { status, headers });

describe("the page handler", () => {
  it("the page handler renders a guest's page with its data and the headers of its routes", async () => {
    const { ask } = productOf(
      {
        loader: ({ url }) => data({ asked: url.search }, { headers: { "X-Of-Loader": "1" } }),
        headers: ({ loaderHeaders }) => loaderHeaders,
      },
      told,
    );
    const answer = await ask("/page?a=b");
    expect(await answer.json()).toEqual({ page: { asked: "?a=b" } });
    expect(answer.headers.get("X-Of-Loader")).toBe("1");
  });

  it.each([
    ["/other", "GET"],
    ["/page", "POST"],
    ["/page.data", "GET"],
  ])("the page handler leaves %s (%s) to the framework", async (path, method) => {
    const { ask } = productOf({}, told);
    expect(await (await ask(path, method)).text()).toBe("framework");
  });

  it("the page handler redirects where the loader does", async () => {
    const { ask } = productOf(
      {
        loader: () => {
          throw new Response(null, { status: 301, headers: { Location: "/elsewhere" } });
        },
      },
      told,
    );
    const answer = await ask("/page");
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/elsewhere"]);
  });

  it("the page handler answers what a loader refuses with its status and headers", async () => {
    const { ask } = productOf(
      {
        loader: () => {
          throw data(null, { status: 404, headers: { "X-Refused": "1" } });
        },
      },
      told,
    );
    const answer = await ask("/page");
    expect([answer.status, answer.headers.get("X-Refused")]).toEqual([404, "1"]);
  });

  it("the page handler shows the page of a fault where a page cannot be rendered, and reports it", async () => {
    const fault = new Error("no such element");
    const { ask, reported } = productOf({}, (request, status, headers, entry, context) => {
      if (entry.staticHandlerContext.errors === null) throw fault;
      return told(request, status, headers, entry, context);
    });
    expect((await ask("/page")).status).toBe(500);
    expect(reported).toEqual([fault]);
  });

  it("the page handler answers with an empty body where the page of a fault fails, too", async () => {
    const { ask, reported } = productOf({}, () => {
      throw new Error("nothing can be rendered");
    });
    const answer = await ask("/page");
    expect([answer.status, await answer.text()]).toEqual([500, ""]);
    expect(reported).toHaveLength(2);
  });
});
