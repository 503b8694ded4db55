/** A compiled site whose pages fail, hang or are truncated on demand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadSite, type SiteRenderer } from '../publish/site-renderer.ts';

export type Fault = 'throws' | 'hangs' | 'loops' | 'empty' | 'cut' | 'lost-file';

export interface Order {
  path: string;
  fault: Fault;
}

const bundle = `
import { readFileSync } from 'node:fs';
const orderFile = new URL('order.json', import.meta.url);
export async function render(path, page) {
  const order = JSON.parse(readFileSync(orderFile, 'utf8'));
  const fault = order?.path === path ? order.fault : '';
  if (fault === 'throws') throw new Error('no such thing in ' + import.meta.filename);
  if (fault === 'hangs') await new Promise(() => setInterval(() => {}, 1000));
  while (fault === 'loops');
  const file = fault === 'lost-file' ? 'lost.css' : 'style.css';
  const ends = { robots: '/sitemap.xml\\n', tdm: ']\\n', 'app-manifest': '}\\n', sitemap: '</sitemapindex>\\n',
    'sitemap-part': '</urlset>\\n', feed: '</rss>\\n' };
  const text = '<html><link href="/_astro/' + file + '">' + JSON.stringify(page) +
    (ends[page.kind] ?? '</html>');
  const status = page.kind === 'not-found' ? 404 : 200;
  return { status, text: fault === 'empty' ? '' : fault === 'cut' ? text.slice(0, 60) : text };
}
`;

export interface DoctoredSite {
  site: SiteRenderer;
  /** Makes a page fail from now on; null ends that. */
  order: (order: Order | null) => void;
}

/** Writes its files below `folder` when missing, and loads it. */
export async function doctoredSite(
  folder: string,
  origin: string,
  limitMs?: number,
): Promise<DoctoredSite> {
  const order = (next: Order | null) =>
    // Beside the bundle: the render process can read nothing else.
    writeFileSync(path.join(folder, 'server/order.json'), JSON.stringify(next));
  mkdirSync(path.join(folder, 'server'), { recursive: true });
  mkdirSync(path.join(folder, 'client/_astro'), { recursive: true });
  writeFileSync(path.join(folder, 'build-id'), 'doctored');
  writeFileSync(path.join(folder, 'server/entry.mjs'), bundle);
  writeFileSync(path.join(folder, 'client/_astro/style.css'), 'p{}');
  writeFileSync(path.join(folder, 'client/icon.png'), 'icon');
  order(null);
  return { site: await loadSite(folder, origin, limitMs), order };
}
