/** After each edit of an item the tables of counts equal a fresh count. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contentRows } from '../../../content-build/src/testing/public-rows.ts';
import { createWorld } from '../../../content-build/src/testing/world.ts';
import { mediaRows, mediaSpecies, mediaTags, species } from '../schema.ts';
import { project } from './project.ts';
import { openPublicDatabase } from './public-database.ts';

const ORIGIN = 'https://veldlicht.example';
type Change = Partial<typeof mediaRows.$inferInsert>;

it('counts an item by its edited values', async () => {
  const world = await createWorld();
  const target = openPublicDatabase(':memory:');
  const edit = (seq: number, change: Change) =>
    world.db.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run();
  const seq = world.addItem({
    location: '52.131234, 5.860412',
    date: '2026-05-12',
    tags: ['mist'],
  });
  const other = world.addItem({ date: '2026-05-13' });
  const follows = () => {
    project(world.db, target, ORIGIN, 1);
    const fresh = openPublicDatabase(':memory:');
    project(world.db, fresh, ORIGIN, 1);
    expect(contentRows(target)).toEqual(contentRows(fresh));
    fresh.close();
  };
  follows();
  const name = { scientificName: 'Bubo bubo', groupName: 'birds' } as const;
  world.db.insert(species).values(name).run();
  const seen = { mediaSeq: seq, scientificName: 'Bubo bubo', position: 0 };
  world.db.insert(mediaSpecies).values(seen).run();
  const from = world.db.select().from(mediaRows).where(eq(mediaRows.seq, other)).get();
  const changes: Change[] = [
    { title: 'Anders' },
    { date: '2025-05-12' },
    { date: '2025-06-12' },
    { locationPrivacy: 'approximate' },
    { location: '51.5, 5.2' },
    { location: 'Veluwe' },
    { location: 'Texel' },
    { categoryId: from?.categoryId },
    { guard: 'block', guardOrder: 0.5 },
  ];
  for (const change of changes) {
    edit(seq, change);
    follows();
  }
  world.db.delete(mediaTags).where(eq(mediaTags.mediaSeq, seq)).run();
  edit(seq, { title: 'Uil' });
  follows();
  target.close();
  world.remove();
});
