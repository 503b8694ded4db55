import { answerOf, type Prepare, route } from './route-row.ts';
import type { TestApp } from './test-app.ts';

const story = { title: 'Vorst', date: '2026-01-09', body: [{ kind: 'text', text: 'Stil.' }] };

/** Route rows of a kind of story; `name` is its path segment. */
export function storyRoutes(name: string) {
  const base = `/api/admin/${name}`;
  const add = async (t: TestApp, cookie: string, isTrashed = false) => {
    const { id } = await answerOf(t, cookie, 'POST', base, story);
    if (isTrashed) await t.request(`${base}/${id}`, { method: 'DELETE', cookie });
    return id;
  };
  const on =
    (json?: unknown): Prepare =>
    async (t, cookie) => ({ url: `${base}/${await add(t, cookie)}`, json });
  const onTrashed =
    (end = ''): Prepare =>
    async (t, cookie) => ({ url: `${base}/trash/${await add(t, cookie, true)}${end}` });
  return [
    route(`GET ${base}`, 'viewer', 200),
    route(`GET ${base}/:id`, 'viewer', 200, on()),
    route(`POST ${base}`, 'editor', 201, () => ({ json: story })),
    route(`PATCH ${base}/:id`, 'editor', 200, on({ title: 'Dooi' })),
    route(`DELETE ${base}/:id`, 'editor', 204, on()),
    route(`GET ${base}/trash`, 'viewer', 200),
    route(`POST ${base}/trash/:id/restore`, 'editor', 200, onTrashed('/restore')),
    route(`DELETE ${base}/trash/:id`, 'admin', 204, onTrashed()),
  ];
}
