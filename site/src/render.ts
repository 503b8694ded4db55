/** Entry of the render bundle: turns the data of one page into its text. */
import type { PageData } from '@veldlicht/contract/snapshot';
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

// All of it is in memory before the first call, for the bundle on disk may be replaced under it: the
// framework would load each page, and its layout only when first rendered.
const { pageMap, middleware, actions, sessionDriver, serverIslandMappings } = app.manifest;
const parts = [
  ...(pageMap?.values() ?? []),
  middleware,
  actions,
  sessionDriver,
  serverIslandMappings,
];
await Promise.all(parts.map((load) => load?.()));

export interface RenderedPage {
  status: number;
  text: string;
}

/**
 * Renders one page. A pure function of its arguments: the host of the request is made up and no
 * template reads it. `path` is the public path ('/foto/<slug>'); the answer is 404 only for '/404'.
 */
export async function render(path: string, page: PageData): Promise<RenderedPage> {
  const request = new Request(new URL(path, 'http://render.invalid'));
  const response = await app.render(request, { locals: { page }, addCookieHeader: false });
  const text = await response.text();
  return {
    status: response.status,
    text: withPolicy(text, response.headers.get('content-security-policy')),
  };
}

/** A file has no headers of its own, so the policy goes into the page, before anything it governs. */
function withPolicy(html: string, policy: string | null): string {
  if (!policy) return html;
  const content = policy.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(
    '<head>',
    () => `<head><meta http-equiv="content-security-policy" content="${content}">`,
  );
}
