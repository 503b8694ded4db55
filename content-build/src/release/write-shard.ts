/** One shard folder of item pages, made anew next to the version it shares most pages with. */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile, sha256, syncFolder } from './durable-file.ts';
import type { PageRecord, ShardManifest } from './manifest.ts';
import { type ReleaseFolder, shardManifestFile, shardVersionFolder } from './release-folder.ts';
import { exists } from './write-index.ts';
import { linkPages, type RenderedPage, writePage } from './write-pages.ts';

export interface ShardWork {
  folder: string;
  /** Version to share with, and the pages of it that stay. */
  previousId: string | undefined;
  keep: PageRecord[];
  /** Pages to render; rendering happens inside, one by one. */
  render: () => AsyncIterable<RenderedPage>;
  /** False when the caller makes everything durable at once. */
  sync: boolean;
}

export interface WrittenShard {
  id: string;
  manifest: ShardManifest;
  /** Pages that were rendered, as they stand now. */
  written: PageRecord[];
}

/**
 * The id is the hash of the manifest: the same pages for the same reasons give the same folder, so
 * a repeat after a crash finds it in place.
 */
export async function writeShard(releases: ReleaseFolder, work: ShardWork): Promise<WrittenShard> {
  const home = path.dirname(shardVersionFolder(releases, work.folder, 'x'));
  const temporary = path.join(home, `.tmp-${process.pid}`);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  if (work.previousId !== undefined) {
    const previous = shardVersionFolder(releases, work.folder, work.previousId);
    await linkPages(
      previous,
      temporary,
      work.keep.map(({ file }) => file),
    );
  }
  const written: PageRecord[] = [];
  for await (const page of work.render()) written.push(await writePage(temporary, page, work.sync));
  const pages = [...work.keep, ...written].sort((a, b) => (a.file < b.file ? -1 : 1));
  const manifest = { folder: work.folder, pages };
  const json = JSON.stringify(manifest);
  const id = sha256(json).slice(0, 16);
  const place = shardVersionFolder(releases, work.folder, id);
  if (work.sync) await syncFolder(temporary);
  if (await exists(place)) await rm(temporary, { recursive: true });
  else await rename(temporary, place);
  await replaceFile(shardManifestFile(releases, work.folder, id), json, work.sync);
  if (work.sync) await syncFolder(home);
  return { id, manifest, written };
}
