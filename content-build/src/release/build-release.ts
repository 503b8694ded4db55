/** Makes the planned release in a folder of its own; nothing that visitors see changes yet. */
import { link, mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { ContentSource } from '../snapshot/content-source.ts';
import { isBulk, replaceFile, syncFilesystem, syncFolder, writeSynced } from './durable-file.ts';
import { eachLimited } from './each-limited.ts';
import { toLiveRelease } from './live-release.ts';
import type { LiveRelease, PageRecord, ReleaseManifest, ShardManifest } from './manifest.ts';
import { pageAssets, pageMedia } from './page-media.ts';
import type { ReleasePlan } from './plan-release.ts';
import { pageFile, type ReleaseFolder, releaseManifestFile, shardLink } from './release-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';
import type { Route } from './site-routes.ts';
import { writeAssets } from './write-assets.ts';
import { exists, writeIndex } from './write-index.ts';
import { linkPages, type RenderedPage, writePage } from './write-pages.ts';
import { writeShard } from './write-shard.ts';

/** Shards under way at once: rendering takes turns, compressing and writing overlap with it. */
const SHARDS_AT_ONCE = 4;

export interface BuildTools {
  releases: ReleaseFolder;
  site: SiteRenderer;
  onPage: (done: number, total: number) => void;
}

export interface BuiltRelease {
  release: LiveRelease;
  /** Pages that were rendered, as they stand in the release. */
  written: PageRecord[];
  /** Rendition addresses that the rendered pages show. */
  media: Set<string>;
  /** Client files (names below _astro) that the rendered pages ask for. */
  assets: Set<string>;
  bytes: number;
}

interface FolderWork {
  keep: PageRecord[];
  render: Route[];
  dropped: boolean;
}

/** Pages by the folder they stand in; '' is the release folder itself. */
function groupByFolder(plan: ReleasePlan): Map<string, FolderWork> {
  const folders = new Map<string, FolderWork>();
  const work = (pagePath: string) => {
    const folder = pageFile(pagePath).folder ?? '';
    let found = folders.get(folder);
    if (!found) {
      found = { keep: [], render: [], dropped: false };
      folders.set(folder, found);
    }
    return found;
  };
  work('/');
  for (const page of plan.keep) work(page.path).keep.push(page);
  for (const route of plan.render) work(route.path).render.push(route);
  for (const dropped of plan.drop) work(dropped).dropped = true;
  return folders;
}

/** Links of the release to its shards. A link that stays is shared with the previous release. */
async function linkShards(
  releases: ReleaseFolder,
  folder: string,
  shards: Map<string, string>,
  live: LiveRelease | null,
): Promise<void> {
  for (const parent of new Set([...shards.keys()].map((name) => path.dirname(name))))
    await mkdir(path.join(folder, parent), { recursive: true });
  for (const [name, id] of shards) {
    const place = path.join(folder, name);
    const shared = live && live.manifest.shards[name] === id;
    // Linux links the link itself, which costs no new inode; elsewhere a new link does the same.
    if (shared && process.platform === 'linux')
      await link(path.join(releases.root, live.manifest.id, name), place);
    else await symlink(shardLink(name, id), place);
  }
}

async function freeId(releases: ReleaseFolder, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`;
    if (!(await exists(path.join(releases.root, id)))) return id;
  }
}

/**
 * Renders what the plan says and shares the rest with the live release. All of it is on disk when
 * this resolves. Throws `RenderError` naming the page; a half-made folder stays hidden and is
 * removed by the next publish.
 */
export async function buildRelease(
  plan: ReleasePlan,
  source: ContentSource,
  live: LiveRelease | null,
  { releases, site, onPage }: BuildTools,
): Promise<BuiltRelease> {
  const media = new Set<string>();
  const assets = new Set<string>();
  let done = 0;
  const renderRoute = async (route: Route): Promise<RenderedPage> => {
    const page = route.page();
    const html = await site.render(route.path, page);
    for (const url of pageMedia(page)) media.add(url);
    for (const name of pageAssets(html)) assets.add(name);
    onPage(++done, plan.render.length);
    const { file } = pageFile(route.path);
    return { path: route.path, file, key: route.key, media: route.media, html };
  };
  async function* renderAll(routes: Route[]) {
    for (const route of routes) yield await renderRoute(route);
  }

  const bulk = isBulk(plan.render.length);
  await writeAssets(site, releases.assets);
  let bytes = await writeIndex(source, plan, releases.index);

  const folders = groupByFolder(plan);
  const top = folders.get('') ?? { keep: [], render: [], dropped: false };
  folders.delete('');
  const shardIds = new Map<string, string>();
  const shards = new Map<string, ShardManifest>();
  const written: PageRecord[] = [];
  await eachLimited(folders, SHARDS_AT_ONCE, async ([folder, work]) => {
    const previousId = live?.manifest.shards[folder];
    const previous = live?.shards.get(folder);
    if (work.render.length === 0 && !work.dropped && previousId !== undefined && previous) {
      shardIds.set(folder, previousId);
      shards.set(folder, previous);
      return;
    }
    if (work.render.length === 0 && work.keep.length === 0) return;
    const render = () => renderAll(work.render);
    const shard = await writeShard(releases, {
      folder,
      previousId,
      keep: work.keep,
      render,
      sync: !bulk,
    });
    shardIds.set(folder, shard.id);
    shards.set(folder, shard.manifest);
    written.push(...shard.written);
  });

  const temporary = path.join(releases.root, `.tmp-${process.pid}`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  if (live) {
    const from = path.join(releases.root, live.manifest.id);
    await linkPages(
      from,
      temporary,
      top.keep.map(({ file }) => file),
    );
  }
  const pages = [...top.keep];
  for (const route of top.render) {
    const page = await writePage(temporary, await renderRoute(route), !bulk);
    pages.push(page);
    written.push(page);
  }
  await writeSynced(path.join(temporary, 'release.json'), JSON.stringify({ id: plan.id }));
  const sorted = new Map([...shardIds].sort(([a], [b]) => (a < b ? -1 : 1)));
  await linkShards(releases, temporary, sorted, live);
  if (bulk) await syncFilesystem(releases.root);
  else await syncFolder(temporary);

  const id = await freeId(releases, plan.id);
  const manifest: ReleaseManifest = {
    id,
    revision: plan.revision,
    fingerprint: plan.fingerprint,
    pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    shards: Object.fromEntries(sorted),
    chunks: Object.fromEntries(plan.chunks),
    assets: site.assets,
  };
  await replaceFile(releaseManifestFile(releases, id), JSON.stringify(manifest));
  await rename(temporary, path.join(releases.root, id));
  await syncFolder(releases.root);
  for (const page of written) bytes += page.bytes;
  return { release: toLiveRelease(manifest, shards), written, media, assets, bytes };
}
