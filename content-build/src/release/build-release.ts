/** Makes the planned release in a folder of its own; nothing that visitors see changes yet. */
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageData } from '@veldlicht/contract/snapshot';
import { mapLimited } from '@veldlicht/database/map-limited';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource } from '../snapshot/content-source.ts';
import { searchFile, viewFile } from '../snapshot/index-chunk.ts';
import type { ReleasePlan } from './plan-release.ts';
import {
  type LiveRelease,
  type PageRecord,
  pageFile,
  type ReleaseFolder,
  type ReleaseManifest,
  releaseManifestFile,
  type ShardManifest,
  shardLink,
  shardManifestFile,
  shardVersionFolder,
} from './release-folder.ts';
import type { Route } from './route.ts';
import type { SiteRenderer } from './site-renderer.ts';
import type { ChunkPlan } from './site-routes.ts';
import { isSoundPage } from './sound-page.ts';
import { createStaging, type Staging } from './staging.ts';

/** Pieces under way at once: rendering takes turns, compressing overlaps with it. */
const PIECES_AT_ONCE = 6;

/** Hears of the pages as they are made; several are under way at a time. */
export interface PageListener {
  /** A page is about to be rendered; `title` is that of the item whose page it is. */
  rendering: (path: string, title: string | null) => void;
  rendered: (path: string) => void;
}

export interface BuildTools {
  releases: ReleaseFolder;
  site: SiteRenderer;
  onPage: (done: number, total: number) => void;
  listener?: PageListener | undefined;
}

export interface BuiltRelease {
  manifest: ReleaseManifest;
  shards: LiveRelease['shards'];
  /** Pages that were rendered, as they stand in the release. */
  written: PageRecord[];
  /** Rendition addresses that the rendered pages show, with the title of what is in the picture. */
  media: Map<string, string>;
  /** Client files (names below _astro) that the rendered pages ask for. */
  assets: Set<string>;
  bytes: number;
}

interface FolderWork {
  /** Pages of the live release that stay in this folder. */
  keep: PageRecord[];
  render: Route[];
}

/** Work by the folder that pages stand in; '' is the release folder itself. Other folders stay. */
function groupByFolder(plan: ReleasePlan, live: LiveRelease | null): Map<string, FolderWork> {
  const folders = new Map<string, FolderWork>([['', { keep: [], render: [] }]]);
  const replaced = new Set(plan.drop);
  const workOn = (pagePath: string) => {
    const { folder } = pageFile(pagePath);
    const work = folders.get(folder) ?? { keep: [], render: [] };
    folders.set(folder, work);
    return work;
  };
  for (const path of plan.drop) workOn(path);
  for (const route of plan.render) {
    workOn(route.path).render.push(route);
    replaced.add(route.path);
  }
  for (const [folder, { keep }] of folders) {
    const pages = folder === '' ? live?.manifest.pages : live?.shards.get(folder)?.pages;
    for (const page of pages ?? []) if (!replaced.has(page.path)) keep.push(page);
  }
  return folders;
}

interface Shown {
  title: string;
  sources: { url: string }[];
}

/** Whatever a part of a page shows as a card, however deep it stands. */
function cardsIn(part: unknown): Shown[] {
  if (typeof part !== 'object' || part === null) return [];
  // Nothing else in the data of a page has sources.
  if ('sources' in part && 'title' in part) return [part as Shown];
  return Object.values(part).flatMap(cardsIn);
}

/** Addresses (/media/<hash>/<name>) that must exist for the page to be whole, with the item's title. */
function pageMedia(page: PageData): Array<{ url: string; title: string }> {
  // Pictures in the sitemap are those of the item pages, which are checked there.
  if (page.kind === 'sitemap-part') return [];
  const files = cardsIn(page).flatMap(({ sources, title }) =>
    sources.map(({ url }) => ({ url, title })),
  );
  if (page.kind !== 'item' || !page.item.video) return files;
  const { title, video, videoVersions } = page.item;
  return [...files, ...[video, ...videoVersions].map(({ url }) => ({ url, title }))];
}

