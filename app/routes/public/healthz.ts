/** The process is up; nothing else is asked (architecture.md). */
export function loader() {
  return new Response("ok\n", { headers: { "Content-Type": "text/plain" } });
}
