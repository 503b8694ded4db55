/** Texts that wait for confirmation: of guarded items, of stories about them, and texts that many items share. */
import type { CategoryType } from '@veldlicht/contract/category';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import type { WaitingText } from '@veldlicht/contract/leaks';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { askedTexts } from '@veldlicht/contract/settings';
import { whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import { mayShowOf } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { itemsNamedIn } from '@veldlicht/database/outings/story-items';
import {
  hashOfText,
  type ShownGrid,
  shownGrid,
  textsOfStory,
  wordsOfSlug,
} from '@veldlicht/database/public/shown-words';
import {
  categories,
  contentState,
  media,
  mediaTags,
  SHARED,
  settings,
  species as speciesTable,
  stories,
  textAnswers,
} from '@veldlicht/database/schema';
import { slugWords } from '@veldlicht/database/slug';
import { marksIn } from '@veldlicht/database/words/safe-text';
import { and, eq, gt, isNotNull, lte } from 'drizzle-orm';
import { readGuardedMedia } from '#media/media.repository.ts';
import type { MediaRecord } from '#media/to-media-item.ts';

/** Marked words per text. */
const MOST_MARKS = 20;

type Story = typeof stories.$inferSelect;
type Where = Pick<WaitingText, 'field' | 'id' | 'title'>;

const whereGuarded = and(whereListed, isNotNull(media.guard));

/** Whether a story shows or links a guarded item. */
function isAbout(story: Story, guarded: ReadonlySet<string>): boolean {
  return itemsNamedIn(story).some((name) => guarded.has(name));
}

/** Ids and slugs, by which stories name items. */
const namesOf = (rows: readonly { id: string; slug: string }[]) =>
  new Set(rows.flatMap(({ id, slug }) => [id, slug]));

/** Finds waiting texts of items, stories, names and the site. */
export function waitingReader(store: Store) {
  const mayShow = mayShowOf(store);
  const described = store.select().from(categories).where(isNotNull(categories.description)).all();
  const byName = new Map(described.map((one) => [`${one.type} ${one.name}`, one]));
  const worded = store.select().from(speciesTable).where(isNotNull(speciesTable.words)).all();
  const wordsOf = new Map(worded.map((one) => [one.scientificName, one.words]));

  /** `shownArea`: what visitors know of the item's place. */
  function held(
    subject: string,
    text: string | null | undefined,
    where: Where,
    shownArea: ShownGrid = null,
  ): WaitingText[] {
    if (!text || mayShow(subject, text, shownArea)) return [];
    const marks = marksIn(text, shownArea === 'beside' ? null : shownArea).slice(0, MOST_MARKS);
    return [{ subject, text, ...where, marks, address: null }];
  }

  /** Name and description of a category or tag. */
  function ofName(type: CategoryType, name: string): WaitingText[] {
    const { id = '', description = null } = byName.get(`${type} ${name}`) ?? {};
    const where = { field: type, id, title: name };
    return [...held(SHARED, name, where), ...held(SHARED, description, where)];
  }

  /** Texts of a guarded item, with those of its category, tags, species and credits. */
  function ofItem({ media: row, category, tags, species, file }: MediaRecord): WaitingText[] {
    const { id, title, type, slug } = row;
    const words = slugWords(title, type);
    const address = words === wordsOfSlug(slug) ? null : words;
    const shownArea = shownGrid(row);
    return [
      ...publicTextFields.flatMap((field) =>
        held(id, row[field], { field, id, title }, shownArea).map((one) =>
          field === 'title' ? { ...one, address } : one,
        ),
      ),
      ...ofName('category', category),
      ...tags.flatMap((tag) => ofName('tag', tag)),
      ...species.flatMap(({ scientificName, dutchName }) =>
        [scientificName, dutchName, wordsOf.get(scientificName)].flatMap((text) =>
          held(SHARED, text, { field: 'species', id: '', title: scientificName }),
        ),
      ),
      ...Object.values(ownRightsOf(file.facts)).flatMap((text) =>
        held(SHARED, text, { field: 'rights', id, title }),
      ),
    ];
  }

  const ofStory = (story: Story): WaitingText[] => {
    const { id, kind: field, title } = story;
    return textsOfStory(story).flatMap((text) => held(id, text, { field, id, title }));
  };

  /** Texts of the website settings. */
  function ofSite(): WaitingText[] {
    const profile = store.select().from(settings).get()?.profile ?? {};
    return askedTexts.flatMap((name) =>
      held(SHARED, profile[name], { field: 'site', id: '', title: '' }),
    );
  }
  return { ofItem, ofStory, ofName, ofSite };
}

/** Stories that are or will be public and show or link a guarded item, with the ids and slugs they name. */
export function readGuardedStories(store: Store): { story: Story; names: string[] }[] {
  const guarded = namesOf(
    store.select({ id: media.id, slug: media.slug }).from(media).where(whereGuarded).all(),
  );
  return store
    .select()
    .from(stories)
    .where(whereStoryListed)
    .all()
    .filter((story) => isAbout(story, guarded))
    .map((story) => ({ story, names: itemsNamedIn(story) }));
}

/** Categories and tags written since, that a guarded item has. */
function namesSince(store: Store, since: number): { type: CategoryType; name: string }[] {
  const { id, type, name, revision } = categories;
  const isUsed = {
    category: (own: string) => eq(media.categoryId, own),
    tag: (own: string) => eq(mediaTags.tagId, own),
  };
  return store
    .select({ id, type, name })
    .from(categories)
    .where(gt(revision, since))
    .all()
    .filter((one) =>
      store
        .select({ seq: media.seq })
        .from(media)
        .leftJoin(mediaTags, eq(mediaTags.mediaSeq, media.seq))
        .where(and(whereGuarded, isUsed[one.type](one.id)))
        .get(),
    );
}

/** Whether the texts of the settings are new to the question: written since, or the first item was guarded since. */
function isSiteAsked(store: Store, since: number): boolean {
  const guarded = (where: ReturnType<typeof and>) =>
    store.select({ seq: media.seq }).from(media).where(where).get() !== undefined;
  if (!guarded(whereGuarded)) return false;
  const row = store.select({ revision: settings.revision }).from(settings).get();
  return (row?.revision ?? 0) > since || !guarded(and(whereGuarded, lte(media.revision, since)));
}

const unique = (texts: readonly WaitingText[]): WaitingText[] => [
  ...new Map(texts.map((one) => [JSON.stringify([one.subject, one.text]), one])).values(),
];

/** All waiting texts written after a revision of the content, each once. */
export function readWaiting(store: Store, since: number): WaitingText[] {
  const { ofItem, ofStory, ofName, ofSite } = waitingReader(store);
  const records = readGuardedMedia(store, since);
  const touched = namesOf(records.map((one) => one.media));
  const about = readGuardedStories(store).filter(
    ({ story, names }) => story.revision > since || names.some((name) => touched.has(name)),
  );
  return unique([
    ...records.flatMap(ofItem),
    ...about.flatMap(({ story }) => ofStory(story)),
    ...namesSince(store, since).flatMap(({ type, name }) => ofName(type, name)),
    ...(isSiteAsked(store, since) ? ofSite() : []),
  ]);
}

/** As `readWaiting`, without texts that were answered. */
export function readUnasked(store: Store, since: number): WaitingText[] {
  return readWaiting(store, since).filter(({ subject, text }) => {
    const which = and(eq(textAnswers.subject, subject), eq(textAnswers.hash, hashOfText(text)));
    return store.select().from(textAnswers).where(which).get() === undefined;
  });
}

export const readRevision = (store: Store): number =>
  store.select({ revision: contentState.revision }).from(contentState).get()?.revision ?? 0;