/** Names below _astro that the page asks for by itself: styles, scripts, fonts, islands. */
function pageAssets(text: Buffer): string[] {
  const names = text.toString('utf8').matchAll(/["'(]\/_astro\/([\w./-]+)["')]/g);
  return [...names].map(([, name]) => name ?? '');
}

/** The hash of the manifest; another id when a folder of that name has lost the bytes of these pages. */
function versionId(
  releases: ReleaseFolder,
  { folder, pages }: ShardManifest,
  json: string,
): string {
  for (let n = 1; ; n++) {
    const id = sha256(n === 1 ? json : `${json}${n}`).slice(0, 16);
    const place = shardVersionFolder(releases, folder, id);
    if (!existsSync(place) || pages.every((page) => isSoundPage(place, page))) return id;
  }
}

/**
 * Links of the release to its shards. A link that stays is shared with the previous release. Returns
 * the folders that they stand in.
 */
function linkShards(
  releases: ReleaseFolder,
  folder: string,
  shards: Map<string, string>,
  live: LiveRelease | null,
): string[] {
  const names = new Set([...shards.keys()].map((name) => path.dirname(name)));
  const parents = [...names].map((name) => path.join(folder, name));
  for (const parent of parents) mkdirSync(parent, { recursive: true });
  for (const [name, id] of shards) {
    const place = `${folder}/${name}`;
    const shared = live && live.manifest.shards[name] === id;
    // Linux links the link itself, which costs no new inode; elsewhere a new link does the same.
    if (shared && process.platform === 'linux')
      linkSync(`${releases.root}/${live.manifest.id}/${name}`, place);
    else symlinkSync(shardLink(name, id), place);
  }
  return parents;
}

function freeId(releases: ReleaseFolder, wanted: string): string {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`;
    const places = [path.join(releases.root, id), releaseManifestFile(releases, id)];
    if (!places.some((place) => existsSync(place))) return id;
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
  tools: BuildTools,
): Promise<BuiltRelease> {
  const staging = createStaging(tools.releases.root);
  try {
    return await build(plan, source, live, tools, staging);
  } finally {
    // Also when a page can't be made: nothing is written behind the caller's back.
    await staging.settled();
  }
}

async function build(
  plan: ReleasePlan,
  source: ContentSource,
  live: LiveRelease | null,
  { releases, site, onPage, listener }: BuildTools,
  staging: Staging,
): Promise<BuiltRelease> {
  const media = new Map<string, string>();
  const assets = new Set<string>();
  const written: PageRecord[] = [];
  const shardIds = new Map(Object.entries(live?.manifest.shards ?? {}));
  const shards = new Map(live?.shards);
  let done = 0;
  let indexBytes = 0;

  /** The client files of the site: copied once, kept while releases and open tabs may ask for them. */
  async function stageAssets(): Promise<void> {
    staging.folder(releases.assets);
    for (const name of site.assets) {
      const file = path.join(releases.assets, name);
      if (!existsSync(file))
        await staging.placeVariants(file, await readFile(path.join(site.assetsFolder, name)));
    }
  }

  /** Index files are named by their content, added to, never changed. Two chunks may share one. */
  const staged = new Set<string>();
  async function writeChunk({ number, key, viewKey, entries }: ChunkPlan): Promise<void> {
    const before = plan.chunks.get(number);
    const view = before?.viewKey === viewKey ? null : viewFile(source, entries);
    const search = searchFile(source, entries);
    plan.chunks.set(number, {
      ...{ key, viewKey, items: entries.length },
      ...{ search: search.name, view: view?.name ?? before?.view ?? '' },
    });
    const sizes = [search, ...(view ? [view] : [])].map(({ name, json }) => {
      const file = path.join(releases.index, name);
      if (staged.has(name) || existsSync(file)) return 0;
      staged.add(name);
      return staging.placeVariants(file, json);
    });
    for (const bytes of await Promise.all(sizes)) indexBytes += bytes;
  }

  /** Renders one page into a folder that is being staged. */
  async function makePage(folder: string, route: Route): Promise<PageRecord> {
    const { file } = pageFile(route.path);
    const page = route.page?.() ?? null;
    listener?.rendering(route.path, page?.kind === 'item' ? page.item.title : null);
    const own = route.text ? Buffer.from(route.text()) : null;
    const body = own ?? (page ? await site.render(route.path, page) : await site.file(file));
    if (page) {
      for (const { url, title } of pageMedia(page)) media.set(url, title);
      for (const name of pageAssets(body)) assets.add(name);
    }
    listener?.rendered(route.path);
    onPage(++done, plan.render.length);
    await staging.writeVariants(`${folder}/${file}`, body);
    const { key, media: hash } = route;
    const facts = { sha256: sha256(body), bytes: body.length };
    const record = { path: route.path, file, key, media: hash, ...facts };
    written.push(record);
    return record;
  }

  /**
   * Makes a shard folder anew beside the version it shares most pages with. The same pages for the same
   * reasons give the same id, so a repeat after a crash finds it in place.
   */
  async function makeShard(folder: string, { keep, render }: FolderWork): Promise<void> {
    const previousId = shardIds.get(folder);
    shardIds.delete(folder);
    shards.delete(folder);
    if (render.length === 0 && keep.length === 0) return;
    const home = path.dirname(shardVersionFolder(releases, folder, 'x'));
    const temporary = path.join(home, `.tmp-${process.pid}`);
    rmSync(temporary, { recursive: true, force: true });
    staging.folder(home);
    mkdirSync(temporary);
    const files = keep.map(({ file }) => file);
    if (previousId !== undefined)
      staging.link(shardVersionFolder(releases, folder, previousId), temporary, files);
    const pages = [...keep];
    for (const route of render) pages.push(await makePage(temporary, route));
    const manifest = { folder, pages: pages.sort((a, b) => (a.file < b.file ? -1 : 1)) };
    const json = JSON.stringify(manifest);
    const id = versionId(releases, manifest, json);
    staging.move(temporary, shardVersionFolder(releases, folder, id));
    staging.place(shardManifestFile(releases, folder, id), json);
    shardIds.set(folder, id);
    shards.set(folder, manifest);
  }

  await stageAssets();
  staging.folder(releases.index);
  const folders = groupByFolder(plan, live);
  const top = folders.get('') ?? { keep: [], render: [] };
  folders.delete('');
  const temporary = path.join(releases.root, `.tmp-${process.pid}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const files = top.keep.map(({ file }) => file);
  // All but one stand in the folder itself.
  const own = [...files, ...top.render.map((route) => pageFile(route.path).file)];
  for (const parent of new Set(own.map((file) => path.dirname(path.join(temporary, file))))) {
    mkdirSync(parent, { recursive: true });
    if (parent !== temporary) staging.hold(parent);
  }
  if (live) staging.link(path.join(releases.root, live.manifest.id), temporary, files);
  const pages = [...top.keep];
  const pieces = [
    // A chunk has its name as soon as it is begun, and the library, after them, shows the names.
    ...plan.writeChunks.map((chunk) => () => writeChunk(chunk)),
    ...top.render.map((route) => async () => void pages.push(await makePage(temporary, route))),
    ...[...folders].map(
      ([folder, work]) =>
        () =>
          makeShard(folder, work),
    ),
  ];
  await mapLimited(pieces, PIECES_AT_ONCE, (make) => make());
  staging.write(path.join(temporary, 'release.json'), JSON.stringify({ id: plan.id }));
  const sorted = new Map([...shardIds].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const parent of linkShards(releases, temporary, sorted, live)) staging.hold(parent);

  const id = freeId(releases, plan.id);
  const manifest: ReleaseManifest = {
    id,
    revision: plan.revision,
    fingerprint: plan.fingerprint,
    siteKey: plan.siteKey,
    pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    shards: Object.fromEntries(sorted),
    chunks: Object.fromEntries(plan.chunks),
    assets: site.assets,
  };
  staging.place(releaseManifestFile(releases, id), JSON.stringify(manifest));
  staging.move(temporary, path.join(releases.root, id));
  await staging.commit();
  const bytes = written.reduce((sum, page) => sum + page.bytes, indexBytes);
  return { manifest, shards, written, media, assets, bytes };
}
