/** Pages whose HTML arrives in pieces: content painted from the first piece must not move. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Long enough for a browser to paint what it has received. */
const PAUSE_MS = 200;
/**
 * The end of the head, where a browser lays out the HTML read so far (`EARLY_LAYOUT` of the site), and where a busy one
 * may paint as well: within the filters of the library.
 */
const ENDS = /(?<=<\/head>|offsetHeight<\/script>|<\/select>)|(?=<search|<input class="search)/;
/** The fonts that a page preloads. */
const FONTS = 2;

/**
 * Forwards requests to the product; sends HTML in pieces, and the first text once its fonts have been sent: late fonts
 * are another matter.
 */
async function serveInPieces(origin: string): Promise<Server> {
  let fonts = 0;
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(new URL(url ?? '/', origin));
    response.statusCode = answer.status;
    for (const name of ['content-type', 'content-security-policy'])
      response.setHeader(name, answer.headers.get(name) ?? '');
    if (!answer.headers.get('content-type')?.startsWith('text/html')) {
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (url?.endsWith('.woff2')) response.once('close', () => fonts++);
      return response.end(bytes);
    }
    fonts = 0;
    const [head, ...pieces] = (await answer.text()).split(ENDS);
    response.write(head);
    await waitFor('the fonts', () => fonts === FONTS);
    for (const piece of pieces) {
      await pause(PAUSE_MS);
      response.write(piece);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Script that records elements moved by layout shifts (as CLS counts them). */
const WATCH_SHIFTS = `
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      moved.push(...sources.map(({ node }) => node?.className || String(node?.nodeName)));
  }).observe({ type: 'layout-shift', buffered: true });
`;

export function describeArrivingPages(journey: Journey, itemPath: () => string): void {
  it.each([412, 1280])(
    'moves nothing while its HTML arrives in pieces, %i px wide',
    async (width) => {
      const server = await serveInPieces(journey.origin);
      const { port } = server.address() as AddressInfo;
      try {
        for (const address of ['/', '/mediabibliotheek', itemPath()]) {
          const page = await journey.browser.newPage({ viewport: { width, height: 823 } });
          await page.addInitScript(WATCH_SHIFTS);
          await page.goto(`http://127.0.0.1:${port}${address}`, { waitUntil: 'load' });
          await pause(PAUSE_MS);
          const moved = await page.evaluate('moved');
          expect({ address, moved }).toEqual({ address, moved: [] });
          await page.close();
        }
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );
}
