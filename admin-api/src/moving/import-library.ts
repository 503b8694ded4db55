/**
 * Takes a library in: everything arrives as a draft with a hidden place, and one call publishes it (decision 029). What
 * is here already stays as it is, so an import may be stopped and started again.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pick } from '@veldlicht/contract/by-name';
import { categoryInput } from '@veldlicht/contract/category';
import { nameWithoutExtension } from '@veldlicht/contract/draft';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { MAX_DESCRIPTION, MAX_TITLE } from '@veldlicht/contract/limits';
import {
  type ImportChoice,
  type ImportOutcome,
  type ImportPlan,
  keyOf,
  type MovedItem,
} from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import { storyInput } from '@veldlicht/contract/story';
import { blocksWith } from '@veldlicht/contract/story-body';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import { inChange } from '@veldlicht/database/change';
import { takeLock } from '@veldlicht/database/lock';
import type { Store } from '@veldlicht/database/open';
import { addressKey } from '@veldlicht/database/redirects';
import {
  contacts,
  media,
  movedAddresses,
  movedIn,
  redirects,
  replies,
} from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { and, eq, inArray } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Actor } from '#audit/audit.repository.ts';
import { importCategories } from '#categories/categories.service.ts';
import { wordsReader } from '#drafts/file-words.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toAppError } from '#http/error-handler.ts';
import { parseInput } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { createManyMedia } from '#media/media-bulk.service.ts';
import { putSpecies } from '#species/species.service.ts';
import { addStory } from '#stories/stories.service.ts';
import { finaliseUpload } from '#uploads/finalise.service.ts';
import { addUpload } from '#uploads/uploads.service.ts';
import { factsOfItem, readSidecar } from './item-facts.ts';
import { freshOf, movedIds, planImport } from './plan-import.ts';
import { type Form, subjectsOf } from './read-form.ts';

/** Rows that one change or statement creates. */
const PORTION = 25;

/** Derives the creation key from the key in the form, so that no call creates a thing twice. */
const creationKeyOf = (key: string) => sha256(key).slice(0, 32);

interface Import {
  deps: Deps;
  form: Form;
  actor: Actor;
  options: ImportChoice;
  outcome: ImportOutcome;
}

/** Has the worker read a file. Returns the input of its item. */
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
  const hash = hashOfObjectPath(answer.objectPath) ?? '';
  if (item.sha256 && !item.sha256.startsWith(hash))
    throw new AppError('invalid_input', reason('import_changed'));
  const facts = factsOfItem(item, await readSidecar(form.folder, item.file), answer.facts);
  const words = wordsOf(facts);
  const name = path.basename(item.file);
  const input = {
    ...pick(item, ['publishFrom', 'publishUntil', 'featured']),
    ...pick(words, ['date', 'location', 'tags']),
    key: creationKeyOf(keyOf(item)),
    title: (words.title ?? nameWithoutExtension(name)).slice(0, MAX_TITLE),
    description: words.description?.slice(0, MAX_DESCRIPTION) ?? null,
    alt: item.alt ?? null,
    // Until the owner publishes it.
    locationPrivacy: 'hidden',
    status: 'draft',
    category: item.category ?? words.category ?? options.category ?? '',
    species: item.species ?? words.species,
    ...(item.focus && { focus: item.focus }),
    type: answer.type,
    imageUrl: answer.objectPath,
    originalName: name,
  };
  return { item, input, hash };
}

/**
 * Finds another item with the file. Not one of the same source, where it was another one too, and not the item itself,
 * which an import may have made before it was killed.
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

type Moved = Omit<typeof movedIn.$inferInsert, 'key' | 'wish'>;
type Subject = Pick<MovedItem, 'source' | 'sourceId' | 'oldAddresses' | 'visibility'> &
  Partial<MovedItem>;

/** Records what an item or a story became, with its old addresses. */
function remember(store: Store, subject: Subject, moved: Moved): void {
  const { visibility, publishedAt = null, privacy = null, license = null } = subject;
  const key = keyOf(subject);
  const wish = { visibility, publishedAt, privacy, license };
  store
    .insert(movedIn)
    .values({ key, wish, ...moved })
    .onConflictDoNothing()
    .run();
  const paths = subject.oldAddresses.map(addressKey);
  const isGone = and(inArray(movedAddresses.path, paths), eq(movedAddresses.movedKey, GONE));
  store.update(movedAddresses).set({ movedKey: key }).where(isGone).run();
}

async function importPortion(all: Import, items: readonly MovedItem[], onRead: () => void) {
  const { deps, actor, outcome } = all;
  const { db } = deps;
  const fail = ({ file }: MovedItem, why: string) =>
    outcome.failed.push(reason('import_file', { file, why }));
  const wordsOf = wordsReader(db);
  const read = await pLimit(deps.limits.uploadsAtOnce).map(items, (item) =>
    readItem(all, item, wordsOf)
      .catch((error) => {
        const refusal = toAppError(error, deps.log);
        // A full disk or a missing worker is no fault of this file: end the import.
        if (refusal.status >= 500 || refusal.status === 429) throw error;
        fail(item, refusal.reason);
      })
      .finally(onRead),
  );
  const found = read
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, same: findSame(db, one.item, one.hash) }));
  const toMake = found.filter(({ same }) => same === undefined);
  const { created, failed } = await createManyMedia(
    deps,
    toMake.map(({ input }) => input),
    actor,
    toMake.map(({ item }) => item.slug),
  );
  const refused = new Map(failed.map((one) => [one.index, one.reason]));
  const made = toMake.filter((_, index) => !refused.has(index));
  for (const [index, why] of refused) if (toMake[index]) fail(toMake[index].item, why);
  inTransaction(db, (tx) => {
    for (const { item, same } of found)
      if (same !== undefined) remember(tx, item, { kind: 'item', subjectId: same, waits: false });
    for (const [n, { media: row }] of created.entries())
      if (made[n]) remember(tx, made[n].item, { kind: 'item', subjectId: row.id, waits: true });
  });
  outcome.created += created.length;
  outcome.linked += found.length - toMake.length;
}

