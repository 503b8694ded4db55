/** Stories with what they show: their addresses and keys. */
import type { ItemLink, NoteLink } from '@veldlicht/contract/snapshot';
import type { StoryKind } from '@veldlicht/contract/story';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { type Story, seqsOf } from '../snapshot/stories.ts';
import { toLink } from '../snapshot/to-public-item.ts';
import { linkStamp } from './route.ts';

/** Where the lists are. */
export const NOTES_PATH = '/veldnotities';
export const SERIES_PATH = '/reeksen';
/** Below which address each stands. */
const folders = { note: NOTES_PATH, series: '/reeks' } as const;

/** A story with what it shows. */
export interface ToldStory extends Story {
  path: string;
  /** Its cover first. */
  entries: Entry[];
  /** All that its page shows of itself. */
  key: string;
}

/** The newest first; `most` of them. */
export function storiesOf(
  source: ContentSource,
  wantedKind: StoryKind,
  most = Infinity,
): ToldStory[] {
  const stories = source.stories.filter(({ kind }) => kind === wantedKind).slice(0, most);
  const wanted = new Set(stories.flatMap(seqsOf));
  const bySeq = new Map<number, Entry>();
  for (const entry of wanted.size > 0 ? source.entries : [])
    if (wanted.has(entry.seq)) bySeq.set(entry.seq, entry);
  const names = new Map(source.species.map((one) => [one.scientificName, one.dutchName]));
  return stories.map((story) => {
    const entries = seqsOf(story).flatMap((seq) => bySeq.get(seq) ?? []);
    const shown = entries.map((one) => [
      linkStamp(one),
      ...one.species.map((name) => [name, names.get(name)]),
    ]);
    const key = sha256(JSON.stringify([story, shown])).slice(0, 20);
    return { ...story, path: `${folders[wantedKind]}/${story.slug}`, entries, key };
  });
}

export const toStoryLink = ({ path, title, date }: NoteLink): NoteLink => ({ path, title, date });

/** What leads to these items, by their number; read together. */
export function linksOf(source: ContentSource, entries: Entry[]): Map<number, ItemLink> {
  const items = source.items(entries);
  return new Map(
    entries.flatMap(({ seq }, i) => (items[i] ? [[seq, toLink(items[i])] as const] : [])),
  );
}
