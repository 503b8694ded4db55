import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { applyTextRules } from './public-texts.ts';
import { categories, files, media, mediaTags, removals } from './schema.ts';
import { createTestDatabase } from './testing.ts';

it('brings what an older version stored to the rules, once', async () => {
  const t = await createTestDatabase();
  const spot = '52.131234, 5.860456';
  const hash = 'a'.repeat(32);
  const file = { extension: 'jpg', bytes: 1, width: 3, height: 2, processing: 'ready' } as const;
  t.db
    .insert(files)
    .values({ ...file, hash, type: 'photo', createdAt: 1 })
    .run();
  t.db
    .insert(categories)
    .values({ id: 'tag', type: 'tag', name: `nest ${spot}`, sortOrder: 1 })
    .run();
  const add = (id: string, facts: Partial<typeof media.$inferInsert>) => {
    const row = { id, type: 'photo', locationPrivacy: 'exact', categoryId: 'fauna' } as const;
    const times = { createdAt: 1, updatedAt: 1, firstPublishedAt: 1 };
    const own = { title: 'Ree', slug: `${id}-0001`, fileHash: hash };
    t.db
      .insert(media)
      .values({ ...row, ...times, ...own, ...facts })
      .run();
  };
  const slug = 'oehoenest-52-131234-5-860456-4821';
  add('plain', { slug: 'zomer-2024-0001' });
  add('titled', { title: `Nest ${spot}` });
  add('renamed', { title: 'Oehoe', slug });
  add('grid', { title: 'Oehoe', slug: 'nest-31uft9543278901-0002' });
  add('file', { slug: 'dsc-20240504-0003' });
  add('tagged', {});
  add('allowed', { description: spot, allowedPositions: [spot] });
  const { seq = 0 } = t.db.select().from(media).where(eq(media.id, 'tagged')).get() ?? {};
  t.db.insert(mediaTags).values({ mediaSeq: seq, tagId: 'tag' }).run();
  const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
  applyTextRules(t.file);
  const after = rows();
  expect(after.filter(({ withheld }) => withheld).map(({ id }) => id)).toEqual([
    'titled',
    'tagged',
  ]);
  expect(after.find(({ id }) => id === 'renamed')?.slug).toMatch(/^oehoe-\d{4}$/);
  expect(after.find(({ id }) => id === 'plain')?.slug).toBe('zomer-2024-0001');
  expect(after.find(({ id }) => id === 'grid')?.slug).toMatch(/^oehoe-\d{4}$/);
  expect(after.find(({ id }) => id === 'file')?.slug).toBe('dsc-20240504-0003');
  const retired = t.db.select().from(removals).where(eq(removals.kind, 'address')).all();
  expect(retired.map((row) => row.slug)).toEqual([slug, 'nest-31uft9543278901-0002']);
  applyTextRules(t.file);
  expect(rows()).toEqual(after);
  t.remove();
});
