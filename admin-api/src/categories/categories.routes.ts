import {
  type AdminCategory,
  type Category,
  categoryImport,
  categoryInput,
  categoryPatch,
  categoryReorder,
  declinedKeyword,
} from '@veldlicht/contract/category';
import { Hono } from 'hono';
import { requireRole } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readWrite, writeBy } from '#http/write.ts';
import {
  type CategoryRow,
  categoryEtag,
  changeCategory,
  countItems,
  createCategory,
  declineKeyword,
  importCategories,
  listCategories,
  listDeclinedKeywords,
  removeCategory,
  reorderCategories,
  requireCategory,
} from './categories.service.ts';

export function toCategory({ id, name, type, description, sortOrder }: CategoryRow): Category {
  return { id, name, type, description, sortOrder };
}

const toAdminCategory = (row: CategoryRow, counts: Map<string, number>): AdminCategory => ({
  ...toCategory(row),
  itemCount: counts.get(row.id) ?? 0,
  etag: categoryEtag(row),
});

/** Categories and tags in the panel (spec §7). */
export function categoriesRoutes(deps: Deps) {
  const allWithCounts = (): AdminCategory[] => {
    const counts = countItems(deps.db);
    return listCategories(deps.db).map((row) => toAdminCategory(row, counts));
  };
  return new Hono<AppEnv>()
    .get('/api/admin/declined-keywords', (c) => {
      requireRole(c, 'viewer');
      return c.json(listDeclinedKeywords(deps.db));
    })
    .post('/api/admin/declined-keywords', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', declinedKeyword);
      declineKeyword(deps.db, input.word, write);
      return c.json(listDeclinedKeywords(deps.db));
    })
    .get('/api/admin/categories', (c) => {
      requireRole(c, 'viewer');
      return c.json(allWithCounts());
    })
    .get('/api/admin/categories/:id', (c) => {
      requireRole(c, 'viewer');
      const row = requireCategory(deps.db, c.req.param('id'));
      return c.json(toAdminCategory(row, countItems(deps.db)), 200, { ETag: categoryEtag(row) });
    })
    .post('/api/admin/categories/reorder', async (c) => {
      const { input: asked, write } = await readWrite(c, deps, 'editor', categoryReorder);
      const rows = reorderCategories(deps.db, asked, write);
      return c.json(rows.map(toCategory));
    })
    .post('/api/admin/categories/bulk', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', categoryImport);
      const rows = importCategories(deps.db, input, write);
      return c.json(rows.map(toCategory), 201);
    })
    .post('/api/admin/categories', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', categoryInput);
      const row = createCategory(deps.db, input, write);
      return c.json(toCategory(row), 201);
    })
    .patch('/api/admin/categories/:id', async (c) => {
      const { input: patch, write } = await readWrite(c, deps, 'editor', categoryPatch);
      const row = changeCategory(deps.db, c.req.param('id'), patch, write);
      return c.json(toCategory(row), 200, { ETag: categoryEtag(row) });
    })
    .delete('/api/admin/categories/:id', (c) => {
      removeCategory(deps.db, c.req.param('id'), writeBy(c, deps, 'editor'));
      return c.body(null, 204);
    });
}
