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
      for (const name of ["enhance", "watch-viewer", "show-overlay"])
        this.emitFile({ type: "chunk", id: `/app/enhance/${name}.ts`, name });
    },
  };
}

const THEME_SHEET = /\/ui\/css\/app-theme\.css(?:\?(?!url)|$)/;

/** The theme's custom properties, as the text of their style sheet: a file, so that development finds it for a page. */
function themeSheet(): Plugin {
  return {
    name: "theme-sheet",
    enforce: "pre",
    load: (id) => (THEME_SHEET.test(id) ? appThemeCss() : null),
  };
}

/** How many pages share a part before it is loaded with the first of them. */
const SHARED_BY = 77;

/**
 * What most pages share, forms among them, is loaded with the first of them, as few files: each costs its head, and many
 * compress worse (docs/decisions/082). What guests' scripts load stays apart, since it is counted to the byte.
 */
const SHARED_CHUNKS = [
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: "preload", test: /vite[\\/]preload-helper/ },
  {
    name: "app",
    test: /^(?!.*(?:[\\/]app[\\/]enhance[\\/]|[\\/]locales[\\/](?:de|en)[\\/]))/,
    minShareCount: SHARED_BY,
  },
  {
    name: "frame",
    test: /[\\/]shells[\\/](?!fresh-code-page|admin-)|[\\/](?:MantineProvider|react-router)[\\/]|[\\/]locales[\\/](?:browser|rule-numbers)|[\\/](?:keep-focus|use-mounted)[.][mt]/,
  },
  { name: "office", test: /[\\/]shells[\\/]admin-/ },
  // Loaded where files are taken.
  { name: "dropzone", test: /[\\/](?:@mantine[\\/]dropzone|react-dropzone|file-selector|attr-accept)[\\/]/ },
];

/** What stays a package at run time: it has files of its own beside its modules, or they need the order that they have. */
const PACKAGES_AT_RUN_TIME = ["sharp", "pdfkit", "pino", "sepa", "@simplewebauthn/server"];

/**
 * Parts of libraries that a browser loads and never runs here: zod's descriptions of schemas, which are for the API alone, its
 * compiled checks, which the CSP forbids, and its English texts, as each refusal has words of its own; Mantine's properties,
 * which are a style sheet (app-theme.css), and its own scroll bars, and parts of inputs and buttons that no page has; the
 * router's measurements.
 */
const UNUSED_PARTS = [
  /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema|doc)\.js$/,
  /zod[\\/]v4[\\/]locales[\\/]en\.js$/,
  /[\\/]MantineProvider[\\/](?:MantineCssVariables[\\/]MantineCssVariables|MantineClasses[\\/]MantineClasses)\.mjs$/,
  /[\\/]Button[\\/]ButtonGroup(?:Section)?[\\/]ButtonGroup(?:Section)?\.mjs$/,
  /[\\/]Input[\\/](?:InputSuccess[\\/]InputSuccess|InputClearButton[\\/]InputClearButton|InputPlaceholder[\\/]InputPlaceholder)\.mjs$/,
  /[\\/]react-remove-scroll[\\/]dist[\\/]\w+[\\/]Combination\.js$/,
  /[\\/]components[\\/]ScrollArea[\\/]ScrollArea\.mjs$/,
  /react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/,
];

const EXPORTED = /^export (?:const|function|class) (\w+)|^export \{([^}]*)\}/gm;

/** In place of those parts: functions that do nothing, components that show their content (docs/decisions/082). */
function withoutUnusedParts(): Plugin {
  return {
    name: "without-unused-parts",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (!UNUSED_PARTS.some((each) => each.test(id))) return null;
      const names = [...code.matchAll(EXPORTED)].flatMap(([, name, list]) => name ?? list?.split(",") ?? []);
      const exported = ["default", ...names].map((name) => `none as ${name.replace(/^.* as /, "").trim()}`);
      return {
        code: `const none = Object.assign((props) => props?.children ?? null, { classNames: {} }); export { ${exported.join(", ")} };`,
        map: null,
      };
    },
  };
}

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
  ...["react-router", "react-router/dom", "react-easy-crop"],
  ...["@mantine/core", "@mantine/dropzone", "@mantine/hooks", "@mantine/notifications"],
  ...["@conform-to/react", "@conform-to/zod/v4", "zod", "@simplewebauthn/browser"],
  ...["i18next", "i18next-resources-to-backend", "react-i18next"],
  ...["ibantools", "jsvat", "punycode/punycode.js", "the-big-username-blacklist"],
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), themeSheet(), guestScript(), withoutUnusedParts(), plainLetters()],
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
