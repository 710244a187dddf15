import { answerApi } from "./router.server.ts";

interface Asked {
  request: Request;
  context: Parameters<typeof answerApi>[1];
}

/** Every address under /oauth, as those under /api. */
export async function loader({ request, context }: Asked) {
  return await answerApi(request, context);
}

export async function action({ request, context }: Asked) {
  return await answerApi(request, context);
}
