/**
 * Time to determine which pages an edit changes, in a copy of a library: from the commit to the last page's key.
 */
import { rmSync } from 'node:fs';
import { pagesTable } from '@veldlicht/content-build/publish/pages-table';
import { lookAtMarked } from '@veldlicht/content-build/publish/plan-publish';
import { openProjection } from '@veldlicht/content-build/publish/projection';
import { markTouched } from '@veldlicht/content-build/routes/routes';
import { openConnection } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { median } from './programs.ts';
import { prepareEdit } from './write-content.ts';

/** Enough for the median of a warm worker. */
const EDITS = 201;

/** Copies the databases of an unused data folder. */
function copyDatabases(dataDir: string, copy: string): void {
  const [from, to] = [dataFolder(dataDir), dataFolder(copy)];
  for (const name of ['database', 'publicDatabase'] as const) {
    const db = openConnection(from[name]);
    db.prepare('VACUUM INTO ?').run(to[name]);
    db.close();
  }
}

/** `copy` must be an empty folder. */
export function planEdits(dataDir: string, origin: string, copy: string) {
  copyDatabases(dataDir, copy);
  const folder = dataFolder(copy);
  const own = openDatabase(folder.database);
  const edit = prepareEdit(own, 'UPDATE media_rows SET title = ? WHERE seq = ?');
  const items = Number(own.$client.prepare('SELECT max(seq) FROM media').pluck().get());
  const projection = openProjection(folder, origin, markTouched);
  const target = projection.open();
  const pages = pagesTable(target);
  const site = { fingerprint: pages.build() ?? '', files: [] };
  const looked: number[] = [];
  const differing: number[] = [];
  const times = Array.from({ length: EDITS }, (_, i) => {
    edit(`Titel ${i}`, ((i * 7919) % items) + 1);
    const begun = performance.now();
    projection.update(Date.now());
    const looks = [...lookAtMarked(target, site)];
    const took = performance.now() - begun;
    looked.push(looks.length);
    differing.push(looks.filter(({ change }) => change !== 'none').length);
    // Restores the state after a publish.
    target.exec('DELETE FROM dirty');
    pages.settle();
    return took;
  });
  projection.close();
  own.$client.close();
  rmSync(copy, { recursive: true });
  return { planMs: median(times), looked: median(looked), differing: median(differing) };
}
