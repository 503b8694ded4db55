/** The compiled site: renders page data to text (architecture §3). */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reason, sentenceOf } from '@veldlicht/contract/reason';
import type { PageData } from '@veldlicht/contract/snapshot';
import { rulesVersion, versionOf } from '@veldlicht/database/rules-version';
import { sha256 } from '@veldlicht/database/sha256';
import type { Compressed } from './compress.ts';
import { createRenderProcess, RenderTimeout } from './render-process.ts';

/** `forms`: present when made together with the body. */
export interface PageBody {
  body: Buffer;
  forms?: Compressed;
}

export interface SiteRenderer {
  /** Hash of the site's build, the origin and the code of the routes: every page depends on it. */
  fingerprint: string;
  /** Folder of the hashed client files. */
  assetsFolder: string;
  assets: string[];
  /** Files published unchanged: icons. */
  files: string[];
  file(name: string): Promise<Buffer>;
  /** Throws `RenderError`. */
  render(path: string, page: PageData): Promise<PageBody>;
  stop(): void;
}

/** `reason` is a text of contract/reason; the message is its English sentence. */
export class PublishError extends Error {
  override name = 'PublishError';
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(sentenceOf(reason), options);
    this.reason = reason;
  }
}

/** A page failed; the message names it, the cause is the error. */
export class RenderError extends PublishError {
  override name = 'RenderError';
}

/** Last bytes of a complete page: a truncated one is never published. */
function ending(kind: PageData['kind']): string {
  const endings: Partial<Record<PageData['kind'], string>> = {
    robots: '/sitemap.xml\n',
    tdm: ']\n',
    'app-manifest': '}\n',
    sitemap: '</sitemapindex>\n',
    'sitemap-part': '</urlset>\n',
    feed: '</rss>\n',
  };
  return endings[kind] ?? '</html>';
}

/** Code that builds page data. */
const ROUTES = fileURLToPath(new URL('../routes', import.meta.url));

/** A page takes milliseconds; one that hangs blocks all others. */
const PAGE_LIMIT_MS = 20_000;

/** Loads the site that `npm run build` compiled into `dist`; throws without one. `limitMs`: time limit of a page. */
export async function loadSite(
  dist: string,
  origin: string,
  limitMs = PAGE_LIMIT_MS,
): Promise<SiteRenderer> {
  const buildId = readFileSync(path.join(dist, 'build-id'), 'utf8').trim();
  const pages = createRenderProcess(path.join(dist, 'server', 'entry.mjs'), limitMs);
  await pages.start();
  const clientFolder = path.join(dist, 'client');
  const assetsFolder = path.join(clientFolder, '_astro');
  const files = await readdir(assetsFolder, { recursive: true, withFileTypes: true });
  const assets = files
    .filter((file) => file.isFile())
    .map((file) => path.relative(assetsFolder, path.join(file.parentPath, file.name)))
    .sort();
  const beside = await readdir(clientFolder, { withFileTypes: true });
  return {
    fingerprint: sha256(JSON.stringify([buildId, origin, rulesVersion(), versionOf([ROUTES])])),
    assetsFolder,
    assets,
    files: beside
      .filter((file) => file.isFile())
      .map(({ name }) => name)
      .sort(),
    file: (name) => readFile(path.join(clientFolder, name)),
    render: async (pagePath, page) => {
      const expected = page.kind === 'not-found' ? 404 : 200;
      const answer = await pages.render(pagePath, page).catch((error: unknown) => {
        const what = error instanceof RenderTimeout ? 'too_slow' : 'not_made';
        throw new RenderError(pageReason(page, what), { cause: error });
      });
      if (answer.status !== expected || !answer.body.includes(ending(page.kind)))
        throw new RenderError(pageReason(page, 'incomplete'));
      return answer;
    },
    stop: pages.stop,
  };
}

function pageReason(page: PageData, what: 'not_made' | 'incomplete' | 'too_slow'): string {
  if (page.kind === 'item') return reason(`item_${what}`, { title: page.item.title });
  return reason(`page_${what}`, { page: page.path });
}
