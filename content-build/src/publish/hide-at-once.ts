/** A publish's first step: projects the content, and hides at once what has ended. Also its dependencies. */
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
  /** Time limit of pages that must show less (`LESS_MS`). */
  lessMs?: number | undefined;
  listener?: PublishListener | undefined;
  /** Called before each step that changes the disk; tests interrupt a publish there. */
  onStep?: ((step: string) => void) | undefined;
}

/** Log and watchdog of an attempt. Several pages are made at once. */
export interface PublishListener {
  /** A line for the log. */
  step: (line: string) => void;
  /** `title`: the item's, on an item page. */
  rendering: (path: string, title: string | null) => void;
  rendered: (path: string) => void;
}

/**
 * Projects the current public content, and removes ended content from lists, /media and pages before anything is
 * rendered.
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
  // Also the media of an earlier projection whose process was killed before this step.
  for (const hash of pages.goneMedia())
    rmSync(path.join(folder.publicMedia, hash), { force: true });
  // Last, since it writes rows, which fails on a full disk.
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
