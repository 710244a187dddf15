import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The framework's own check of origins leaves out resource routes and answers without a page. Ours
  // (app/http/origin-guard.server.ts) stands before every action, so this one steps aside.
  allowedActionOrigins: ["**"],
} satisfies Config;
