/** Publishing on this machine, into the folder that web servers serve. */
import { readPublicState } from '@veldlicht/database/public/project';
import type { PublicDatabase } from '@veldlicht/database/public/public-database';
import type { PublicLists } from '@veldlicht/database/public/public-lists';
import { pruneAssets } from './assets.ts';
import {
  type Damage,
  damagedNames,
  findDamage,
  isDamaged,
  markDamaged,
  type Rest,
  removeLeftovers,
  sweepSite,
} from './check-site.ts';
import { type PublisherDeps, type PublishListener, updateContent } from './hide-at-once.ts';
import { pagesTable } from './pages-table.ts';
import { PublishRun } from './publish-run.ts';
import { type ReleaseRow, readState } from './publish-state.ts';
import { recordRepair } from './site-changes.ts';

export type { PublisherDeps, PublishListener };

export interface Publisher {
  /**
   * Publishes the newest content. Returns the row of the live release, or null when nothing changed. `isAsked`: also
   * checks the site's bytes and repairs damage.
   */
  publish(isAsked?: boolean): Promise<ReleaseRow | null>;
  /**
   * Removes hidden content between publishes. Returns true when something must be shown less; a publish should follow
   * at once.
   */
  removeHidden?(): boolean;
  /** Removes leftovers; called between publishes. */
  prune(): Promise<void>;
}

export interface LocalPublisher extends Publisher {
  removeHidden(): boolean;
  /** Finds damage without changing anything; may run during a publish. `rest` is awaited before each file. */
  check(rest?: Rest): Promise<Damage>;
  /** Marks damage for the next publish and writes it to the audit log. */
  repair(damage: Damage): void;
  /** Removes files and links that a kill may have left. */
  sweep(): Promise<void>;
}

/** At start: rewrites the public lists, which a kill may have left older than the rows. */
export function resumeLists(lists: PublicLists, target: PublicDatabase): void {
  const isLess = pagesTable(target).dirty('less', '', 1).length > 0;
  if (readPublicState(target)) lists.changed(target, isLess);
}

/** Keeps no state between publishes: all state is in the public database. */
export function createPublisher(deps: PublisherDeps): LocalPublisher {
  const { db, folder, site, projection, now, listener } = deps;
  const pages = () => pagesTable(projection.open());

  const check = (rest?: Rest) => findDamage(pages(), folder, site, rest);

  function repair(damage: Damage): void {
    if (!isDamaged(damage)) return;
    markDamaged(pages(), folder.publicSite, damage);
    recordRepair(db, 'site', damagedNames(damage), now());
  }

  async function sweepPages(): Promise<void> {
    const { revision, publishedRevision } = readState(db);
    await sweepSite(pages(), folder, revision !== publishedRevision);
  }

  function publish(isAsked = false): Promise<ReleaseRow | null> {
    return new PublishRun(deps).run(async (isWhole) => {
      if (isAsked) {
        listener?.step('looking at what stands');
        repair(await check());
      }
      if (isWhole) await sweepPages();
    });
  }

  const removeHidden = () => updateContent(deps).isLess || pages().dirty('less', '', 1).length > 0;

  async function sweep(): Promise<void> {
    await sweepPages();
    await pruneAssets(folder.publicSite, site, now());
  }

  const prune = () => removeLeftovers(folder);

  return { publish, removeHidden, check, repair, sweep, prune };
}
