import type { Stop } from "./stop.ts";

const PAGE = "/gl/nachtmus";

/** Where the walk calls of a group's page and the steps of its tip. */
export const GROUP_STOPS: Record<string, (world: { groupDraft: string; groupReady: string }) => Stop[]> = {
  "/leaderboard": () => [{ path: "/leaderboard", status: 303, kind: "nothing" }],
  ...Object.fromEntries(
    ["/leaderboard/creators", "/leaderboard/grouplists"].map((path) => [
      path,
      () => [
        { path, status: 200, cache: "revalidated" },
        ...["day", "30days", "month"].map((range): Stop => ({ path: `${path}?range=${range}`, status: 200 })),
        ...["range=year", "page=0", "page=21", "page=20", "interval=year&page=x"].map(
          (query): Stop => ({ path: `${path}?${query}`, status: 404 }),
        ),
      ],
    ]),
  ),
  "/gl/:grouplist": () => [
    { path: PAGE, status: 200, cache: "revalidated" },
    { path: `${PAGE}?creator=joerdis&step=25`, status: 200 },
    { path: "/gl/50", status: 404 },
  ],
  "/gl/:grouplist/:amount": () => [
    { path: `${PAGE}/25`, status: 200, cache: "revalidated" },
    { path: `${PAGE}/abc`, status: 404 },
    { path: "/gl/nobodys8/25", status: 404 },
  ],
  "/gl/:grouplist/tip/:token/details": (world) => [{ path: `${world.groupDraft}/details`, status: 200 }],
  "/gl/:grouplist/tip/:token/image": (world) => [
    { path: `${world.groupDraft}/image`, status: 404, kind: "nothing" },
  ],
  "/gl/:grouplist/tip/:token/payment": (world) => [{ path: `${world.groupDraft}/payment`, status: 200 }],
  "/gl/:grouplist/tip/:token/summary": (world) => [
    { path: `${world.groupReady}/summary`, status: 200 },
    { path: `${world.groupDraft}/summary`, status: 303, kind: "nothing" },
  ],
  "/gl/invite/:grouplist?": () => [
    { path: "/gl/invite", status: 200, cache: "never" },
    { path: "/gl/invite/x", status: 200, cache: "never" },
    { path: "/gl/invite/abcdefghabcdefgh", status: 200, cache: "never" },
  ],
};

/** The forms of a group's page and its tip, each with an address of the world that is there when it is asked for. */
export const groupForms = (
  world: () => { groupDraft: string; groupReady: string },
): Record<string, () => string> => ({
  "/gl/:grouplist": () => PAGE,
  "/gl/:grouplist/:amount": () => `${PAGE}/5`,
  "/gl/:grouplist/tip/:token/details": () => `${world().groupDraft}/details`,
  "/gl/:grouplist/tip/:token/payment": () => `${world().groupDraft}/payment`,
  "/gl/:grouplist/tip/:token/summary": () => `${world().groupReady}/summary`,
});
