/** Posts from these paths come from servers, which send no Origin and no cookies; each verifies its caller itself. */
export const SERVER_TO_SERVER = /^\/(webhooks|(sandbox|dev\/x|dev\/discord)\/api)\//;

/**
 * What mail programs' own servers post to when a reader wants no more of a mail (RFC 8058), from wherever they are: what
 * allows it is the token in the address, no cookie.
 */
export const ONE_CLICK = /^\/email\/stop\/[^/]+$/;

/** Views of pages that are counted: they have a budget of their own, and none of it is refused. */
export const TRACKING = /^\/api\/tracking\//;

/** What programs call; it answers in JSON whatever happens. */
export const API_PATH = /^\/(api|oauth)\//;

/** What Hono answers of it (app/api/router.server.ts): all but the pages about the API. */
export const CALL_PATH = /^\/(api|oauth)(\/(?!docs(\/[^/]*)?\/?$)|$)/i;

/** Where the framework's script asks for routes that it does not know yet. The framework answers before any middleware. */
export const ROUTE_LIST = "/__manifest";
