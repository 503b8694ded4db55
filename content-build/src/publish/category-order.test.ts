/** What the owner's order of categories and tags means for visitors (spec §2), and what a change of it costs. */
import { categories, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();

/** Gives a list a new order, as the API does: only rows that move are written. */
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

/** What a publish renders, after all that happened before it is live. */
async function renderedBy(change: () => void): Promise<string[]> {
  const { publish } = world.publisher();
  await publish();
  world.site.rendered.length = 0;
  change();
  await publish();
  return world.site.rendered.sort();
}

/** What a page shows, of those facts that the test is about. */
function shown<T>(file: string, read: RegExp): T {
  const bytes = world.page(file);
  const [, json = 'null'] = read.exec(Buffer.from(bytes, 'latin1').toString()) ?? [];
  return JSON.parse(json);
}
const homeNames = () =>
  shown<{ name: string }[]>('index.html', /"categories":(\[.*?\]),"hasMore/).map(
    ({ name }) => name,
  );
const filterNames = () =>
  shown<{ name: string }[]>('mediabibliotheek.html', /"categories":(\[.*?\]),"years/).map(
    ({ name }) => name,
  );

function addCategory(name: string, sortOrder: number): void {
  world.db.insert(categories).values({ id: name, type: 'category', name, sortOrder }).run();
}

describe('categories', () => {
  it('put in another order are republished on the home page and in the library, and nowhere else', async () => {
    world.addItems(60);
    expect(await renderedBy(() => order(['drone', 'landscape', 'fauna', 'macro']))).toEqual([
      '/',
      '/mediabibliotheek',
    ]);
    expect(homeNames()).toEqual(['drone', 'landscape', 'fauna', 'macro']);
    expect(filterNames()).toEqual(['drone', 'landscape', 'fauna', 'macro']);
  });

  it('beyond the fourth are not on the home page, which stays when only those move', async () => {
    world.addItems(8);
    for (const [i, name] of ['water', 'lucht'].entries()) {
      addCategory(name, 5 + i);
      world.addItem({ categoryId: name });
    }
    const ids = ['landscape', 'fauna', 'macro', 'drone'];
    expect(await renderedBy(() => order([...ids, 'lucht', 'water']))).toEqual([
      '/mediabibliotheek',
    ]);
    expect(homeNames()).toEqual(ids);
    expect(filterNames()).toEqual([...ids, 'lucht', 'water']);
  });

  it('tell in the library and on their page what the owner says of them, but for a position', async () => {
    world.addItem({ categoryId: 'fauna' });
    const say = (id: string, description: string) =>
      world.db.update(categories).set({ description }).where(eq(categories.id, id)).run();
    const told = () =>
      shown<{ description: string | null }[]>(
        'mediabibliotheek.html',
        /"categories":(\[.*?\]),"years/,
      ).flatMap(({ description }) => description ?? []);
    expect(await renderedBy(() => say('fauna', 'Wild, niet gelokt.'))).toEqual([
      '/categorie/fauna',
      '/mediabibliotheek',
    ]);
    expect(told()).toEqual(['Wild, niet gelokt.']);
    expect(await renderedBy(() => say('drone', 'Bij 52.131234, 5.860456'))).toEqual([]);
    expect(told()).toEqual(['Wild, niet gelokt.']);
  });

  it('have a page of their newest items at an address that no other has', async () => {
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
    // An older item of a category is beyond what its page shows.
    world.addItems(400);
    const first = await renderedBy(() =>
      world.db.update(media).set({ title: 'Anders' }).where(eq(media.seq, 20)).run(),
    );
    expect(first.filter((path) => path.startsWith('/categorie/'))).toEqual([]);
  });

  it('that move into the first four come with their cover: the newest featured item, else the newest', async () => {
    addCategory('water', 5);
    world.addItem({ categoryId: 'water', title: 'Oud', featured: true });
    world.addItem({ categoryId: 'water', title: 'Nieuw' });
    world.addItem({ categoryId: 'fauna', title: 'Das' });
    world.addItem({ categoryId: 'fauna', title: 'Vos' });
    await renderedBy(() => order(['water', 'fauna', 'macro', 'drone', 'landscape']));
    const cards = shown<{ name: string; cover: { title: string } | null }[]>(
      'index.html',
      /"categories":(\[.*\]),"hasMore/,
    );
    expect(cards.map(({ name, cover }) => [name, cover?.title])).toEqual([
      ['water', 'Oud'],
      ['fauna', 'Vos'],
    ]);
  });
});

describe('an item chosen as hero or cover', () => {
  const titleOf = (name: 'hero' | 'cover') =>
    shown<string>('index.html', new RegExp(`"${name}":\\{[^{}]*?"title":("[^"]*")`));
  const choose = (title: string, facts: Partial<typeof media.$inferInsert>) =>
    world.db.update(media).set(facts).where(eq(media.title, title)).run();

  it('is shown before any featured one while it is public', async () => {
    const categoryId = 'landscape';
    world.addItem({ categoryId, title: 'Gekozen' });
    world.addItem({ categoryId, title: 'Uitgelicht', featured: true });
    await renderedBy(() => choose('Gekozen', { hero: true, cover: true }));
    expect([titleOf('hero'), titleOf('cover')]).toEqual(['Gekozen', 'Gekozen']);
    await renderedBy(() => choose('Gekozen', { status: 'draft' }));
    expect([titleOf('hero'), titleOf('cover')]).toEqual(['Uitgelicht', 'Uitgelicht']);
  });
});

describe('tags', () => {
  it('put in another order are republished in the library alone, however many items have them', async () => {
    for (let i = 0; i < 30; i++) world.addItem({ tags: ['mist', 'avond'] });
    expect(await renderedBy(() => order(['tag-avond', 'tag-mist']))).toEqual(['/mediabibliotheek']);
    expect(shown('mediabibliotheek.html', /"tags":(\[.*?\]),"total/)).toEqual(['avond', 'mist']);
  });

  it('that no item has change nothing that visitors see', async () => {
    world.addItem();
    world.addTag('mist');
    world.addTag('avond');
    expect(await renderedBy(() => order(['tag-avond', 'tag-mist']))).toEqual([]);
  });

  it('stand with an item by name, as the Dutch alphabet has it', async () => {
    world.addItem({ tags: ['zee', 'Élan', 'Bos', 'avond', 'egel', 'ijs', 'Nacht 10'] });
    await world.publisher().publish();
    expect(shown('foto/01/item-0001.html', /"tags":(\[.*?\])/)).toEqual([
      'avond',
      'Bos',
      'egel',
      'Élan',
      'ijs',
      'Nacht 10',
      'zee',
    ]);
  });
});
