/** Makes the planned release in a folder of its own; nothing that visitors see changes yet. */
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ContentSource } from '../snapshot/content-source.ts';
import { eachLimited } from './each-limited.ts';
import type { LiveRelease, PageRecord, ReleaseManifest } from './manifest.ts';
import { pageAssets, pageMedia } from './page-media.ts';
import type { ReleasePlan } from './plan-release.ts';
import { pageFile, type ReleaseFolder, releaseManifestFile, shardLink } from './release-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';
import type { Route } from './site-routes.ts';
import { createStaging, type Staging } from './staging.ts';
import { stageAssets } from './write-assets.ts';
import { indexWriter } from './write-index.ts';
import { linkPages, type RenderedPage, writePage } from './write-pages.ts';
import { beginShard } from './write-shard.ts';

/** Pieces under way at once: rendering takes turns, compressing overlaps with it. */
const PIECES_AT_ONCE = 6;

export interface BuildTools {
  releases: ReleaseFolder;
  site: SiteRenderer;
  onPage: (done: number, total: number) => void;
  /** Hears of each page before it is made; `title` is that of the item whose page it is. */
  onRender?: (path: string, title: string | null) => void;
  /** Hears of each page that is made. */
  onRendered?: (path: string) => void;
}

export interface BuiltRelease {
  manifest: ReleaseManifest;
  shards: LiveRelease['shards'];
  /** Addresses that end with this release. */
  dropped: string[];
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
  const work = (pagePath: string) => {
    const folder = pageFile(pagePath).folder ?? '';
    const found = folders.get(folder) ?? { keep: [], render: [] };
    folders.set(folder, found);
    return found;
  };
  for (const path of plan.drop) work(path);
  for (const route of plan.render) {
    work(route.path).render.push(route);
    replaced.add(route.path);
  }
  for (const [folder, { keep }] of folders) {
    const pages = folder === '' ? live?.manifest.pages : live?.shards.get(folder)?.pages;
    for (const page of pages ?? []) if (!replaced.has(page.path)) keep.push(page);
  }
  return folders;
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
    // Also when a page can't be made: nobody writes on behind the caller's back.
    await staging.settled();
  }
}

async function build(
  plan: ReleasePlan,
  source: ContentSource,
  live: LiveRelease | null,
  { releases, site, onPage, onRender, onRendered }: BuildTools,
  staging: Staging,
): Promise<BuiltRelease> {
  const media = new Map<string, string>();
  const assets = new Set<string>();
  let done = 0;
  const renderRoute = async (route: Route): Promise<RenderedPage> => {
    const { file } = pageFile(route.path);
    const page = route.page?.() ?? null;
    onRender?.(route.path, page?.kind === 'item' ? page.item.title : null);
    const own = route.text === undefined ? null : Buffer.from(route.text);
    const body = own ?? (page ? await site.render(route.path, page) : await site.file(file));
    if (page) {
      for (const { url, title } of pageMedia(page)) media.set(url, title);
      for (const name of pageAssets(body)) assets.add(name);
    }
    onRendered?.(route.path);
    onPage(++done, plan.render.length);
    return { path: route.path, file, key: route.key, media: route.media, body };
  };
  async function* renderAll(routes: Route[]) {
    for (const route of routes) yield await renderRoute(route);
  }

  await stageAssets(site, staging, releases.assets);
  const writeChunk = indexWriter(source, plan, staging, releases.index);
  let bytes = 0;
  const folders = groupByFolder(plan, live);
  const top = folders.get('') ?? { keep: [], render: [] };
  folders.delete('');
  const shardIds = new Map(Object.entries(live?.manifest.shards ?? {}));
  const shards = new Map(live?.shards);
  const written: PageRecord[] = [];
  const chunks = plan.writeChunks.map((chunk) => ({
    newest: chunk.entries[0]?.seq,
    make: async () => {
      bytes += await writeChunk(chunk);
    },
  }));
  const shardPieces = [...folders].flatMap(([folder, { keep, render }]) => {
    const previousId = shardIds.get(folder);
    shardIds.delete(folder);
    shards.delete(folder);
    if (render.length === 0 && keep.length === 0) return [];
    const work = { folder, previousId, keep, render: () => renderAll(render) };
    const finish = beginShard(releases, staging, work);
    const make = async () => {
      const { id, manifest, written: fresh } = await finish();
      shardIds.set(folder, id);
      shards.set(folder, manifest);
      written.push(...fresh);
    };
    return [{ make }];
  });

  const temporary = path.join(releases.root, `.tmp-${process.pid}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  if (live) linkPages(staging, path.join(releases.root, live.manifest.id), temporary, top.keep);
  const pages = [...top.keep];
  const topPages = top.render.map((route) => ({
    newest: route.newest,
    make: async () => {
      const page = await writePage(staging, temporary, await renderRoute(route));
      pages.push(page);
      written.push(page);
    },
  }));
  const isOfMany = ({ newest }: { newest?: number | undefined }) => newest !== undefined;
  // What shows the same items follows on each other: the source has read them by then.
  const ofMany = [...chunks, ...topPages.filter(isOfMany)].sort(
    (a, b) => (b.newest ?? 0) - (a.newest ?? 0),
  );
  const others = topPages.filter((page) => !isOfMany(page));
  // A chunk has its name as soon as it is begun, and the library shows the names. It follows at once: it is
  // the largest page, and compressing it overlaps with what comes after.
  const lastChunk = ofMany.findLastIndex((piece) => chunks.includes(piece));
  const pieces = [...ofMany.toSpliced(lastChunk + 1, 0, ...others), ...shardPieces];
  await eachLimited(pieces, PIECES_AT_ONCE, ({ make }) => make());
  staging.write(path.join(temporary, 'release.json'), JSON.stringify({ id: plan.id }));
  const sorted = new Map([...shardIds].sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const parent of linkShards(releases, temporary, sorted, live)) staging.hold(parent);

  const id = freeId(releases, plan.id);
  const manifest: ReleaseManifest = {
    id,
    revision: plan.revision,
    fingerprint: plan.fingerprint,
    siteRevision: plan.siteRevision,
    pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    shards: Object.fromEntries(sorted),
    chunks: Object.fromEntries(plan.chunks),
    assets: site.assets,
  };
  staging.place(releaseManifestFile(releases, id), JSON.stringify(manifest));
  staging.move(temporary, path.join(releases.root, id));
  await staging.commit();
  for (const page of written) bytes += page.bytes;
  return { manifest, shards, dropped: plan.drop, written, media, assets, bytes };
}
