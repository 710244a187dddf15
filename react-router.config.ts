import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The framework's own check of origins leaves out resource routes and answers without a page. Ours
  // (app/http/origin-guard.server.ts) stands before every action, so this one steps aside.
  allowedActionOrigins: ["**"],
  // A missing part of a route fails the navigation, where a missing module keeps typed words (docs/product.md, 9.7).
  splitRouteModules: false,
} satisfies Config;
