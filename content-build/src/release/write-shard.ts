/** One shard folder of item pages, made anew next to the version it shares most pages with. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../durable-file.ts';
import { isSoundPage } from './check-release.ts';
import type { PageRecord, ShardManifest } from './manifest.ts';
import { type ReleaseFolder, shardManifestFile, shardVersionFolder } from './release-folder.ts';
import type { Staging } from './staging.ts';
import { linkPages, type RenderedPage, writePage } from './write-pages.ts';

export interface ShardWork {
  folder: string;
  /** Version to share with, and the pages of it that stay. */
  previousId: string | undefined;
  keep: PageRecord[];
  /** Pages to render; rendering happens inside, one by one. */
  render: () => AsyncIterable<RenderedPage>;
}

export interface WrittenShard {
  id: string;
  manifest: ShardManifest;
  /** Pages that were rendered, as they stand now. */
  written: PageRecord[];
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
 * Stages the new version; it is in place once the staging is committed. What it shares is linked from here on,
 * the answer renders the rest. The id is the hash of the manifest:
 * the same pages for the same reasons give the same folder, so a repeat after a crash finds it in place.
 */
export function beginShard(
  releases: ReleaseFolder,
  staging: Staging,
  work: ShardWork,
): () => Promise<WrittenShard> {
  const home = path.dirname(shardVersionFolder(releases, work.folder, 'x'));
  const temporary = path.join(home, `.tmp-${process.pid}`);
  rmSync(temporary, { recursive: true, force: true });
  staging.folder(home);
  mkdirSync(temporary);
  if (work.previousId !== undefined) {
    const previous = shardVersionFolder(releases, work.folder, work.previousId);
    linkPages(staging, previous, temporary, work.keep);
  }

  return async () => {
    const written: PageRecord[] = [];
    for await (const page of work.render()) written.push(await writePage(staging, temporary, page));
    const pages = [...work.keep, ...written].sort((a, b) => (a.file < b.file ? -1 : 1));
    const manifest = { folder: work.folder, pages };
    const json = JSON.stringify(manifest);
    const id = versionId(releases, manifest, json);
    staging.move(temporary, shardVersionFolder(releases, work.folder, id));
    staging.place(shardManifestFile(releases, work.folder, id), json);
    return { id, manifest, written };
  };
}
