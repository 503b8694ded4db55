/** Does the worker's part: projects the public database, and writes the public lists. */
import { project } from '@veldlicht/database/public/project';
import {
  openPublicDatabase,
  type PublicDatabase,
} from '@veldlicht/database/public/public-database';
import { createPublicLists } from '@veldlicht/database/public/public-lists';
import { type Story, story } from '@veldlicht/database/public/to-public-story';
import { z } from 'zod';
import { contentRows } from '../../../content-build/src/testing/public-rows.ts';
import type { TestApp } from './test-app.ts';

/** Projects the public database, and returns what `read` finds in it. */
async function fromPublicDatabase<Found>(
  { db, deps }: Pick<TestApp, 'db' | 'deps'>,
  read: (target: PublicDatabase) => Found | Promise<Found>,
): Promise<Found> {
  const target = openPublicDatabase(':memory:');
  try {
    project(db, target, deps.environment.publicOrigin, deps.now());
    return await read(target);
  } finally {
    target.close();
  }
}

/** Writes the public lists. */
export function publishLists(t: Pick<TestApp, 'db' | 'deps'>): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const lists = createPublicLists({ folder: t.deps.folder.publicLists, onError });
  return fromPublicDatabase(t, lists.writeAll);
}

/** A fresh projection of the public content. */
export const publicRows = (t: Pick<TestApp, 'db' | 'deps'>) => fromPublicDatabase(t, contentRows);

/** Public stories as their pages show them. */
export function publicStories(t: Pick<TestApp, 'db' | 'deps'>): Promise<Story[]> {
  const query = 'SELECT story FROM stories';
  return fromPublicDatabase(t, (target) =>
    target
      .prepare(query)
      .pluck()
      .all()
      .map((row) => story.strict().parse(JSON.parse(z.string().parse(row)))),
  );
}
