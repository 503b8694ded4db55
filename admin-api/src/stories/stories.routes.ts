import { type StoryKind, storyInput, storyPatch } from '@veldlicht/contract/story';
import { inChange } from '@veldlicht/database/change';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readWrite, writeBy } from '#http/write.ts';
import {
  addStory,
  dropStory,
  editStory,
  listStories,
  listTrashedStories,
  purgeStory,
  requireStory,
  restoreStory,
  storyEtag,
  toStoryItem,
} from './stories.service.ts';

/** Field notes and series for signed-in users, with the conventions of media. */
export function storiesRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route('/', routesOf(deps, 'note', 'notes'))
    .route('/', routesOf(deps, 'series', 'series'));
}

/** `name` is the kind's path segment. */
function routesOf(deps: Deps, kind: StoryKind, name: string) {
  const { db } = deps;
  const admin = `/api/admin/${name}`;
  const idOf = (c: AppContext) => c.req.param('id') ?? '';
  const answer = (c: AppContext, row: ReturnType<typeof requireStory>) =>
    c.json(toStoryItem(row), 200, { ETag: storyEtag(row) });
  return new Hono<AppEnv>()
    .get(admin, (c) => {
      requireRole(c, 'viewer');
      return c.json(listStories(db, kind).map(toStoryItem));
    })
    .get(`${admin}/trash`, (c) => {
      requireRole(c, 'viewer');
      return c.json(listTrashedStories(db, kind));
    })
    .get(`${admin}/:id`, (c) => {
      requireRole(c, 'viewer');
      return answer(c, requireStory(db, kind, idOf(c)));
    })
    .post(admin, async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', storyInput);
      const row = inChange(db, write, (tx) => addStory(tx, kind, input, write));
      return c.json(toStoryItem(row), 201, { ETag: storyEtag(row) });
    })
    .patch(`${admin}/:id`, async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', storyPatch);
      const row = inChange(db, write, (tx) => editStory(tx, kind, idOf(c), input, write));
      return answer(c, row);
    })
    .delete(`${admin}/:id`, (c) => {
      const write = writeBy(c, deps, 'editor');
      inChange(db, write, (tx) => dropStory(tx, kind, idOf(c), write));
      return c.body(null, 204);
    })
    .post(`${admin}/trash/:id/restore`, (c) => {
      const write = writeBy(c, deps, 'editor');
      const row = inChange(db, write, (tx) => restoreStory(tx, kind, idOf(c), write));
      return answer(c, row);
    })
    .delete(`${admin}/trash/:id`, (c) => {
      const write = writeBy(c, deps, 'admin');
      inChange(db, write, (tx) => purgeStory(tx, kind, idOf(c), write));
      return c.body(null, 204);
    });
}
