/** Going back to a release: positions in texts, and addresses that have ended, stay away. */
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { categories, media, mediaTags, settings } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();
const { publisher, back, live, page, find, edit } = world;

describe('what may no longer be told', () => {
  it.each([
    place,
    "N 52° 07.872' E 005° 51.624'",
    'RD 193245 460310',
    '52,1312° noord 5,8604° oost',
  ])('does not bring back %s, wherever it was written, nor an address', async (spot) => {
    const { db, addItem, addTag } = world;
    const tag = addTag(`nest ${spot}`);
    const category = eq(categories.id, 'fauna');
    db.update(categories)
      .set({ name: `nest ${spot}`, description: spot })
      .where(category)
      .run();
    db.update(settings)
      .set({ profile: { about: spot } })
      .run();
    addItem({
      title: spot,
      description: spot,
      alt: spot,
      categoryId: 'fauna',
      slug: 'oud-52-0001',
    });
    db.insert(mediaTags).values({ mediaSeq: 1, tagId: tag }).run();
    checkPublicTexts(db, undefined, true);
    const { publish } = publisher();
    const first = await publish();
    // As files are read here.
    const written = Buffer.from(spot).toString('latin1');
    expect(find(written)).not.toEqual([]);
    db.update(categories).set({ name: 'fauna' }).where(category).run();
    db.update(categories).set({ name: 'nest' }).where(eq(categories.id, tag)).run();
    db.update(settings).set({ profile: {} }).run();
    edit(1, { title: 'Nest', description: 'Hoog', alt: null, slug: 'nieuw-0002' });
    const second = await publish();
    expect(live().get('retired-0001.txt')).toBe('410\n');
    for (const id of [first?.id, second?.id]) {
      await back(id);
      expect(find(written)).toEqual([]);
      expect(find('oud-52')).toEqual([]);
      expect(live().get('retired-0001.txt')).toBe('410\n');
      expect(page('foto/02/nieuw-0002.html')).toContain('"categoryLabel":"Fauna"');
      expect(page('mediabibliotheek.html')).toContain('"name":"fauna","label":"Fauna","count":1');
    }
  });

  it('brings back a changed text with many numbers no more than one with a position', async () => {
    world.addItem({
      title: 'Zomer 2024',
      description: 'vak 52 1312 bij 5 8604',
      alt: 'Bos 12, 13',
    });
    const { publish } = publisher();
    const first = await publish();
    edit(1, { title: 'Zomer', description: 'Hoog', alt: 'Bos' });
    await publish();
    await back(first?.id);
    expect(find('52 1312')).toEqual([]);
    for (const text of ['Zomer 2024', 'Bos 12, 13']) expect(find(text)).not.toEqual([]);
  });

  it('leaves out what is withheld, however public it was', async () => {
    world.addItem({ title: 'Eigen' });
    world.addItem({ title: `Nest ${place}` });
    checkPublicTexts(world.db, undefined, true);
    const { publish } = publisher();
    const first = await publish();
    edit(1, { title: `Eigen ${place}` });
    checkPublicTexts(world.db, eq(media.seq, 2), false);
    checkPublicTexts(world.db);
    await publish();
    for (const title of ['Eigen', 'Nest']) expect(find(title)).toEqual([]);
    await back(first?.id);
    for (const title of ['Eigen', 'Nest']) expect(find(title)).toEqual([]);
    expect(page('rss.xml')).not.toContain('item-000');
  });
});
