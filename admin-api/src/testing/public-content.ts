/** What the worker does after a change: what visitors may know of an app's content, and the lists that answer them. */
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

/** Answers what `read` finds in the public database of this moment. */
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

/** Writes the lists that visitors get from the API. */
export function publishLists(t: Pick<TestApp, 'db' | 'deps'>): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const lists = createPublicLists({ folder: t.deps.folder.publicLists, onError });
  return fromPublicDatabase(t, lists.writeAll);
}

/** All that visitors may know, as it is made from nothing. */
export const publicRows = (t: Pick<TestApp, 'db' | 'deps'>) => fromPublicDatabase(t, contentRows);

/** The stories that visitors may read, as their pages tell them. */
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
