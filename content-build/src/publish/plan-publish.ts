/** Dry run of a publish. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import {
  openPublicDatabase,
  type PublicDatabase,
} from '@veldlicht/database/public/public-database';
import { markAll, markPaths, markTouched, openContent } from '../routes/routes.ts';
import { keyOf, plannedAt } from './make-page.ts';
import { type DirtyPage, pagesTable } from './pages-table.ts';
import { openProjection } from './projection.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** Addresses per query. */
const PORTION = 500;

/** A dirty address, and what a publish would do with it. */
export interface Look extends DirtyPage {
  change: 'new' | 'change' | 'end' | 'none';
}

/** Compares all dirty addresses without rendering. */
export function* lookAtMarked(
  db: PublicDatabase,
  site: Pick<SiteRenderer, 'fingerprint' | 'files'>,
): Generator<Look> {
  const pages = pagesTable(db);
  const content = openContent(db);
  for (let after = ''; ; ) {
    const portion = pages.dirty('all', after, PORTION);
    for (const page of portion) {
      const planned = plannedAt(content, site, page.path);
      const key = planned && keyOf(site, planned);
      if (key === page.key) yield { ...page, change: 'none' };
      else if (key === null) yield { ...page, change: 'end' };
      else yield { ...page, change: page.key === null ? 'new' : 'change' };
    }
    const last = portion.at(-1);
    if (!last) return;
    after = last.path;
  }
}

/** Marks all addresses when the site has a new build. Returns whether it has. */
export function markBuild(
  db: PublicDatabase,
  { fingerprint, files }: Pick<SiteRenderer, 'fingerprint' | 'files'>,
  serial: number,
): boolean {
  const pages = pagesTable(db);
  if (pages.build() === fingerprint) return false;
  const paths = files.map((name) => `/${name}`);
  db.transaction(() => {
    markAll(db, serial);
    markPaths(db, paths, serial);
    pages.setBuild(fingerprint);
  })();
  return true;
}

/** Yields one line per address that would change, and a summary. */
export function* planPublish(
  { database, publicDatabase, staging }: DataFolder,
  site: Pick<SiteRenderer, 'fingerprint' | 'files'>,
  origin: string,
  moment: number,
): Generator<string> {
  const copy = path.join(staging, `plan-${process.pid}.db`);
  mkdirSync(staging, { recursive: true });
  const own = openPublicDatabase(publicDatabase);
  own.prepare('VACUUM INTO ?').run(copy);
  own.close();
  const projection = openProjection({ database, publicDatabase: copy }, origin, markTouched);
  try {
    const { serial } = projection.update(moment);
    const db = projection.open();
    const isOtherBuild = markBuild(db, site, serial);
    let looked = 0;
    let same = 0;
    for (const { path: address, change, isLess, key } of lookAtMarked(db, site)) {
      looked++;
      if (change !== 'none')
        yield `${change.padEnd(6)} ${address}${isLess && change === 'change' ? ' (first: it tells less)' : ''}`;
      else if (key !== null) same++;
    }
    const why = isOtherBuild ? ', because this build of the site has not made them' : '';
    yield `${looked} addresses looked at${why}; ${same} of them stay as they are`;
  } finally {
    projection.close();
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  }
}
