/** Posts from these paths come from servers, which send no Origin and no cookies; each verifies its caller itself. */
export const SERVER_TO_SERVER = /^\/(webhooks|sandbox\/api)\//;

/** What programs call; it answers in JSON whatever happens. */
export const API_PATH = /^\/(api|oauth)\//;
