import { seriesInput, seriesPatch, storyInput, storyPatch } from '@veldlicht/contract/story';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { inTransaction, writeOf } from '#http/write.ts';
import {
  addStory,
  dropStory,
  editStory,
  listPublicStories,
  listStories,
  listTrashedStories,
  purgeStory,
  readPublicStory,
  requireStory,
  restoreStory,
  storyEtag,
  toStoryItem,
} from './stories.service.ts';

const notes = { kind: 'note', name: 'notes', input: storyInput, patch: storyPatch } as const;
const series = { kind: 'series', name: 'series', input: seriesInput, patch: seriesPatch } as const;

/** Field notes and series for everyone, and for signed-in people with the conventions of media (next.md §6). */
export function storiesRoutes(deps: Deps) {
  return new Hono<AppEnv>().route('/', routesOf(deps, notes)).route('/', routesOf(deps, series));
}

function routesOf({ db, limits, now }: Deps, stories: typeof notes | typeof series) {
  const { kind, name } = stories;
  const admin = `/api/admin/${name}` as const;
  const idOf = (c: AppContext) => c.req.param('id') ?? '';
  const answer = (c: AppContext, row: ReturnType<typeof requireStory>) =>
    c.json(toStoryItem(row), 200, { ETag: storyEtag(row) });
  return new Hono<AppEnv>()
    .get(`/api/${name}`, (c) => c.json(listPublicStories(db, kind, now())))
    .get(`/api/${name}/:slug`, (c) => c.json(readPublicStory(db, kind, c.req.param('slug'), now())))
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
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, stories.input, limits);
      const row = inTransaction(db, (tx) => addStory(tx, kind, input, { actor, now: now() }));
      return c.json(toStoryItem(row), 201, { ETag: storyEtag(row) });
    })
    .patch(`${admin}/:id`, async (c) => {
      const actor = requireRole(c, 'editor');
      const patch = await readJson(c, stories.patch, limits);
      const write = writeOf(c, actor, now());
      return answer(
        c,
        inTransaction(db, (tx) => editStory(tx, kind, idOf(c), patch, write)),
      );
    })
    .delete(`${admin}/:id`, (c) => {
      const actor = requireRole(c, 'editor');
      inTransaction(db, (tx) => dropStory(tx, kind, idOf(c), writeOf(c, actor, now())));
      return c.body(null, 204);
    })
    .post(`${admin}/trash/:id/restore`, (c) => {
      const actor = requireRole(c, 'editor');
      const write = { actor, now: now() };
      return answer(
        c,
        inTransaction(db, (tx) => restoreStory(tx, kind, idOf(c), write)),
      );
    })
    .delete(`${admin}/trash/:id`, (c) => {
      const actor = requireRole(c, 'admin');
      inTransaction(db, (tx) => purgeStory(tx, kind, idOf(c), { actor, now: now() }));
      return c.body(null, 204);
    });
}
