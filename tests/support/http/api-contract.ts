import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describeApi } from "../../../app/api/openapi.server.ts";
import type { Answer } from "./http-requests.ts";

// Every answer that a test gets from the API is held against its document: no status, code or field that it does not name.

const document = describeApi("http://localhost", (name) => name);
const ajv = new Ajv2020({ strict: false, validateFormats: true });
formats.default(ajv);
ajv.addSchema({ $id: "api", ...inApi(document.components.schemas) });

interface Documented {
  content?: Record<string, { schema: object }>;
}

/** With names of the document's objects. */
function inApi(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "api#/"));
}

const validators = new Map<string, ValidateFunction | null>();

/** The schema of an answer's body: null for none, undefined where the document does not know the answer. */
function validatorOf(path: string, method: string, status: number): ValidateFunction | null | undefined {
  const key = `${method} ${path} ${status}`;
  const kept = validators.get(key);
  if (kept !== undefined) return kept;
  const operation: unknown = document.paths[path]?.[method.toLowerCase()];
  const responses = (operation as { responses: Record<string, Documented> }).responses;
  const found = responses[String(status)];
  if (!found) return undefined;
  const schema = found.content?.["application/json"]?.schema;
  const validator = schema ? ajv.compile(inApi(schema)) : null;
  validators.set(key, validator);
  return validator;
}

const PATHS = Object.keys(document.paths).map((path) => ({
  path,
  shape: new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  words: path.split("/").filter((each) => !each.startsWith("{")).length,
}));

/** What the document says against an answer; null for one that it describes, and for what is none of its calls. */
export function contractFault(method: string, url: string, answer: Answer): string | null {
  const { pathname } = new URL(url, "http://localhost");
  const [called] = PATHS.filter(({ shape }) => shape.test(pathname)).sort((a, b) => b.words - a.words);
  const asked = method === "HEAD" ? "GET" : method;
  if (!called || !(asked.toLowerCase() in (document.paths[called.path] ?? {}))) return null;
  const what = `${asked} ${called.path} answered ${answer.status}`;
  const validator = validatorOf(called.path, asked, answer.status);
  if (validator === undefined)
    return `${what}, which its document does not name: ${answer.text.slice(0, 300)}`;
  if (validator === null || method === "HEAD") return answer.text === "" ? null : `${what} with a body`;
  if (validator(JSON.parse(answer.text))) return null;
  return `${what}: ${ajv.errorsText(validator.errors)}: ${answer.text.slice(0, 300)}`;
}
