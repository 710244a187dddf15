/** The door of traffic: which pages are seen, counted by day. */
export { reducedView } from "./seen-page.ts";
export { createTrafficCounter, type SeenPage, type TrafficCounter } from "./traffic-counter.server.ts";
export { closeTrafficDays } from "./traffic-days.server.ts";
export { readTraffic } from "./traffic-report.server.ts";
