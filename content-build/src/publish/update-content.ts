/** What a publisher works with, and its first step: what is gone goes before anything is made. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Database } from '@veldlicht/database/open';
import type { Projected } from '@veldlicht/database/public/project';
import type { PublicLists } from '@veldlicht/database/public/public-lists';
import { type PagesTable, pagesTable } from './pages-table.ts';
import type { Projection } from './projection.ts';
import { markFirstPublished, readState } from './publish-state.ts';
import { siteMoment } from './publish-timing.ts';
import { takeAway } from './site-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';

export interface PublisherDeps {
  db: Database;
  folder: DataFolder;
  site: SiteRenderer;
  projection: Projection;
  now: () => number;
  /** The lists that the API answers visitors with; a world without readers needs none. */
  lists?: PublicLists | undefined;
  /** How long a page that has to tell less stands before it is taken away until it is made. */
  lessMs?: number | undefined;
  /** Hears what a publish does. */
  listener?: PublishListener | undefined;
  /** Called before each step that changes something on the disk: tests cut a publish there. */
  onStep?: ((step: string) => void) | undefined;
}

/** Who keeps the log of an attempt, and who watches that it moves. Several pages are under way at a time. */
export interface PublishListener {
  /** A part of the work begins; for people who read a log. */
  step: (line: string) => void;
  /** A page is about to be made; `title` is that of the item whose page it is. */
  rendering: (path: string, title: string | null) => void;
  rendered: (path: string) => void;
}

/**
 * Brings the public database up to what visitors may know now, and takes away at once what is gone: nothing waits for a
 * page to be made.
 */
export function updateContent({
  db,
  projection,
  folder,
  lists,
  now,
  onStep,
}: PublisherDeps): Projected & { moment: number } {
  const moment = siteMoment(now(), readState(db).shownAt);
  markFirstPublished(db, moment, now());
  onStep?.('project');
  const projected = { ...projection.update(moment), moment };
  const target = projection.open();
  const pages = pagesTable(target);
  onStep?.('take away');
  if (projected.isLess) lists?.changed(target, true);
  // Of an earlier projection too, which was killed before it came to this.
  for (const hash of pages.goneMedia())
    rmSync(path.join(folder.publicMedia, hash), { force: true });
  // Last: it writes, and there may be no room for that.
  if (projected.isLess) hidePages(pages, folder.publicSite, pages.gone());
  return projected;
}

/** Takes pages away that may not stay as they are, until they are made; a database without room keeps none there. */
export function hidePages(pages: PagesTable, root: string, addresses: readonly string[]): void {
  try {
    pages.lose(addresses);
  } finally {
    for (const address of addresses) takeAway(root, address);
  }
}
