/** A page where a browser has come to. */
export interface Page {
  url: string;
  text: string;
}

/** A browser without script, pictures or a dictionary of ours. */
export interface PlainBrowser {
  get(url: string): Promise<Page>;
  /** Sends a form to an address; FormData as a form with files is sent. */
  post(url: string, form: URLSearchParams | FormData): Promise<Page>;
}

/** Keeps cookies, follows redirects and takes brotli; throws at any answer that is no page. */
export function plainBrowser(): PlainBrowser {
  const cookies = new Map<string, string>();
  const open = async (url: string, form: URLSearchParams | FormData | null): Promise<Page> => {
    const answer = await fetch(url, {
      method: form ? "POST" : "GET",
      body: form,
      redirect: "manual",
      headers: {
        Accept: "text/html",
        "Accept-Encoding": "br",
        ...(cookies.size > 0 && { Cookie: [...cookies].map((each) => each.join("=")).join("; ") }),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    if (answer.status === 303)
      return await open(new URL(answer.headers.get("Location") ?? "", url).href, null);
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
    return { url, text };
  };
  return { get: (url) => open(url, null), post: open };
}
