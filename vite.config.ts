import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

/** Guest pages carry one small script of their own instead of the framework's; it is built beside the others. */
function guestScript(): Plugin {
  return {
    name: "guest-script",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      this.emitFile({ type: "chunk", id: "/app/enhance/enhance.ts", name: "enhance" });
    },
  };
}

export default defineConfig({
  plugins: [reactRouter(), guestScript()],
  environments: {
    // The style sheets of guest pages are cut to size per page, rule by rule: a minifier would merge the rules first.
    ssr: { build: { cssMinify: false, rollupOptions: { input: "./app/server.ts" } } },
  },
});
