/**
 * Takes a library in: everything arrives as a draft whose place nobody sees, and is published by one call (decision 126).
 * What is here already is left as it is, so that an import may be stopped and begun again.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { categoryImport } from '@veldlicht/contract/category';
import { nameWithoutExtension } from '@veldlicht/contract/draft';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { MAX_BULK_CATEGORIES, MAX_DESCRIPTION, MAX_TITLE } from '@veldlicht/contract/limits';
import {
  type ImportChoice,
  type ImportOutcome,
  type ImportPlan,
  keyOf,
  type MovedItem,
  type MovedWish,
} from '@veldlicht/contract/moving';
import { storyInput } from '@veldlicht/contract/story';
import { blocksWith } from '@veldlicht/contract/story-body';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import { inChange } from '@veldlicht/database/change';
import { takeLock } from '@veldlicht/database/lock';
import type { Store } from '@veldlicht/database/open';
import { addressKey } from '@veldlicht/database/redirects';
import {
  contacts,
  media,
  mediaRows,
  movedAddresses,
  movedIn,
  redirects,
  replies,
  storyRows,
} from '@veldlicht/database/schema';
import { isSlugTaken } from '@veldlicht/database/slug';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Actor } from '#audit/audit.repository.ts';
import { importCategories } from '#categories/categories.service.ts';
import { wordsReader } from '#drafts/file-words.ts';
import type { Deps } from '#http/app-env.ts';
import { toAppError } from '#http/error-handler.ts';
import { parseInput } from '#http/request-body.ts';
import { createManyMedia } from '#media/media-bulk.service.ts';
import { putSpecies } from '#species/species.service.ts';
import { addStory } from '#stories/stories.service.ts';
import { finaliseUpload } from '#uploads/finalise.service.ts';
import { addUpload } from '#uploads/uploads.service.ts';
import { freshOf, planImport } from './plan-import.ts';
import { type Form, factsOfItem, readSidecar } from './read-form.ts';

/** Last part of an address of ours. */
const OWN_SLUG = /^[a-z0-9-]{1,80}-\d{4}$/;

/** Files that are read before their items are made. */
const PORTION = 25;

/** The same for the same thing, so that no call makes it twice. */
const creationKeyOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);

const wishOf = ({ visibility, publishedAt, privacy, license }: MovedItem): MovedWish => ({
  visibility,
  publishedAt,
  privacy,
  license,
});

interface Import {
  deps: Deps;
  form: Form;
  actor: Actor;
  options: ImportChoice;
}

/** Sends a file to the worker, and says what item it makes. */
async function readItem(
  { deps, form, actor, options }: Import,
  item: MovedItem,
  wordsOf: ReturnType<typeof wordsReader>,
) {
  const file = path.join(form.folder, item.file);
  // Cast: Node and the DOM declare web streams differently.
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const key = await addUpload(deps, actor.id, { body, declared: (await stat(file)).size });
  const answer = await finaliseUpload(deps, `/uploads/${key}`, actor);
  const facts = factsOfItem(item, await readSidecar(form.folder, item.file), answer.facts);
  const words = wordsOf(facts);
  const name = path.basename(item.file);
  const input = {
    key: creationKeyOf(keyOf(item)),
    title: (words.title ?? nameWithoutExtension(name)).slice(0, MAX_TITLE),
    description: words.description?.slice(0, MAX_DESCRIPTION) ?? null,
    alt: item.alt ?? null,
    date: words.date,
    location: words.location,
    // Until the guard has looked and somebody publishes it.
    locationPrivacy: 'hidden',
    category: item.category ?? words.category ?? options.category ?? '',
    tags: words.tags,
    species: item.species ?? words.species,
    status: 'draft',
    publishFrom: item.publishFrom,
    publishUntil: item.publishUntil,
    featured: item.featured,
    ...(item.focus && { focus: item.focus }),
    type: answer.type,
    imageUrl: answer.objectPath,
    originalName: name,
  };
  return { item, input, hash: hashOfObjectPath(answer.objectPath) ?? '' };
}

/**
 * An item that has the file, unless it came from the same place, where it was another one, or is this very one: made by an
 * import that was killed before it wrote that down.
 */
