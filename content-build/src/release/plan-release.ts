/** What a publish has to do: routes compared with the live release (pure, printable). */
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import type { ChunkRecord, LiveRelease } from './release-folder.ts';
import { groupKey, type Route } from './route.ts';
import type { SiteRenderer } from './site-renderer.ts';
import { type ChunkPlan, planChunks, siteFileRoutes, siteRoutes } from './site-routes.ts';
import { NOTES_PATH, SERIES_PATH } from './story-routes.ts';

export interface ReleasePlan {
  id: string;
  revision: number;
  fingerprint: string;
  siteKey: number;
  render: Route[];
  /** How many pages stay as they are. */
  kept: number;
  /** Addresses of the live release that end. */
  drop: string[];
  writeChunks: ChunkPlan[];
  /** The whole index, newest first; written chunks join as they are made. */
  chunks: Map<number, ChunkRecord>;
}

/** Revision, and what tells apart the releases of one: by the clock, items come and go without it. */
function releaseId(source: ContentSource, fingerprint: string): string {
  const stories = source.stories.map(({ id }) => id);
  const facts = [fingerprint, source.siteKey, groupKey(source.entries), stories];
  return `r${source.revision}-${sha256(JSON.stringify(facts)).slice(0, 8)}`;
}

/**
 * Places in `entries` whose entry, or whose neighbour in age, is another object than in `before`: an
 * entry that did not change is the same object. Both newest first. Asking for every page by its
 * address and key instead costs as much as the rest of the plan of an edit.
 */
export function changedPlaces(before: Entry[], entries: Entry[]): number[] {
  const changed: number[] = [];
  let there = 0;
  for (const [here, entry] of entries.entries()) {
    while ((before[there]?.order ?? 0) > entry.order) there++;
    const isSame =
      before[there] === entry &&
      before[there - 1] === entries[here - 1] &&
      before[there + 1] === entries[here + 1];
    if (!isSame) changed.push(here);
  }
  return changed;
}

/** Addresses of the live release that the content no longer has. */
function endedPaths(live: LiveRelease, source: ContentSource, files: string[]): string[] {
  const ended = new Set(live.pages.keys());
  const isWanted = (path: string) => {
    ended.delete(path);
    return false;
  };
  siteFileRoutes(files, isWanted);
  siteRoutes(source, () => [], isWanted);
  return [...ended];
}

/**
 * Compares what should be with what is live. Without a live release, after the site was built anew
 * (another fingerprint) or the settings changed, every page is rendered.
 */
export function planRelease(
  source: ContentSource,
  live: LiveRelease | null,
  { fingerprint, files }: Pick<SiteRenderer, 'fingerprint' | 'files'>,
): ReleasePlan {
  const { revision, siteKey } = source;
  const isCurrent =
    live?.manifest.fingerprint === fingerprint &&
    live.manifest.siteKey === siteKey &&
    // The navigation of every page leads to the notes and the series once there are any.
    live.pages.has(NOTES_PATH) === (source.site.hasNotes ?? false) &&
    live.pages.has(SERIES_PATH) === (source.site.hasSeries ?? false);
  const base = isCurrent ? live : null;
  const chunks = new Map<number, ChunkRecord>();
  const writeChunks = planChunks(source).filter((chunk) => {
    const known = base?.manifest.chunks[chunk.number];
    // An empty place in the map keeps the order of the index while the chunk is still to be made.
    const empty = { key: '', viewKey: '', search: '', view: '', items: chunk.entries.length };
    chunks.set(chunk.number, known ?? empty);
    return known?.key !== chunk.key;
  });
  let all = 0;
  let known = 0;
  const isWanted = (path: string, key: string) => {
    const page = live?.pages.get(path);
    all++;
    if (page) known++;
    return !base || page?.key !== key;
  };
  const places = base?.entries && changedPlaces(base.entries, source.entries);
  const render = [
    ...siteFileRoutes(files, isWanted),
    ...siteRoutes(source, () => [...chunks.values()], isWanted, places),
  ];
  const unasked = places ? source.entries.length - places.length : 0;
  return {
    id: releaseId(source, fingerprint),
    revision,
    fingerprint,
    siteKey,
    render,
    kept: all + unasked - render.length,
    drop: live && known + unasked < live.pages.size ? endedPaths(live, source, files) : [],
    writeChunks,
    chunks,
  };
}

/** True when the live release already shows exactly this. */
export function isNothingToDo(plan: ReleasePlan): boolean {
  return plan.render.length === 0 && plan.drop.length === 0 && plan.writeChunks.length === 0;
}
