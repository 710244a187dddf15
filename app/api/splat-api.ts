import { answerApi } from "./router.server.ts";

interface Asked {
  request: Request;
  context: Parameters<typeof answerApi>[1];
}

/** Every address under /api: the calls of app/api/calls.ts. */
export async function loader({ request, context }: Asked) {
  return await answerApi(request, context);
}

export async function action({ request, context }: Asked) {
  return await answerApi(request, context);
}
