/** The public database of the only process that publishes. */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { type OnDifferences, type Projected, project } from '@veldlicht/database/public/project';
import {
  openPublicDatabase,
  type PublicDatabase,
  removePublicDatabase,
} from '@veldlicht/database/public/public-database';
import { isDatabaseDamaged } from '@veldlicht/database/system-errors';
import type { Content } from '../routes/route-kind.ts';
import { openContent } from '../routes/routes.ts';

export interface Projection {
  /**
   * Projects what is public at `moment`. The database then does not change until the next call.
   */
  update(moment: number): Projected;
  /** The open database; `update` replaces it when the file is damaged. */
  open(): PublicDatabase;
  close(): void;
}

/** `onDifferences` marks the pages to make; absent where pages are made elsewhere. */
export function openProjection(
  { database, publicDatabase }: Pick<DataFolder, 'database' | 'publicDatabase'>,
  origin: string,
  onDifferences?: OnDifferences,
): Projection {
  const own = openDatabase(database, { readonly: true });
  let db: PublicDatabase | null = null;

  function open(): PublicDatabase {
    db ??= openPublicDatabase(publicDatabase);
    return db;
  }

  function closePublic(): void {
    db?.close();
    db = null;
  }

  function update(moment: number): Projected {
    try {
      return project(own, open(), origin, moment, onDifferences);
    } catch (error) {
      if (!isDatabaseDamaged(error)) throw error;
      closePublic();
      removePublicDatabase(publicDatabase);
      return project(own, open(), origin, moment, onDifferences);
    }
  }

  function close(): void {
    closePublic();
    own.$client.close();
  }
  return { update, open, close };
}

/** Projects into memory, for readers that publish nothing. */
export function projectInMemory(
  database: string,
  origin: string,
  moment: number,
): Content & Disposable {
  const projection = openProjection({ database, publicDatabase: ':memory:' }, origin);
  projection.update(moment);
  return { ...openContent(projection.open()), [Symbol.dispose]: projection.close };
}
