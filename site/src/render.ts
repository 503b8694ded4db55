/** Entry point of the render bundle: turns the data of a page into its text. */
import type { PageData } from '@veldlicht/contract/snapshot';
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

// Loads everything before the first call, as the bundle on disk may be replaced: the framework would load each page,
// and its layout, only at its first rendering.
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
 * Renders a page. A pure function of its arguments: no template reads the host of the request, which
 * is a placeholder. `path` is the public path ('/foto/<slug>'); the status is 404 only for '/404'.
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

/** A file has no headers, so the policy goes into the page, before anything it governs. */
function withPolicy(html: string, policy: string | null): string {
  if (!policy) return html;
  const content = policy.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(
    '<head>',
    () => `<head><meta http-equiv="content-security-policy" content="${content}">`,
  );
}
