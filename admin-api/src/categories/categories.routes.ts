import { type Category, categoryInput, categoryPatch } from '@veldlicht/contract/category';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/read-json.ts';
import { type CategoryRow, listCategories } from './categories.repository.ts';
import { changeCategory, createCategory, removeCategory } from './categories.service.ts';

function toCategory({ id, name, type, description, sortOrder }: CategoryRow): Category {
  return { id, name, type, description, sortOrder };
}

/** Categories and tags, for everyone and for editors (spec §7). */
export function categoriesRoutes(deps: Deps) {
  const all = () => listCategories(deps.db).map(toCategory);
  return new Hono<AppEnv>()
    .get('/api/categories', (c) => c.json(all()))
    .get('/api/admin/categories', (c) => {
      requireRole(c, 'viewer');
      return c.json(all());
    })
    .post('/api/admin/categories', async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, categoryInput, deps.limits);
      const row = createCategory(deps.db, input, { actor, now: deps.now() });
      return c.json(toCategory(row), 201);
    })
    .patch('/api/admin/categories/:id', async (c) => {
      const actor = requireRole(c, 'editor');
      const patch = await readJson(c, categoryPatch, deps.limits);
      const row = changeCategory(deps.db, c.req.param('id'), patch, { actor, now: deps.now() });
      return c.json(toCategory(row));
    })
    .delete('/api/admin/categories/:id', (c) => {
      const actor = requireRole(c, 'editor');
      removeCategory(deps.db, c.req.param('id'), { actor, now: deps.now() });
      return c.body(null, 204);
    });
}
