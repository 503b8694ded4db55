/** The order stays dense whatever two people do at once (product decisions §2). */
import { adminCategory, type Category, categoryTypes } from '@veldlicht/contract/category';
import { categories } from '@veldlicht/database/schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const nameOf = fc.constantFrom('Mist', 'mist', 'zee', 'Duin', 'bos', 'fauna', 'École', 'école');
const typeOf = fc.constantFrom(...categoryTypes);
const pick = fc.nat(20);

/** What somebody may do, by the places of entries in the list as they last saw it. */
const deed = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name: nameOf, type: typeOf }),
  fc.record({ do: fc.constant('delete' as const), pick }),
  fc.record({ do: fc.constant('rename' as const), pick, name: nameOf }),
  fc.record({ do: fc.constant('retype' as const), pick, type: typeOf }),
  fc.record({ do: fc.constant('move' as const), pick, position: fc.integer({ min: -1, max: 9 }) }),
  fc.record({ do: fc.constant('order' as const), type: typeOf, seed: fc.array(pick) }),
  fc.record({
    do: fc.constant('import' as const),
    names: fc.array(nameOf, { maxLength: 6 }),
    type: typeOf,
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** A list in another order, the same for the same seed. */
function shuffled<T>(list: T[], seed: number[]): T[] {
  const order = [...list];
  for (const [i, n] of seed.entries()) {
    const [taken] = order.splice(n % Math.max(order.length, 1), 1);
    if (taken !== undefined) order.splice((n + i) % (order.length + 1), 0, taken);
  }
  return order;
}

/** The call of a deed by somebody who saw this list. */
function callOf(what: Deed, seen: Category[]): { method: string; path: string; json?: unknown } {
  const id = 'pick' in what ? (seen[what.pick % Math.max(seen.length, 1)]?.id ?? 'none') : '';
  switch (what.do) {
    case 'create':
      return { method: 'POST', path: '', json: { name: what.name, type: what.type } };
    case 'delete':
      return { method: 'DELETE', path: `/${id}` };
    case 'rename':
      return { method: 'PATCH', path: `/${id}`, json: { name: what.name } };
    case 'retype':
      return { method: 'PATCH', path: `/${id}`, json: { type: what.type } };
    case 'move': {
      const updates = [{ id, sortOrder: what.position }];
      return { method: 'POST', path: '/reorder', json: { updates } };
    }
    case 'order': {
      const own = shuffled(
        seen.filter(({ type }) => type === what.type),
        what.seed,
      );
      const updates = own.map((one, i) => ({ id: one.id, sortOrder: i + 1 }));
      return { method: 'POST', path: '/reorder', json: { updates } };
    }
    case 'import': {
      const list = what.names.map((name) => ({ name, type: what.type, description: null }));
      return { method: 'POST', path: '/bulk', json: { categories: list } };
    }
  }
}

const rowsOf = (t: TestApp) =>
  new Map(
    t.db
      .select()
      .from(categories)
      .all()
      .map((row) => [row.id, row]),
  );

/** Whether what the public may see of two rows is the same. */
function isSame(a: Category | undefined, b: Category): boolean {
  const facts = (one: Category) => [one.name, one.type, one.description, one.sortOrder];
  return a !== undefined && JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}

function expectDense(t: TestApp): void {
  for (const type of categoryTypes) {
    const own = [...rowsOf(t).values()].filter((row) => row.type === type);
    const orders = own.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b);
    expect(orders).toEqual(own.map((_, i) => i + 1));
  }
}

/** Runs rounds in which two people who saw the same list act at once. */
async function play(rounds: [Deed, Deed][]): Promise<void> {
  const t = await createTestApp();
  try {
    const cookies = ['eva', 'bas'].map((name) => t.signInAs('editor', name).cookie);
    for (const round of rounds) {
      const list = t.request('/api/admin/categories', { cookie: cookies[0] });
      const seen = await readAnswer(z.array(adminCategory), list);
      const answers = await Promise.all(
        round.map((what, i) => {
          const { path, ...init } = callOf(what, seen);
          return t.request(`/api/admin/categories${path}`, { ...init, cookie: cookies[i] });
        }),
      );
      for (const { status } of answers) expect([200, 201, 204, 400, 404, 409]).toContain(status);
      expectDense(t);
    }
  } finally {
    t.remove();
  }
}

it('stays dense from 1 in both lists after anything two people do at once', async () => {
  const rounds = fc.array(fc.tuple(deed, deed), { minLength: 1, maxLength: 12 });
  await fc.assert(fc.asyncProperty(rounds, play), { numRuns: 40 });
});

it('gives a new revision to exactly the rows that changed, after anything one person does', async () => {
  const alone = async (deeds: Deed[]) => {
    const t = await createTestApp();
    try {
      const { cookie } = t.signInAs('editor');
      for (const what of deeds) {
        const list = t.request('/api/admin/categories', { cookie });
        const seen = await readAnswer(z.array(adminCategory), list);
        const before = rowsOf(t);
        const { path, ...init } = callOf(what, seen);
        await t.request(`/api/admin/categories${path}`, { ...init, cookie });
        expectDense(t);
        for (const row of rowsOf(t).values()) {
          const known = before.get(row.id);
          expect([row.name, row.revision !== known?.revision]).toEqual([
            row.name,
            !isSame(known, row),
          ]);
        }
      }
    } finally {
      t.remove();
    }
  };
  const deeds = fc.array(deed, { minLength: 1, maxLength: 20 });
  await fc.assert(fc.asyncProperty(deeds, alone), { numRuns: 40 });
});
