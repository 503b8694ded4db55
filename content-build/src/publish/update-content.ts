/** Dependencies of a publisher, and its first step: projecting, and removing what is gone. */
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
  /** Lists that the API serves to visitors. */
  lists?: PublicLists | undefined;
  /** Time limit of pages that must tell less (`LESS_MS`). */
  lessMs?: number | undefined;
  listener?: PublishListener | undefined;
  /** Called before each step that changes the disk; tests cut a publish there. */
  onStep?: ((step: string) => void) | undefined;
}

/** Log and watchdog of an attempt. Several pages are made at a time. */
export interface PublishListener {
  /** A line for the log. */
  step: (line: string) => void;
  /** `title`: of the item on an item's page. */
  rendering: (path: string, title: string | null) => void;
  rendered: (path: string) => void;
}

/** Projects what is public now, and removes what is gone from lists, /media and pages before anything is rendered. */
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
  // Also of an earlier projection, whose process was killed before this.
  for (const hash of pages.goneMedia())
    rmSync(path.join(folder.publicMedia, hash), { force: true });
  // Last: it writes, which a full disk may forbid.
  if (projected.isLess) hidePages(pages, folder.publicSite, pages.gone());
  return projected;
}

/** Removes pages until they are made again, even when their rows can't be written. */
export function hidePages(pages: PagesTable, root: string, addresses: readonly string[]): void {
  try {
    pages.lose(addresses);
  } finally {
    for (const address of addresses) takeAway(root, address);
  }
}
