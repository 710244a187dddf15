import type { Stop } from "./stop.ts";

const OVERLAY = `/overlay/${"A".repeat(43)}`;

/** What creators share: the QR code, the picture of a shared link, badge, goal and card. */
export const SHARE_STOPS: Record<string, () => Stop[]> = {
  "/:profile/qr": () => [
    { path: "/joerdis/qr", status: 200 },
    { path: "/nobody.of.that.name/qr", status: 404 },
  ],
  "/:profile/qr/:format": () => [
    { path: "/joerdis/qr/svg", status: 200, kind: "picture" },
    { path: "/joerdis/qr/png", status: 200, kind: "picture" },
    { path: "/joerdis/qr/gif", status: 404, kind: "nothing" },
    { path: "/nobody.of.that.name/qr/svg", status: 404, kind: "nothing" },
  ],
  "/:profile/preview/:file": () => [
    { path: "/joerdis/preview/de.png", status: 200, kind: "picture", cache: "shared" },
    { path: "/joerdis/preview/fr.png", status: 404, kind: "nothing" },
    { path: "/nobody.of.that.name/preview/de.png", status: 404, kind: "nothing" },
  ],
  "/:profile/badge/:file": () => [
    { path: "/joerdis/badge/de.svg", status: 200, kind: "picture", cache: "shared" },
    { path: "/joerdis/badge/de.png", status: 404, kind: "nothing" },
    { path: "/nobody.of.that.name/badge/de.svg", status: 404, kind: "nothing" },
  ],
  "/:profile/goal/:file": () => [
    { path: "/joerdis/goal/de.svg", status: 200, kind: "picture", cache: "minute" },
    { path: "/joerdis/goal/de.png", status: 404, kind: "nothing" },
    { path: "/nobody.of.that.name/goal/de.svg", status: 404, kind: "nothing" },
  ],
  "/embed/:profile": () => [
    { path: "/embed/joerdis", status: 200, kind: "frame", cache: "minute" },
    { path: "/embed/nobody.of.that.name", status: 404, kind: "nothing" },
  ],
  ...Object.fromEntries(
    ["/:kind?", "/events", "/sound", "/pictures/:id"].map((end) => [
      `/overlay/:secret${end}`,
      () => [
        {
          path: OVERLAY + end.replace(/:\w+\??/, "x"),
          status: 404,
          kind: "nothing",
          cache: "never",
        } as const,
      ],
    ]),
  ),
  "/overlay/:secret/shown": () => [
    { path: `${OVERLAY}/shown`, status: 405, kind: "nothing", cache: "never" },
  ],
  "/oembed": () => [{ path: "/oembed", status: 404, kind: "nothing" }],
};
