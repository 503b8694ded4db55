/** Stories with what they show: their addresses and keys. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import type { ItemLink, NoteLink } from '@veldlicht/contract/snapshot';
import { type StoryKind, storyKinds } from '@veldlicht/contract/story';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { type Story, seqsOf } from '../snapshot/stories.ts';
import { toLink } from '../snapshot/to-public-item.ts';
import { linkStamp, type Route } from './route.ts';

/** Where the lists are. */
export const NOTES_PATH = '/veldnotities';
export const SERIES_PATH = '/reeksen';
/** Below which address each stands. */
const folders = { note: NOTES_PATH, series: '/reeks' } as const;

/** Characters of the words of a story that the library's search looks at. */
const SEARCHED_WORDS = 2000;

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

/** What the library's search looks at in a story. */
function toSearched(story: ToldStory, links: Map<number, ItemLink>): LibraryStory {
  const { kind, path, title, introduction, parts, blocks } = story;
  const texts = [...parts, ...blocks].flatMap((one) => ('text' in one ? one.text : []));
  const words = [introduction, ...texts].join('\n').slice(0, SEARCHED_WORDS);
  const shown = new Set(story.entries.flatMap(({ seq }) => links.get(seq)?.title ?? []));
  return { kind, path, title, words: [words, ...shown].join('\n') };
}

/** The file that the library's search reads; none while there is no story. */
export function storiesFileRoutes(source: ContentSource): Route[] {
  const stories = storyKinds.flatMap((kind) => storiesOf(source, kind));
  if (stories.length === 0) return [];
  const newest = stories.sort((a, b) => b.publishedAt - a.publishedAt);
  const text = () => {
    const shown = new Map(newest.flatMap(({ entries }) => entries.map((one) => [one.seq, one])));
    const links = linksOf(source, [...shown.values()]);
    return JSON.stringify(newest.map((story) => toSearched(story, links)));
  };
  const key = sha256(JSON.stringify(newest.map((story) => [story.path, story.key])));
  return [{ path: '/verhalen.json', key, media: null, page: null, text }];
}
