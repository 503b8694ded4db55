/** Builds the form from what a reader finds, within the bounds of the form; what does not fit goes to `left`. */
import type { ReasonCode } from '@veldlicht/contract/error-texts';
import { plainDate, plainKeywords, plainLocation, plainTime } from '@veldlicht/contract/file-facts';
import {
  MAX_ALT,
  MAX_STORY_BLOCKS,
  MAX_STORY_TEXT,
  MAX_STORY_WORDS,
  MAX_TITLE,
} from '@veldlicht/contract/limits';
import { keyOf, movedFacts, movedItem } from '@veldlicht/contract/moving';
import { toOneLine, VISIBLE } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import type { StoryKind } from '@veldlicht/contract/story';
import { type Block, wordsOfBlocks } from '@veldlicht/contract/story-body';
import { addressKey } from '@veldlicht/database/redirects';
import type { z } from 'zod';
import { listReason } from '../list-reason.ts';
import { emptyForm, type Form, whyOf } from '../read-form.ts';
import type { FolderFiles } from './folder-files.ts';

export interface ReadOptions {
  /** Makes a series of each folder of photos, where nothing else says which there are. */
  series: boolean;
}

/** Turns the export of another program into the form. */
export interface Reader {
  /** Reason that tells what was found. */
  found: ReasonCode;
  /** Returns null for a folder of something else. */
  read: (files: FolderFiles, options: ReadOptions) => Promise<Form | null>;
}

/** Empty ones are left out. */
type OldAddresses = { oldAddresses?: readonly (string | null | undefined)[] };
type ItemFacts = Omit<z.input<typeof movedItem>, 'source' | 'file' | 'oldAddresses'> &
  OldAddresses & {
    /** undefined: it is not among the files, so the item stays behind. */
    file: string | undefined;
  };
type StoryFacts = Omit<z.input<typeof movedFacts>, 'source' | 'title' | 'oldAddresses'> &
  OldAddresses & {
    title: string | null | undefined;
    /** Blocks, then pictures by the ids of their items. */
    words: Block[];
    pictures?: string[];
  };

/** Most tags of an item. */
const MOST_KEYWORDS = 100;
/** Local time, from a text without a zone; undefined: as the file says. */
export function takenLocalOf(text: string | null | undefined): string | undefined {
  const [date, time] = [plainDate(text), plainTime(text)];
  if (date === null) return undefined;
  // Programs that know only the day write midnight.
  return time === null || time === '00:00:00' ? date : `${date}T${time}`;
}

/** A moment that a text states in UTC; null for none. */
export function instantOf(text: string | null | undefined): string | null {
  const [date, time] = [plainDate(text), plainTime(text)];
  return date && time ? `${date}T${time}.000Z` : null;
}

/** Degrees of a place on the globe; none for others, and for 0, 0 of a receiver without a fix. */
export function placeOf(lat: unknown, lon: unknown): { lat?: number; lon?: number } {
  const place = { lat: Number(lat ?? Number.NaN), lon: Number(lon ?? Number.NaN) };
  return plainLocation(place.lat, place.lon) === null ? {} : place;
}

/** A title with room for a number behind it; '' for an invisible one. */
function titleOf(text: string | null | undefined): string {
  const title = toOneLine(text ?? '').slice(0, MAX_TITLE - 10);
  return VISIBLE.test(title) ? title : '';
}

const PIECES = new RegExp(`.{1,${MAX_STORY_TEXT}}`, 'gs');

/** Divides blocks into stories of permitted length. */
function partsOf(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [[]];
  let words = 0;
  const short = blocks.flatMap((block): Block[] =>
    block.kind === 'text'
      ? (block.text.match(PIECES) ?? []).map((text) => ({ kind: 'text', text }))
      : [block],
  );
  for (const block of short) {
    const size = wordsOfBlocks([block]).join('').length;
    words += size;
    if (parts.at(-1)?.length === MAX_STORY_BLOCKS || words > MAX_STORY_WORDS) {
      parts.push([]);
      words = size;
    }
    parts.at(-1)?.push(block);
  }
  return parts;
}

/** Whether an old address can lead here. */
function canLead(address: string): boolean {
  try {
    return addressKey(address) !== '';
  } catch {
    return false;
  }
}

export function formMaker(folder: string, source: string) {
  const form = emptyForm(folder);
  const keys = new Set<string>();
  const [withoutFile, lost]: [string[], string[]] = [[], []];
  const key = (sourceId: string) => `${source}:${sourceId}`;
  const leading = ({ oldAddresses = [] }: OldAddresses) => {
    const addresses = oldAddresses.flatMap((one) => one || []);
    lost.push(...addresses.filter((one) => !canLead(one)));
    return addresses.filter(canLead);
  };
  const gone = (subject: OldAddresses) => void form.gone.push(...leading(subject));
  const leave = (...sentence: Parameters<typeof listReason>) =>
    void form.left.push(...listReason(...sentence));
  /** Returns what is new and within the bounds of the form. */
  const checked = <Made extends { source: string; sourceId: string }>(
    name: string,
    { data, error }: z.ZodSafeParseResult<Made>,
  ): Made[] => {
    if (error) form.left.push(reason('import_file', { file: name, why: whyOf(error) }));
    if (!data || keys.has(keyOf(data))) return [];
    keys.add(keyOf(data));
    return [data];
  };
  return {
    left: form.left,
    key,
    /** Whether something with that id was added. */
    has: (sourceId: string) => keys.has(key(sourceId)),
    /** Says which things stay behind. */
    leave,
    /** Keeps addresses of what stays behind. */
    gone,
    item: ({ keywords, file, ...facts }: ItemFacts) => {
      if (file === undefined) {
        gone(facts);
        withoutFile.push(`${facts.sourceId} “${facts.title ?? ''}”`);
        return;
      }
      const made = movedItem.safeParse({
        ...facts,
        file,
        source,
        title: titleOf(facts.title) || undefined,
        description: facts.description?.trim() || undefined,
        alt: facts.alt?.trim().slice(0, MAX_ALT) || undefined,
        keywords: keywords && plainKeywords(keywords).slice(0, MOST_KEYWORDS),
        oldAddresses: leading(facts),
      });
      form.items.push(...checked(file, made));
    },
    story: (kind: StoryKind, { words, pictures = [], ...facts }: StoryFacts) => {
      const blocks: Block[] = [
        ...words.filter((block) => block.kind !== 'text' || VISIBLE.test(block.text)),
        ...pictures.map((one) => ({ kind: 'single' as const, media: [key(one)] })),
      ];
      const cover = facts.cover ? key(facts.cover) : '';
      for (const [n, part] of partsOf(blocks).entries()) {
        const number = n === 0 ? '' : ` (${n + 1})`;
        const made = movedFacts.safeParse({
          ...facts,
          source,
          sourceId: facts.sourceId + number,
          title: (titleOf(facts.title) || facts.date || facts.sourceId) + number,
          cover: keys.has(cover) ? cover : null,
          oldAddresses: n === 0 ? leading(facts) : [],
        });
        for (const one of checked(facts.sourceId, made))
          form.stories.push({ kind, facts: one, blocks: part });
      }
    },
    /** Call it last. */
    finish: (): Form => {
      leave('left_without_file', withoutFile);
      leave('left_addresses', lost);
      return form;
    },
  };
}

export type FormMaker = ReturnType<typeof formMaker>;
