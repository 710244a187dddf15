import {
  createStaticHandler,
  type EntryContext,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Loaded = EntryContext["staticHandlerContext"];
type Routes = ServerBuild["routes"];

/**
 * Renders the pages of guests, by their paths, from the framework's static handler. Its own handler would match each
 * address twice and encode each page's data for a browser that never takes a page over (docs/decisions/030). All other
 * requests go the framework's way.
 */
export function createPageHandler(
  build: ServerBuild,
  isGuestPage: (path: string) => boolean,
  framework: Handler,
): Handler {
  const { query } = createStaticHandler(routesUnder(undefined, build.routes), { future: build.future });
  const routeModules = Object.fromEntries(
    Object.values(build.routes).flatMap((route) => (route ? [[route.id, route.module]] : [])),
  );
  const { default: render, handleError } = build.entry.module;

  const entryOf = (staticHandlerContext: Loaded): EntryContext => ({
    manifest: build.assets,
    routeModules,
    staticHandlerContext,
    branches: [],
    future: build.future,
    ssr: build.ssr,
    isSpaMode: false,
    routeDiscovery: build.routeDiscovery,
  });

  return async (request, context) => {
    const { pathname } = new URL(request.url);
    // The framework answers for a page's data under the page's name with this end.
    const isPage = request.method === "GET" && !pathname.endsWith(".data") && isGuestPage(pathname);
    if (!isPage) return await framework(request, context);

    const report = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const page = async (shown: Loaded) =>
      await render(request, shown.statusCode, headersOf(shown, build.routes), entryOf(shown), context);
    /** What cannot be rendered becomes the page that says so; what fails twice is an empty answer. */
    const answer = async (loading: Promise<Loaded | Response>) => {
      try {
        const loaded = await loading;
        if (loaded instanceof Response) return loaded;
        for (const error of Object.values(loaded.errors ?? {})) report(error);
        return await page(loaded).catch(async (error: unknown) => {
          report(error);
          return await page({ ...loaded, statusCode: 500, errors: { root: error } });
        });
      } catch (error) {
        report(error);
        return new Response(null, { status: 500 });
      }
    };
    const options = {
      requestContext: context,
      generateMiddlewareResponse: (load: (request: Request) => Promise<Loaded | Response>) =>
        answer(load(request)),
    };
    return await answer(query(request, options));
  };
}

/** The routes as the static handler takes them: what the server has to know of each. */
function routesUnder(parentId: string | undefined, all: Routes): RouteObject[] {
  return Object.values(all)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive, module }) => {
      const route = {
        id,
        path,
        caseSensitive,
        // The build calls it a list of functions of any kind; the routes' own types have checked each.
        middleware: module.middleware as RouteObject["middleware"],
        loader: module.loader,
        action: module.action,
        handle: module.handle,
        // Only that there is one matters here.
        ErrorBoundary: id === "root" || module.ErrorBoundary ? () => null : undefined,
      };
      return index ? { ...route, index } : { ...route, children: routesUnder(id, all) };
    });
}

/** The page's headers, as its routes say them from the outermost in; where a route failed, those up to the failure. */
function headersOf({ matches, errors, loaderData, loaderHeaders }: Loaded, routes: Routes): Headers {
  const ids = matches.map(({ route }) => route.id);
  const failedAt = errors ? ids.findIndex((id) => errors[id] !== undefined) : -1;
  const shown = failedAt < 0 ? ids : ids.slice(0, failedAt + 1);
  const failed = failedAt < 0 ? [] : ids.slice(failedAt).filter((id) => !Object.hasOwn(loaderData, id));
  const errorHeaders = failed.map((id) => loaderHeaders[id]).find((headers) => headers !== undefined);
  return shown.reduce((parentHeaders, id) => {
    const given = routes[id]?.module.headers;
    if (typeof given !== "function") return new Headers(given ?? parentHeaders);
    return new Headers(
      given({
        loaderHeaders: loaderHeaders[id] ?? new Headers(),
        parentHeaders,
        actionHeaders: new Headers(),
        errorHeaders: id === shown.at(-1) ? errorHeaders : undefined,
      }),
    );
  }, new Headers());
}
