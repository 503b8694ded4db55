import {
  type AdminCategory,
  type Category,
  categoryBulkDelete,
  categoryImport,
  categoryInput,
  categoryPatch,
  categoryReorder,
  declinedKeyword,
} from '@veldlicht/contract/category';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
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
  removeCategories,
  removeCategory,
  reorderCategories,
  requireCategory,
} from './categories.service.ts';

function toCategory({ id, name, type, description, sortOrder }: CategoryRow): Category {
  return { id, name, type, description, sortOrder };
}

const toAdminCategory = (row: CategoryRow, counts: Map<string, number>): AdminCategory => ({
  ...toCategory(row),
  itemCount: counts.get(row.id) ?? 0,
  etag: categoryEtag(row),
});

/** Categories and tags, for everyone and for editors (spec §7). */
export function categoriesRoutes(deps: Deps) {
  const all = () => listCategories(deps.db).map(toCategory);
  const allWithCounts = (): AdminCategory[] => {
    const counts = countItems(deps.db);
    return listCategories(deps.db).map((row) => toAdminCategory(row, counts));
  };
  return new Hono<AppEnv>()
    .get('/api/categories', (c) => c.json(all()))
    .get('/api/admin/declined-keywords', (c) => {
      requireRole(c, 'viewer');
      return c.json(listDeclinedKeywords(deps.db));
    })
    .post('/api/admin/declined-keywords', async (c) => {
      const actor = requireRole(c, 'editor');
      const { word } = await readJson(c, declinedKeyword, deps.limits);
      declineKeyword(deps.db, word, { actor, now: deps.now() });
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
      const actor = requireRole(c, 'editor');
      const asked = await readJson(c, categoryReorder, deps.limits);
      const rows = reorderCategories(deps.db, asked, { actor, now: deps.now() });
      return c.json(rows.map(toCategory));
    })
    .post('/api/admin/categories/bulk', async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, categoryImport, deps.limits);
      const rows = importCategories(deps.db, input, { actor, now: deps.now() });
      return c.json(rows.map(toCategory), 201);
    })
    .post('/api/admin/categories/bulk-delete', async (c) => {
      const actor = requireRole(c, 'editor');
      const { ids } = await readJson(c, categoryBulkDelete, deps.limits);
      return c.json({ deleted: removeCategories(deps.db, ids, { actor, now: deps.now() }) });
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
      const row = changeCategory(deps.db, c.req.param('id'), patch, writeOf(c, actor, deps.now()));
      return c.json(toCategory(row), 200, { ETag: categoryEtag(row) });
    })
    .delete('/api/admin/categories/:id', (c) => {
      const actor = requireRole(c, 'editor');
      removeCategory(deps.db, c.req.param('id'), writeOf(c, actor, deps.now()));
      return c.body(null, 204);
    });
}
