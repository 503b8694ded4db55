/** Renders the pages that differ from a target's into a local folder. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { mapLimited } from '@veldlicht/database/map-limited';
import { prepared } from '@veldlicht/database/public/public-database';
import { keyOf, makePage, plannedAt } from '../publish/make-page.ts';
import type { SiteRenderer } from '../publish/site-renderer.ts';
import { writeForms } from '../publish/write-forms.ts';
import type { Content } from '../routes/route-kind.ts';
import { allPaths } from '../routes/routes.ts';
import type { SiteFile } from './send-site.ts';
import type { KnownPage } from './target-record.ts';

/** Rendering is sequential; compression overlaps with it. */
const PAGES_AT_ONCE = 6;

/** Addresses of all renditions in the site. */
function publicMedia({ db }: Content): Set<string> {
  const addresses = new Set<string>();
  for (const json of prepared(db, 'SELECT item FROM items').pluck().iterate()) {
    const { sources, video, videoVersions }: PublicItem = JSON.parse(String(json));
    for (const { url } of [...sources, ...videoVersions, ...(video ? [video] : [])])
      addresses.add(url);
  }
  return addresses;
}

/**
 * Returns every file of the site. Pages with a known key are not rendered; renditions are downloaded when they are
 * sent. Throws `PublishError`.
 */
export async function makeSite(
  content: Content,
  known: ReadonlyMap<string, KnownPage>,
  site: SiteRenderer,
  folder: string,
  onPage: (done: number, total: number) => void,
): Promise<SiteFile[]> {
  mkdirSync(folder, { recursive: true });
  const media = publicMedia(content);
  const addresses = [...allPaths(content), ...site.files.map((name) => `/${name}`)];
  let done = 0;
  const pages = await mapLimited(
    [...addresses.entries()],
    PAGES_AT_ONCE,
    async ([n, address]): Promise<SiteFile[]> => {
      const planned = plannedAt(content, site, address);
      if (!planned) return [];
      const key = keyOf(site, planned);
      const before = known.get(address);
      onPage(++done, addresses.length);
      if (before?.key === key) return [{ address, key, hash: before.hash, file: null }];
      const hasMedia = (url: string) => media.has(url);
      const draft = path.join(folder, String(n));
      const { file, hash } = await makePage(address, planned, draft, { site, hasMedia });
      return [{ address, key, hash, file }];
    },
  );
  const hashed = (address: string, file: string | null) => ({ address, key: '', hash: '', file });
  const assets = await mapLimited(site.assets, PAGES_AT_ONCE, async (name) => {
    const file = path.join(folder, `asset-${name.replaceAll('/', '-')}`);
    writeForms(file, readFileSync(path.join(site.assetsFolder, name)));
    return hashed(`/_astro/${name}`, file);
  });
  return [...pages.flat(), ...assets, ...[...media].map((address) => hashed(address, null))];
}