/** Creates the categories and tags that items need. */
function makeNames({ deps, actor, options }: Import, plan: ImportPlan): void {
  const tags = options.makeTags ? plan.newTags : [];
  const categories = [
    ...plan.newCategories.map((name) => ({ name, type: 'category' as const })),
    ...tags.map((name) => ({ name, type: 'tag' as const })),
  ].map((entry) => parseInput(categoryInput, entry));
  importCategories(deps.db, { categories }, { actor, now: deps.now() });
}

/** Writes the owner's species, with those of their pictures that are here. */
function importSpecies({ deps, form, actor }: Import): void {
  const ids = movedIds(deps.db);
  const write = { actor, now: deps.now() };
  const inputs = form.species.map(({ picture, ...one }) => ({
    ...one,
    picture: ids.get(picture ?? ''),
  }));
  inChange(deps.db, write, (tx) => putSpecies(tx, inputs, write));
}

/** Creates notes and series as drafts, without the pictures that did not come along. */
function importStories({ deps, form, actor }: Import): void {
  const write = { actor, now: deps.now() };
  inChange(deps.db, write, (tx) => {
    const ids = movedIds(tx);
    for (const { kind, facts, blocks } of form.stories) {
      const key = keyOf(facts);
      if (ids.has(key)) continue;
      const story = parseInput(storyInput, {
        ...pick(facts, ['title', 'publishFrom', 'publishUntil']),
        date: facts.date ?? amsterdamDay(write.now),
        body: blocksWith(blocks, (one) => ids.get(one)),
        cover: ids.get(facts.cover ?? '') ?? null,
        status: 'draft',
        key: creationKeyOf(key),
      });
      const { id } = addStory(tx, kind, story, write, facts.slug);
      remember(tx, facts, { kind, subjectId: id, waits: true });
    }
  });
}

/** Key of the addresses that lead nowhere yet: visitors learn that they are gone (410). */
const GONE = 'veldlicht:gone';

/** Records the old addresses of what is here or comes later, and of what stays behind. */
function rememberAddresses({ deps, form }: Import): void {
  const wish = { visibility: 'private', publishedAt: null, privacy: null, license: null } as const;
  const gone = { key: GONE, kind: 'item', subjectId: '', wish, waits: false } as const;
  const known = movedIds(deps.db);
  const subjects = [...subjectsOf(form), { oldAddresses: form.gone }];
  const rows = subjects.flatMap(({ oldAddresses, ...subject }) => {
    const key = 'source' in subject ? keyOf(subject) : GONE;
    const movedKey = known.has(key) ? key : GONE;
    return oldAddresses.map((address) => ({ path: addressKey(address), movedKey }));
  });
  inTransaction(deps.db, (tx) => {
    tx.insert(movedIn).values(gone).onConflictDoNothing().run();
    for (let from = 0; from < rows.length; from += PORTION) {
      const portion = rows.slice(from, from + PORTION);
      tx.insert(movedAddresses).values(portion).onConflictDoNothing().run();
    }
  });
}

/** Adds messages and old addresses that are not there yet. */
function importRest({ deps, form }: Import): void {
  deps.db.transaction((tx) => {
    for (const { replies: answers, ...message } of form.messages) {
      // Casts: rows of another Veldlicht, whose columns the tables check.
      const row = message as unknown as typeof contacts.$inferInsert;
      tx.insert(contacts).values(row).onConflictDoNothing().run();
      for (const answer of answers as unknown as (typeof replies.$inferInsert)[])
        tx.insert(replies).values(answer).onConflictDoNothing().run();
    }
    for (const row of form.redirects) tx.insert(redirects).values(row).onConflictDoNothing().run();
  });
}

/**
 * Takes a form in. Throws `invalid_input` for one with faults, `upload_busy` while another import runs, and what the
 * server has wrong, such as `disk_full`: what was made by then stays, and the next call goes on from there.
 */
export async function importLibrary(
  deps: Deps,
  form: Form,
  actor: Actor,
  options: ImportChoice,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<ImportOutcome> {
  const { length: n } = form.faults;
  if (n > 0) throw new AppError('invalid_input', reason('import_faults', { n }));
  const lock = takeLock(deps.folder.importLock);
  if (!lock) throw new AppError('upload_busy', reason('import_running'));
  try {
    const outcome: ImportOutcome = { created: 0, linked: 0, failed: [] };
    const all = { deps, form, actor, options, outcome };
    // Items name species, and species name pictures: they are written before and after.
    rememberAddresses(all);
    importSpecies(all);
    makeNames(all, await planImport(deps.db, form, options));
    const fresh = freshOf(deps.db, form.items);
    let done = 0;
    const onRead = () => onProgress(++done, fresh.length);
    onProgress(0, fresh.length);
    for (let from = 0; from < fresh.length; from += PORTION) {
      deps.closing.throwIfAborted();
      await importPortion(all, fresh.slice(from, from + PORTION), onRead);
    }
    importSpecies(all);
    importStories(all);
    importRest(all);
    return outcome;
  } finally {
    lock.release();
  }
}
