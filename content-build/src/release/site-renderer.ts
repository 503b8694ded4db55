/** The compiled site: pages in, HTML out (architecture §3). */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageData } from '@veldlicht/contract/snapshot';
import { sha256 } from './durable-file.ts';

export interface SiteRenderer {
  /** Site build and origin in one hash: another fingerprint means every page is new. */
  fingerprint: string;
  /** Folder of the hashed client files. */
  assetsFolder: string;
  assets: string[];
  render(path: string, page: PageData): Promise<Buffer>;
}

/** Raised when a page can't be made; the message names the page. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** What the site's bundle exports (site/src/render.ts). */
interface SiteBundle {
  render(path: string, page: PageData): Promise<{ status: number; html: string }>;
}

/** Loads the site compiled into `dist` by `npm run build`. Throws when there is none. */
export async function loadSite(dist: string, origin: string): Promise<SiteRenderer> {
  const buildId = readFileSync(path.join(dist, 'build-id'), 'utf8').trim();
  const entry = pathToFileURL(path.join(dist, 'server', 'entry.mjs')).href;
  const bundle: SiteBundle = await import(entry);
  const assetsFolder = path.join(dist, 'client', '_astro');
  const files = await readdir(assetsFolder, { recursive: true, withFileTypes: true });
  const assets = files
    .filter((file) => file.isFile())
    .map((file) => path.relative(assetsFolder, path.join(file.parentPath, file.name)))
    .sort();
  return {
    fingerprint: sha256(JSON.stringify([buildId, origin])),
    assetsFolder,
    assets,
    render: async (pagePath, page) => {
      const expected = page.kind === 'not-found' ? 404 : 200;
      const answer = await bundle.render(pagePath, page).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new RenderError(`${describePage(page)}: ${reason}`, { cause: error });
      });
      if (answer.status !== expected || !answer.html.includes('</html>'))
        throw new RenderError(`${describePage(page)}: the page came out incomplete`);
      return Buffer.from(answer.html);
    },
  };
}

function describePage(page: PageData): string {
  return page.kind === 'item' ? `"${page.item.title}" (${page.path})` : page.path;
}
