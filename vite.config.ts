import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { appThemeCss } from "./app/ui/css/theme-css.ts";

/** Guest pages carry one small script of their own instead of the framework's, and who saves data the one that polls. */
function guestScript(): Plugin {
  return {
    name: "guest-script",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildStart() {
      for (const name of ["enhance", "watch-viewer"])
        this.emitFile({ type: "chunk", id: `/app/enhance/${name}.ts`, name });
    },
  };
}

const THEME_SHEET = /\/ui\/css\/app-theme\.css(?:\?|$)/;

/** The theme's custom properties, as the text of their style sheet: a file, so that development finds it for a page. */
function themeSheet(): Plugin {
  return {
    name: "theme-sheet",
    enforce: "pre",
    load: (id) => (THEME_SHEET.test(id) ? appThemeCss() : null),
  };
}

/** What is always loaded together is one file: each costs its head, and a guest's script is counted to the byte. */
const SHARED_CHUNKS = [
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  {
    name: "mantine-base",
    test: /node_modules[\\/]@mantine[\\/](?:hooks|core[\\/]esm[\\/](?:core[\\/]utils|components[\\/](?:Loader|Portal)))[\\/]/,
  },
];

/** What stays a package at run time: it has files of its own beside its modules, or they need the order that they have. */
const PACKAGES_AT_RUN_TIME = ["sharp", "pdfkit", "pino", "sepa", "@simplewebauthn/server"];

/** The server's half in ASCII: V8 keeps the text of a module, and takes twice the memory with one letter beyond. */
function plainLetters(): Plugin {
  return {
    name: "plain-letters",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Packages of hydrated pages: one that development found later would make each page wait for a second look. */
const PACKAGES_IN_THE_BROWSER = [
  ...["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom", "react-dom/client"],
  ...["react-router", "react-router/dom", "react-router/route-pattern", "react-easy-crop"],
  ...["@mantine/core", "@mantine/dropzone", "@mantine/hooks", "@mantine/notifications"],
  ...["@conform-to/react", "@conform-to/zod/v4", "zod", "@simplewebauthn/browser"],
  ...["i18next", "i18next-resources-to-backend", "react-i18next"],
  ...["ibantools", "jsvat", "punycode/punycode.js", "the-big-username-blacklist"],
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), themeSheet(), guestScript(), plainLetters()],
  optimizeDeps: { include: PACKAGES_IN_THE_BROWSER, noDiscovery: true },
  // Without it React comes twice, and the one for development is never used.
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  ssr: command === "build" ? { noExternal: true, external: PACKAGES_AT_RUN_TIME } : {},
  // What each plugin takes is said to nobody who only starts the product.
  build: { rollupOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } } } },
    ssr: {
      build: {
        // The style sheets of guest pages are cut to size per page, rule by rule: a minifier would merge the rules first.
        cssMinify: false,
        rollupOptions: { input: "./app/server/start.server.ts", output: { comments: false } },
      },
    },
  },
}));
