/** The owner's order of categories and tags (spec §2), and the pages a change renders. */
import { categories, type mediaRows } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();

/** Reorders like the API: only rows that move are written. */
function order(ids: string[]): void {
  for (const [i, id] of ids.entries()) {
    const here = eq(categories.id, id);
    const row = world.db.select().from(categories).where(here).get();
    if (row?.sortOrder !== i + 1)
      world.db
        .update(categories)
        .set({ sortOrder: i + 1 })
        .where(here)
        .run();
  }
}

/** Pages that a publish renders after a change. */
async function renderedBy(change: () => void): Promise<string[]> {
  const { publish } = world.publisher();
  await publish();
  return world.rendered(publish, change);
}

/** Parses a fact from a page. */
function shown<T>(file: string, read: RegExp): T {
  const bytes = world.page(file);
  const [, json = 'null'] = read.exec(Buffer.from(bytes, 'latin1').toString()) ?? [];
  return JSON.parse(json);
}
interface Category {
  name: string;
  description: string | null;
  cover: { title: string } | null;
}
const onHome = () => shown<Category[]>('index.html', /"categories":(\[.*?\]),"recent/);
const inLibrary = () => shown<Category[]>('mediabibliotheek.html', /"categories":(\[.*?\]),"years/);
const namesOf = (list: Category[]) => list.map(({ name }) => name);

function addCategory(name: string, sortOrder: number): void {
  world.db.insert(categories).values({ id: name, type: 'category', name, sortOrder }).run();
}

it('shows the order of categories only on home and library, and beyond the fourth only in the library', async () => {
  world.addItems(60);
  const four = ['drone', 'landscape', 'fauna', 'macro'];
  expect(await renderedBy(() => order(four))).toEqual(['/', '/mediabibliotheek']);
  expect([namesOf(onHome()), namesOf(inLibrary())]).toEqual([four, four]);
  for (const [i, name] of ['water', 'lucht'].entries()) {
    addCategory(name, 5 + i);
    world.addItem({ categoryId: name });
  }
  const six = [...four, 'lucht', 'water'];
  expect(await renderedBy(() => order(six))).toEqual(['/mediabibliotheek']);
  expect([namesOf(onHome()), namesOf(inLibrary())]).toEqual([four, six]);
});

it('shows the description of a category in the library and on its page, without a position', async () => {
  world.addItem({ categoryId: 'fauna' });
  const setDescription = (id: string, description: string) =>
    world.db.update(categories).set({ description }).where(eq(categories.id, id)).run();
  const descriptions = () => inLibrary().flatMap(({ description }) => description ?? []);
  expect(await renderedBy(() => setDescription('fauna', 'Wild, niet gelokt.'))).toEqual([
    '/categorie/fauna',
    '/mediabibliotheek',
  ]);
  expect(descriptions()).toEqual(['Wild, niet gelokt.']);
  expect(await renderedBy(() => setDescription('drone', 'Bij 52.131234, 5.860456'))).toEqual([]);
  expect(descriptions()).toEqual(['Wild, niet gelokt.']);
});

it('gives each category a page of its newest items at a unique address', async () => {
  for (const [i, name] of ['Zee & strand', 'zee, strand', '★'].entries()) {
    addCategory(name, 5 + i);
    world.addItem({ categoryId: name, title: `In ${name}` });
  }
  await renderedBy(() => world.addItem({ categoryId: '★', title: 'Nieuwste' }));
  const pages = ['zee-strand', 'zee-strand-2', 'categorie'].map((slug) =>
    shown<{ title: string }[]>(`categorie/${slug}.html`, /"items":(\[.*\])/).map(
      ({ title }) => title,
    ),
  );
  expect(pages).toEqual([['In Zee & strand'], ['In zee, strand'], ['Nieuwste', 'In ★']]);
  // The page of a category does not show older items.
  world.addItems(400);
  const first = await renderedBy(() => world.edit(20, { title: 'Anders' }));
  expect(first.filter((path) => path.startsWith('/categorie/'))).toEqual([]);
});

it('shows the chosen hero and cover while public, else items not shown elsewhere on the page', async () => {
  addCategory('water', 5);
  world.addItem({ categoryId: 'water', title: 'Gekozen' });
  world.addItem({ categoryId: 'water', title: 'Uitgelicht', featured: true });
  world.addItem({ categoryId: 'water', title: 'Nieuw' });
  world.addItem({ categoryId: 'fauna', title: 'Das' });
  world.addItem({ categoryId: 'fauna', title: 'Vos' });
  const choose = (facts: Partial<typeof mediaRows.$inferInsert>) => world.edit(1, facts);
  const covers = () => onHome().map(({ name, cover }) => [name, cover?.title]);
  const hero = () => shown<string>('index.html', /"hero":\{[^{}]*?"title":("[^"]*")/);
  await renderedBy(() => order(['water', 'fauna', 'macro', 'drone', 'landscape']));
  // The newest three are in recent work; fauna has no others.
  const unchosen = [
    ['water', 'Gekozen'],
    ['fauna', 'Vos'],
  ];
  expect([hero(), covers()]).toEqual(['Uitgelicht', unchosen]);
  await renderedBy(() => choose({ hero: true, cover: true }));
  expect([hero(), covers()[0]]).toEqual(['Gekozen', ['water', 'Gekozen']]);
  await renderedBy(() => choose({ status: 'draft' }));
  expect([hero(), covers()]).toEqual(['Uitgelicht', unchosen.with(0, ['water', 'Nieuw'])]);
});

it('shows the order of tags only in the library, and only tags in use', async () => {
  world.addItem({ tags: ['zee', 'Élan', 'Bos', 'avond', 'egel', 'ijs', 'Nacht 10'] });
  for (let i = 0; i < 30; i++) world.addItem({ tags: ['mist', 'avond'] });
  for (const name of ['leeg', 'niets']) world.addTag(name);
  expect(await renderedBy(() => order(['tag-niets', 'tag-leeg']))).toEqual([]);
  expect(await renderedBy(() => order(['tag-mist', 'tag-avond']))).toEqual(['/mediabibliotheek']);
  const tags = shown<string[]>('mediabibliotheek.html', /"tags":(\[[^\]]*\]),"total/);
  expect(tags.filter((name) => /mist|avond|leeg/.test(name))).toEqual(['mist', 'avond']);
  // Tags with items are sorted in the Dutch alphabet.
  expect(shown('foto/item-0001.html', /"tags":(\[.*?\])/)).toEqual([
    ...['avond', 'Bos', 'egel', 'Élan', 'ijs', 'Nacht 10', 'zee'],
  ]);
});
