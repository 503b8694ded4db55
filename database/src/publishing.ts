/** What the API and the publisher both ask of builds elsewhere. */
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import type { DataFolder } from './data-folder.ts';
import type { Store } from './open.ts';
import { ciBuilds } from './schema.ts';

export type CiBuild = typeof ciBuilds.$inferSelect;

/** The build that was called for last, in this state or in any. */
export function newestBuild(store: Store, state?: CiBuild['state']): CiBuild | undefined {
  return store
    .select()
    .from(ciBuilds)
    .where(state && eq(ciBuilds.state, state))
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .get();
}

export function findBuild(store: Store, snapshotId: string): CiBuild | undefined {
  return store.select().from(ciBuilds).where(eq(ciBuilds.snapshotId, snapshotId)).get();
}

/** Where the exported content of a build stands. */
export function snapshotFile({ snapshots }: Pick<DataFolder, 'snapshots'>, id: string): string {
  return path.join(snapshots, `snapshot-${id}.db`);
}
