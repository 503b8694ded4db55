/** Stories: their pages, the lists that lead to them, and the file that the library's search reads. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import {
  blocksWith,
  type ListedSeries,
  type PublicSeries,
  type SeriesLink,
  shownInBlocks,
} from '@veldlicht/contract/series';
import type { ItemLink, NoteLink, PageData, PublicNote } from '@veldlicht/contract/snapshot';
import { type StoryKind, storyKinds } from '@veldlicht/contract/story';
import { toLink } from '@veldlicht/database/public/to-public-item';
import { type Story, seqsOf } from '@veldlicht/database/public/to-public-story';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { linkStamp, type Route, route } from './route.ts';

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

const toStoryLink = ({ path, title, date }: NoteLink): NoteLink => ({ path, title, date });

/** What leads to these items, by their number; read together. */
function linksOf(source: ContentSource, entries: Entry[]): Map<number, ItemLink> {
  const items = source.items(entries);
  return new Map(
    entries.flatMap(({ seq }, i) => (items[i] ? [[seq, toLink(items[i])] as const] : [])),
  );
}

/** What leads to the first picture of each, in their order. */
function picturesOf(source: ContentSource, list: ToldStory[]): (ItemLink | null)[] {
  const links = linksOf(
    source,
    list.flatMap(({ entries }) => entries[0] ?? []),
  );
  return list.map(({ entries }) => links.get(entries[0]?.seq ?? -1) ?? null);
}

/** A page for each; its key has what it shows of its neighbours. */
function pagesOf(
  list: ToldStory[],
  linkKey: (story: ToldStory) => unknown,
  pageOf: (story: ToldStory, neighbours: (ToldStory | undefined)[]) => PageData,
): Route[] {
  return list.map((story, i) => {
    const neighbours = [list[i - 1], list[i + 1]];
    const keys = neighbours.map((one) => (one ? linkKey(one) : null));
    return route(story.path, JSON.stringify([story.key, ...keys]), () => pageOf(story, neighbours));
  });
}

export function toPublicNote(source: ContentSource, note: ToldStory): PublicNote {
  const links = linksOf(source, note.entries);
  const names = new Set(note.entries.flatMap(({ species }) => species));
  return {
    ...toStoryLink(note),
    publishedAt: new Date(note.publishedAt).toISOString(),
    cover: links.get(note.cover ?? -1) ?? null,
    parts: note.parts.flatMap((part) => {
      if ('text' in part) return part;
      const item = links.get(part.seq);
      return item ? { item, caption: part.caption } : [];
    }),
    species: source.species
      .filter(({ scientificName }) => names.has(scientificName))
      .map(({ scientificName, dutchName }) => ({ scientificName, dutchName })),
  };
}

/** The list has the first words of a note, and its cover or the first item in it. */
function noteListRoute(source: ContentSource, notes: ToldStory[]): Route {
  const listed = notes.map((note) => {
    const first = note.parts.find((part) => 'text' in part);
    return { ...toStoryLink(note), words: first?.text ?? '' };
  });
  const stamps = notes.map(({ entries }) => linkStamp(entries[0]));
  return route(NOTES_PATH, sha256(JSON.stringify([listed, stamps])), () => {
    const pictures = picturesOf(source, notes);
    return {
      ...{ kind: 'note-list', path: NOTES_PATH, site: source.site },
      notes: listed.map((one, i) => ({ ...one, picture: pictures[i] ?? null })),
    };
  });
}

/** None while there is no note. */
export function noteRoutes(source: ContentSource): Route[] {
  const notes = storiesOf(source, 'note');
  if (notes.length === 0) return [];
  const pages = pagesOf(notes, toStoryLink, (note, neighbours) => {
    const [previous = null, next = null] = neighbours.map((one) => (one ? toStoryLink(one) : null));
    const shown = toPublicNote(source, note);
    return { kind: 'note', path: note.path, site: source.site, note: shown, previous, next };
  });
  return [noteListRoute(source, notes), ...pages];
}

export function toPublicSeries(source: ContentSource, series: ToldStory): PublicSeries {
  const links = linksOf(source, series.entries);
  const { introduction } = series;
  return {
    ...toStoryLink(series),
    publishedAt: new Date(series.publishedAt).toISOString(),
    introduction,
    cover: links.get(series.cover ?? -1) ?? null,
    blocks: blocksWith(series.blocks, (seq) => links.get(seq)),
  };
}

const linkKey = (series: ToldStory) => [toStoryLink(series), linkStamp(series.entries[0])];
const toldOf = ({ introduction, blocks }: ToldStory) => ({
  introduction,
  count: shownInBlocks(blocks).length,
});

/** Several series as a page shows them. */
export function toListed(source: ContentSource, list: ToldStory[]): ListedSeries[] {
  const pictures = picturesOf(source, list);
  return list.map((one, i) => {
    return { ...toStoryLink(one), picture: pictures[i] ?? null, ...toldOf(one) };
  });
}

/** Changes with all that `toListed` tells. */
export const listedKey = (list: ToldStory[]) =>
  sha256(JSON.stringify([list.map(linkKey), list.map(toldOf)]));

/** None while there is no series. */
export function seriesRoutes(source: ContentSource): Route[] {
  const list = storiesOf(source, 'series');
  if (list.length === 0) return [];
  const { site } = source;
  const all = route(SERIES_PATH, listedKey(list), () => ({
    ...{ kind: 'series-list', path: SERIES_PATH, site, series: toListed(source, list) },
  }));
  const toSeriesLink = (one: ToldStory | undefined): SeriesLink | null =>
    one ? { ...toStoryLink(one), picture: picturesOf(source, [one])[0] ?? null } : null;
  const pages = pagesOf(list, linkKey, (one, [newer, older]) => ({
    ...{ kind: 'series', path: one.path, site, series: toPublicSeries(source, one) },
    ...{ previous: toSeriesLink(newer), next: toSeriesLink(older) },
  }));
  return [all, ...pages];
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
