/** Items on the home page: none is shown twice within one screen. */
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();

interface Shown {
  hero: { title: string } | null;
  opening: { title: string }[];
  recent: { title: string }[];
  categories: { name: string; cover: { title: string } | null }[];
}

async function home() {
  await world.publisher().publish();
  const bytes = Buffer.from(world.page('index.html'), 'latin1').toString();
  const [, json = '{}'] = /type="text\/plain">(\{.*\})<\/script>/.exec(bytes) ?? [];
  const { hero, opening, recent, categories }: Shown = JSON.parse(json);
  const titles = (list: { title: string }[]) => list.map(({ title }) => title);
  return {
    hero: hero?.title,
    opening: titles(opening),
    recent: titles(recent),
    covers: categories.map(({ cover }) => cover?.title),
  };
}

it('omits the hero from recent work when there are six other items', async () => {
  world.addItem({ title: 'Ree' });
  expect(await home()).toMatchObject({ hero: 'Ree', recent: ['Ree'] });
  world.addItem({ title: 'Vos' });
  expect(await home()).toMatchObject({ hero: 'Vos', recent: ['Vos', 'Ree'] });
  world.addItems(5);
  const { hero, recent } = await home();
  expect([recent.length, recent.includes(hero ?? '')]).toEqual([6, false]);
});

it('prefers covers that are not in the first row of recent work', async () => {
  for (const title of ['Oudst', 'Oud', 'Ouder', 'Drie', 'Twee', 'Een', 'Bovenaan'])
    world.addItem({ title, categoryId: 'fauna' });
  expect(await home()).toMatchObject({
    hero: 'Bovenaan',
    recent: ['Een', 'Twee', 'Drie', 'Ouder', 'Oud', 'Oudst'],
    covers: ['Ouder'],
  });
  world.edit(6, { cover: true });
  expect((await home()).covers).toEqual(['Een']);
});

it('opens with the chosen public items, in order', async () => {
  for (const title of ['A', 'B', 'C', 'D']) world.addItem({ title });
  world.setProfile({ homeItems: ['m3', 'weg', 'm1', 'm2'] });
  expect((await home()).opening).toEqual(['C', 'A', 'B']);
  world.edit(1, { status: 'draft' });
  expect((await home()).opening).toEqual(['C', 'B']);
});
