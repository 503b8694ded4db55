/** What can be gone back to after a busy day, with the real publisher. */
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import { keptReleases } from './publish-state.ts';
import { rollBack } from './rollback.ts';

const DAY = 24 * 3_600_000;
const world = usePublishWorld();
const { publishTitles, publisher, page } = world;

it('shows the version of yesterday again after a day of sixty edits', async () => {
  world.clock = Date.parse('2026-10-24T10:00:00Z');
  world.addItem();
  const [first] = await publishTitles('Eergisteren');
  world.clock += DAY / 24;
  const [yesterday = ''] = await publishTitles('Gisteren');
  // The clock is turned back in the night between.
  world.clock = Date.parse('2026-10-25T08:00:00Z');
  const today = await publishTitles(...Array.from({ length: 60 }, (_, i) => `Vandaag ${i}`));
  const kept = keptReleases(world.db).map(({ id }) => id);
  expect(kept).toEqual([...today.toReversed(), yesterday]);
  expect(kept).not.toContain(first);
  await rollBack(world.deps(), yesterday);
  expect(page()).toContain('Gisteren');
  await publisher().prune();
  // And forward again.
  await rollBack(world.deps(), today.at(-1) ?? '');
  expect(page()).toContain('Vandaag 59');
});