function findSame(store: Store, item: MovedItem, hash: string): string | undefined {
  const rows = store
    .select({ id: media.id, made: media.creationKey, moved: movedIn.key })
    .from(media)
    .leftJoin(movedIn, eq(movedIn.subjectId, media.id))
    .where(eq(media.fileHash, hash))
    .all();
  if (rows.some(({ made }) => made === creationKeyOf(keyOf(item)))) return undefined;
  return rows.find(({ moved }) => !moved?.startsWith(`${item.source}:`))?.id;
}

/** Writes down what a thing became, and its old addresses. */
function remember(
  store: Store,
  row: typeof movedIn.$inferInsert,
  oldAddresses: readonly string[],
): void {
  store.insert(movedIn).values(row).onConflictDoNothing().run();
  for (const address of oldAddresses)
    store
      .insert(movedAddresses)
      .values({ path: addressKey(address), movedKey: row.key })
      .onConflictDoNothing()
      .run();
}

function rememberItem(store: Store, item: MovedItem, subjectId: string, waits: boolean): void {
  const row = { key: keyOf(item), kind: 'item', subjectId, wish: wishOf(item), waits } as const;
  remember(store, row, item.oldAddresses);
}

/**
 * Gives items the addresses that they had in another Veldlicht, as far as they are free. One may be held by an item that
 * was given it by chance a moment ago, and lets go of it in its turn.
 */
function keepSlugs(store: Store, wanted: [id: string, slug: string][]): void {
  const take = ([id, slug]: [string, string]) => {
    if (isSlugTaken(store, slug)) return false;
    store.update(mediaRows).set({ slug }).where(eq(mediaRows.id, id)).run();
    return true;
  };
  let left = wanted.filter(([, slug]) => OWN_SLUG.test(slug));
  for (let before = -1; left.length !== before; ) {
    before = left.length;
    left = left.filter((one) => !take(one));
  }
}

async function importPortion(
  all: Import,
  items: readonly MovedItem[],
  outcome: ImportOutcome,
  onRead: () => void,
) {
  const { deps, actor } = all;
  const { db } = deps;
  const fail = (item: MovedItem, error: unknown) => {
    const { status, message, reason } = toAppError(error, deps.log);
    // A full disk, or a worker that is away, is nothing that a single file has wrong.
    if (status >= 500 || status === 429) throw error;
    outcome.failed.push({ file: item.file, reason, error: message });
  };
  const wordsOf = wordsReader(db);
  const limit = pLimit(deps.limits.uploadsAtOnce);
  const read = await Promise.all(
    items.map((item) =>
      limit(() => readItem(all, item, wordsOf))
        .catch((error) => fail(item, error))
        .finally(onRead),
    ),
  );
  const toMake = [];
  for (const one of read) {
    if (!one) continue;
    const same = findSame(db, one.item, one.hash);
    if (same === undefined) toMake.push(one);
    else {
      rememberItem(db, one.item, same, false);
      outcome.linked++;
    }
  }
  const { created, failed } = await createManyMedia(
    deps,
    toMake.map(({ input }) => input),
    actor,
  );
  for (const { index, error, reason } of failed)
    outcome.failed.push({ file: toMake[index]?.item.file ?? '', reason, error });
  const byKey = new Map(toMake.map((one) => [one.input.key, one.item]));
  inChange(db, { actor, now: deps.now() }, (tx) => {
    const slugs: [string, string][] = [];
    for (const { media: row } of created) {
      const item = byKey.get(row.creationKey ?? '');
      if (!item) continue;
      rememberItem(tx, item, row.id, true);
      if (item.slug) slugs.push([row.id, item.slug]);
    }
    keepSlugs(tx, slugs);
  });
  outcome.created += created.length;
}

/** Names that items need and that are not there yet. */
function makeNames({ deps, actor, options }: Import, plan: ImportPlan): void {
  const entries = [
    ...plan.newCategories.map((name) => ({ name, type: 'category' as const })),
    ...(options.makeTags ? plan.newTags : []).map((name) => ({ name, type: 'tag' as const })),
  ];
  const write = { actor, now: deps.now() };
  for (let from = 0; from < entries.length; from += MAX_BULK_CATEGORIES) {
    const portion = entries.slice(from, from + MAX_BULK_CATEGORIES);
    const { categories } = parseInput(categoryImport, { categories: portion });
    importCategories(deps.db, { categories }, write);
  }
}

