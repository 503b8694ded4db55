/** Queries about CI builds, for the API and the publisher. */
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import type { DataFolder } from './data-folder.ts';
import type { Store } from './open.ts';
import { ciBuilds } from './schema.ts';

export type CiBuild = typeof ciBuilds.$inferSelect;

/** The last requested build, in this state or in any. */
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

/** Path of the snapshot of a build. */
export function snapshotFile({ snapshots }: Pick<DataFolder, 'snapshots'>, id: string): string {
  return path.join(snapshots, `snapshot-${id}.db`);
}
