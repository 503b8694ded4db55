/** Makes the form of what a reader finds, within its bounds; what does not fit is said. */
import { plainDate, plainKeywords, plainLocation, plainTime } from '@veldlicht/contract/file-facts';
import {
  MAX_ALT,
  MAX_STORY_BLOCKS,
  MAX_STORY_TEXT,
  MAX_STORY_WORDS,
  MAX_TITLE,
} from '@veldlicht/contract/limits';
import { keyOf, movedItem, noteFacts } from '@veldlicht/contract/moving';
import { toOneLine, VISIBLE } from '@veldlicht/contract/name';
import type { StoryKind } from '@veldlicht/contract/story';
import { type Block, wordsOfBlocks } from '@veldlicht/contract/story-body';
import { addressKey } from '@veldlicht/database/redirects';
import type { z } from 'zod';
import { type Form, whyOf } from '../read-form.ts';
import type { FolderFiles } from './folder-files.ts';

export interface ReadOptions {
  /** Makes a series of each folder of photos, where nothing else says which there are. */
  series: boolean;
}

/** Turns what another place exports into the form. */
export interface Reader {
  name: string;
  /** What comes, in words. */
  makes: string;
  recognises: (files: FolderFiles) => boolean | Promise<boolean>;
  read: (files: FolderFiles, options: ReadOptions) => Promise<Form>;
}

type ItemFacts = Omit<z.input<typeof movedItem>, 'source'>;
type StoryFacts = Omit<z.input<typeof noteFacts>, 'source' | 'title'> & {
  title: string | null | undefined;
  /** Blocks, and behind them pictures by the names of their items. */
  words: Block[];
  pictures?: string[];
};

/** An item has no more tags. */
const MOST_KEYWORDS = 100;
/** Things that are named in one sentence. */
const MOST_NAMES = 20;

/** The clock of the place, from a text without a zone; undefined: as the file says. */
export function takenLocalOf(text: string | null | undefined): string | undefined {
  const [date, time] = [plainDate(text), plainTime(text)];
  if (date === null) return undefined;
  // Midnight is what programs write that know the day alone.
  return time === null || time === '00:00:00' ? date : `${date}T${time}`;
}

/** A moment that a text states in UTC; null for none. */
export function instantOf(text: string | null | undefined): string | null {
  const [date, time] = [plainDate(text), plainTime(text)];
  return date && time ? `${date}T${time}.000Z` : null;
}

/** Degrees of some place on the globe; nothing for others, and for that of a receiver without a fix. */
export function placeOf(lat: unknown, lon: unknown): { lat?: number; lon?: number } {
  const place = { lat: Number(lat ?? Number.NaN), lon: Number(lon ?? Number.NaN) };
  return plainLocation(place.lat, place.lon) === null ? {} : place;
}

/** A title, with room for a number behind it; '' for one that nobody can see. */
function titleOf(text: string | null | undefined): string {
  const title = toOneLine(text ?? '').slice(0, MAX_TITLE - 10);
  return VISIBLE.test(title) ? title : '';
}

/** The blocks of a story, which may be longer than one may be, in parts. */
function partsOf(blocks: readonly Block[]): Block[][] {
  const size = (block: Block) => wordsOfBlocks([block]).join('').length;
  const parts: Block[][] = [[]];
  let words = 0;
  const short = blocks.flatMap((block): Block[] => {
    if (block.kind !== 'text' || block.text.length <= MAX_STORY_TEXT) return [block];
    const count = Math.ceil(block.text.length / MAX_STORY_TEXT);
    return Array.from({ length: count }, (_, n) => ({
      kind: 'text',
      text: block.text.slice(n * MAX_STORY_TEXT, (n + 1) * MAX_STORY_TEXT),
    }));
  });
  for (const block of short) {
    words += size(block);
    if (parts.at(-1)?.length === MAX_STORY_BLOCKS || words > MAX_STORY_WORDS) {
      parts.push([]);
      words = size(block);
    }
    parts.at(-1)?.push(block);
  }
  return parts;
}

export function formMaker(folder: string, source: string) {
  const form: Form = {
    folder,
    items: [],
    notes: [],
    series: [],
    species: [],
    messages: [],
    redirects: [],
    faults: [],
    left: [],
  };
  const keys = new Set<string>();
  const lost: string[] = [];
  const key = (sourceId: string) => `${source}:${sourceId}`;
  const leading = (addresses: readonly string[] = []) =>
    addresses.filter((address) => {
      try {
        return addressKey(address) !== '';
      } catch {
        lost.push(address);
        return false;
      }
    });
  const leave = (what: string, names: readonly string[]) => {
    if (names.length === 0) return;
    const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
    form.left.push(`${what} (${names.length}): ${names.slice(0, MOST_NAMES).join(', ')}${rest}.`);
  };
  /** Adds what is new by its name; what is there already stands in the export twice. */
  const add = <Made extends { source: string; sourceId: string }>(
    name: string,
    make: () => Made,
    to: (made: Made) => void,
  ) => {
    try {
      const made = make();
      if (keys.has(keyOf(made))) return;
      keys.add(keyOf(made));
      to(made);
    } catch (error) {
      form.left.push(`${name}: ${whyOf(error)}.`);
    }
  };
  return {
    left: form.left,
    key,
    /** Whether something of that name was added. */
    has: (sourceId: string) => keys.has(key(sourceId)),
    /** Says of things that they stay behind. */
    leave,
    item: ({ keywords, ...facts }: ItemFacts) =>
      add(
        facts.file,
        () =>
          movedItem.parse({
            ...facts,
            source,
            title: titleOf(facts.title) || undefined,
            description: facts.description?.trim() || undefined,
            alt: facts.alt?.trim().slice(0, MAX_ALT) || undefined,
            keywords: keywords && plainKeywords(keywords).slice(0, MOST_KEYWORDS),
            oldAddresses: leading(facts.oldAddresses),
          }),
        (item) => form.items.push(item),
      ),
    story: (kind: StoryKind, { words, pictures = [], ...facts }: StoryFacts) => {
      const blocks: Block[] = [
        ...words.filter((block) => block.kind !== 'text' || VISIBLE.test(block.text)),
        ...pictures.map((one) => ({ kind: 'single' as const, media: [key(one)] })),
      ];
      for (const [n, part] of partsOf(blocks).entries()) {
        const number = n === 0 ? '' : ` (${n + 1})`;
        const cover = facts.cover ? key(facts.cover) : '';
        const make = () =>
          noteFacts.parse({
            ...facts,
            source,
            sourceId: facts.sourceId + number,
            title: (titleOf(facts.title) || facts.date || facts.sourceId) + number,
            cover: keys.has(cover) ? cover : null,
            oldAddresses: n === 0 ? leading(facts.oldAddresses) : [],
          });
        add(facts.sourceId, make, (made) =>
          kind === 'note'
            ? form.notes.push({ facts: made, blocks: part })
            : form.series.push({ ...made, blocks: part }),
        );
      }
    },
    /** The form, when everything was added. */
    finish: (): Form => {
      leave("Old addresses that can't lead here", lost);
      return form;
    },
  };
}