/** Species of the owner's, with the pictures that are here by now. */
function importSpecies({ deps, form, actor }: Import, find: (key: string) => string | null): void {
  if (form.species.length === 0) return;
  const write = { actor, now: deps.now() };
  const inputs = form.species.map(({ picture, ...one }) => ({
    ...one,
    picture: (picture && find(picture)) ?? undefined,
  }));
  inChange(deps.db, write, (tx) => putSpecies(tx, inputs, write));
}

/** Notes and series, as drafts; what they show that did not come along is left out of them. */
function importStories({ deps, form, actor }: Import): void {
  const write = { actor, now: deps.now() };
  const told = [
    ...form.notes.map(({ facts, blocks }) => ({ kind: 'note' as const, facts, blocks })),
    ...form.series.map(({ blocks, ...facts }) => ({ kind: 'series' as const, facts, blocks })),
  ];
  inChange(deps.db, write, (tx) => {
    const rows = tx.select().from(movedIn).all();
    const ids = new Map(rows.map(({ key, subjectId }) => [key, subjectId]));
    for (const { kind, facts, blocks } of told) {
      const key = keyOf(facts);
      if (ids.has(key)) continue;
      const story = parseInput(storyInput, {
        title: facts.title,
        date: facts.date ?? amsterdamDay(write.now),
        body: blocksWith(blocks, (one) => ids.get(one)),
        cover: (facts.cover && ids.get(facts.cover)) ?? null,
        status: 'draft',
        publishFrom: facts.publishFrom,
        publishUntil: facts.publishUntil,
        key: creationKeyOf(key),
      });
      const { id } = addStory(tx, kind, story, write);
      const { slug, visibility, oldAddresses } = facts;
      if (slug && OWN_SLUG.test(slug) && !isSlugTaken(tx, slug))
        tx.update(storyRows).set({ slug }).where(eq(storyRows.id, id)).run();
      const wish = { visibility, publishedAt: null, privacy: null, license: null };
      remember(tx, { key, kind, subjectId: id, wish, waits: true }, oldAddresses);
    }
  });
}

/** Messages and old addresses that are not there yet. */
function importRest({ deps, form }: Import): void {
  deps.db.transaction((tx) => {
    for (const { replies: answers, ...message } of form.messages) {
      // Cast: rows of another Veldlicht, whose columns the table checks.
      tx.insert(contacts)
        .values(message as typeof contacts.$inferInsert)
        .onConflictDoNothing()
        .run();
      for (const answer of answers)
        tx.insert(replies)
          .values(answer as typeof replies.$inferInsert)
          .onConflictDoNothing()
          .run();
    }
    for (const row of form.redirects) tx.insert(redirects).values(row).onConflictDoNothing().run();
  });
}

/**
 * Takes a form in. Throws `TerminalError` while something is wrong with it or another import runs, and what the server
 * has wrong, such as `disk_full`: what was made by then stays, and the next call goes on from there.
 */
export async function importLibrary(
  deps: Deps,
  form: Form,
  actor: Actor,
  options: ImportChoice,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<ImportOutcome> {
  const lock = takeLock(deps.folder.importLock);
  if (!lock) throw new TerminalError('Another import is running. Try again when it has ended.');
  try {
    const plan = await planImport(deps.db, form, options);
    if (plan.faults.length > 0)
      throw new TerminalError(`${plan.faults.join('\n')}\nNothing was changed.`);
    const all = { deps, form, actor, options };
    importSpecies(all, () => null);
    makeNames(all, plan);
    const outcome: ImportOutcome = { created: 0, linked: 0, failed: [] };
    const fresh = freshOf(deps.db, form.items);
    let done = 0;
    const onRead = () => onProgress(++done, fresh.length);
    onProgress(0, fresh.length);
    for (let from = 0; from < fresh.length; from += PORTION) {
      deps.closing.throwIfAborted();
      await importPortion(all, fresh.slice(from, from + PORTION), outcome, onRead);
    }
    const rows = deps.db.select().from(movedIn).all();
    const moved = new Map(rows.map(({ key, subjectId }) => [key, subjectId]));
    importSpecies(all, (key) => moved.get(key) ?? null);
    importStories(all);
    importRest(all);
    return outcome;
  } finally {
    lock.release();
  }
}
