/** Stories: their pages, the lists that lead to them, and the file that the library's search reads. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import {
  blocksWith,
  type ListedSeries,
  type PublicSeries,
  type SeriesLink,
  shownInBlocks,
} from '@veldlicht/contract/series';
import { siteOf } from '@veldlicht/contract/site-facts';
import type { ItemLink, NoteLink, PublicNote } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import type { StoryKind } from '@veldlicht/contract/story';
import { type Story, seqsOf, storyPath } from '@veldlicht/database/public/to-public-story';
import { type Content, jsonOf, type RouteKind, rowsOf, valuesOf } from './route-kind.ts';

/** Where the lists are. */
const NOTES_PATH = '/veldnotities';
const SERIES_PATH = '/reeksen';
/** What the library's search reads. */
const SEARCHED_PATH = '/verhalen.json';
/** Characters of the words of a story that the library's search looks at. */
const SEARCHED_WORDS = 2000;
/** Stories of a kind in the feed. */
const FEED_STORIES = 10;

const storiesOf = (content: Content, kind: StoryKind, most = -1) =>
  jsonOf<Story>(
    content,
    'SELECT story FROM stories WHERE kind = ? ORDER BY place DESC LIMIT ?',
    kind,
    most,
  );

/** What leads to the items of some stories, by their number; read together. */
function linksOf(content: Content, seqs: number[]): Map<number, ItemLink> {
  const rows = rowsOf<{ seq: number; link: string }>(
    content,
    'SELECT seq, link FROM items WHERE seq IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(seqs)]),
  );
  return new Map(rows.map(({ seq, link }) => [seq, JSON.parse(link)]));
}

const toStoryLink = (story: Story): NoteLink => ({
  path: storyPath(story),
  title: story.title,
  date: story.date,
});

/** What leads to the first picture of each, in their order. */
function picturesOf(content: Content, list: Story[]): (ItemLink | null)[] {
  const first = list.map((story) => seqsOf(story)[0] ?? -1);
  const links = linksOf(content, first);
  return first.map((seq) => links.get(seq) ?? null);
}

/** Names of all species that items show, by the Dutch name's place in the list. */
function speciesIn(content: Content, seqs: number[]): SpeciesName[] {
  return rowsOf(
    content,
    `SELECT DISTINCT o.name AS scientificName, o.dutch_name AS dutchName
    FROM items i, json_each(i.species) s JOIN species o ON o.name = s.value
    WHERE i.seq IN (SELECT value FROM json_each(?)) ORDER BY o.name`,
    JSON.stringify(seqs),
  );
}

function toPublicNote(content: Content, note: Story): PublicNote {
  const seqs = seqsOf(note);
  const links = linksOf(content, seqs);
  return {
    ...toStoryLink(note),
    publishedAt: new Date(note.publishedAt).toISOString(),
    cover: links.get(note.cover ?? -1) ?? null,
    parts: note.parts.flatMap((part) => {
      if ('text' in part) return part;
      const item = links.get(part.seq);
      return item ? { item, caption: part.caption } : [];
    }),
    species: speciesIn(content, seqs),
  };
}

function toPublicSeries(content: Content, series: Story): PublicSeries {
  const links = linksOf(content, seqsOf(series));
  return {
    ...toStoryLink(series),
    publishedAt: new Date(series.publishedAt).toISOString(),
    introduction: series.introduction,
    cover: links.get(series.cover ?? -1) ?? null,
    blocks: blocksWith(series.blocks, (seq) => links.get(seq)),
  };
}

const toStoryLinks = (content: Content, list: Story[]): SeriesLink[] => {
  const pictures = picturesOf(content, list);
  return list.map((story, i) => ({ ...toStoryLink(story), picture: pictures[i] ?? null }));
};

function toListed(content: Content, list: Story[]): ListedSeries[] {
  return toStoryLinks(content, list).map((link, i) => ({
    ...link,
    introduction: list[i]?.introduction ?? '',
    count: shownInBlocks(list[i]?.blocks ?? []).length,
  }));
}

/** Those of these series that are public, in their order. */
export function listedSeries(content: Content, ids: string[]): ListedSeries[] {
  const query = "SELECT story FROM stories WHERE kind = 'series' AND id = ?";
  return toListed(
    content,
    ids.flatMap((id) => jsonOf<Story>(content, query, id)),
  );
}

/** What the feed has of stories. */
export function feedStories(content: Content) {
  return {
    notes: storiesOf(content, 'note', FEED_STORIES).map((one) => toPublicNote(content, one)),
    series: storiesOf(content, 'series', FEED_STORIES).map((one) => toPublicSeries(content, one)),
  };
}

/** Address of the file that the library's search reads; null while there is no story. */
export function storiesPath(content: Content): string | null {
  return valuesOf(content, 'SELECT 1 FROM stories LIMIT 1').length > 0 ? SEARCHED_PATH : null;
}

/**
 * Stories that differ, and those that show items that do: with both their neighbours, which lead to them. CROSS keeps
 * SQLite, which knows nothing of how few rows differ, from walking through the items of all stories.
 */
const TOUCHED = `
  WITH changed AS (
    SELECT kind, place, path, is_less FROM changed_stories
    UNION ALL SELECT s.kind, s.place, s.path, c.is_less
    FROM changed_items c CROSS JOIN story_items i USING (seq) JOIN stories s ON s.id = i.story
  )`;
const nextTo = (sign: '<' | '>', column: string, kind: string, place: string) => `
  SELECT ${column} FROM stories s WHERE s.kind = ${kind} AND s.place ${sign} ${place}
  ORDER BY s.place ${sign === '<' ? 'DESC' : ''} LIMIT 1`;
const touchedPages = (kind: StoryKind) => `
  ${TOUCHED}
  SELECT path, is_less FROM changed WHERE kind = '${kind}'
  UNION ALL SELECT (${nextTo('<', 's.path', 'changed.kind', 'changed.place')}), is_less
    FROM changed WHERE kind = '${kind}'
  UNION ALL SELECT (${nextTo('>', 's.path', 'changed.kind', 'changed.place')}), is_less
    FROM changed WHERE kind = '${kind}'`;
const touchedList = (path: string, kinds: StoryKind[]) => `${TOUCHED}
  SELECT '${path}', is_less FROM changed WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join()})`;
const allOf = (kind: StoryKind) =>
  `SELECT path FROM stories WHERE kind = '${kind}' ORDER BY place DESC`;
const listOf = (path: string, where = 'true') =>
  `SELECT '${path}' AS path WHERE EXISTS (SELECT 1 FROM stories WHERE ${where})`;

/** A story with its neighbours: the next newer and the next older one. */
function storyAt(content: Content, path: string, kind: StoryKind) {
  const query = 'SELECT story, place FROM stories WHERE path = ? AND kind = ?';
  const [row] = rowsOf<{ story: string; place: string }>(content, query, path, kind);
  if (!row) return null;
  const beside = (sign: '<' | '>') =>
    jsonOf<Story>(content, nextTo(sign, 's.story', '?', '?'), kind, row.place)[0];
  return { story: JSON.parse(row.story) as Story, newer: beside('>'), older: beside('<') };
}

const notePages: RouteKind = {
  pattern: /^\/veldnotities\/[^/]+$/,
  kind: 'note',
  all: allOf('note'),
  touched: touchedPages('note'),
  isListed: true,
  show: (content, path) => {
    const found = storyAt(content, path, 'note');
    if (!found) return null;
    const { story, newer, older } = found;
    const page = {
      kind: 'note' as const,
      path,
      site: siteOf(content.site, 'note'),
      note: toPublicNote(content, story),
      previous: newer ? toStoryLink(newer) : null,
      next: older ? toStoryLink(older) : null,
    };
    return { page };
  },
};

/** The list has the first words of a note, and its cover or the first item in it. */
const noteList: RouteKind = {
  pattern: /^\/veldnotities$/,
  kind: 'note-list',
  all: listOf(NOTES_PATH, "kind = 'note'"),
  touched: touchedList(NOTES_PATH, ['note']),
  isListed: true,
  show: (content, path) => {
    const list = storiesOf(content, 'note');
    if (list.length === 0) return null;
    const pictures = picturesOf(content, list);
    const notes = list.map((note, i) => {
      const first = note.parts.find((part) => 'text' in part);
      return { ...toStoryLink(note), words: first?.text ?? '', picture: pictures[i] ?? null };
    });
    return { page: { kind: 'note-list', path, site: siteOf(content.site, 'note-list'), notes } };
  },
};

const seriesPages: RouteKind = {
  pattern: /^\/reeks\/[^/]+$/,
  kind: 'series',
  all: allOf('series'),
  touched: touchedPages('series'),
  isListed: true,
  show: (content, path) => {
    const found = storyAt(content, path, 'series');
    if (!found) return null;
    const { story, newer, older } = found;
    const toSeriesLink = (one: Story | undefined) =>
      toStoryLinks(content, one ? [one] : [])[0] ?? null;
    const page = {
      kind: 'series' as const,
      path,
      site: siteOf(content.site, 'series'),
      series: toPublicSeries(content, story),
      previous: toSeriesLink(newer),
      next: toSeriesLink(older),
    };
    return { page };
  },
};

const seriesList: RouteKind = {
  pattern: /^\/reeksen$/,
  kind: 'series-list',
  all: listOf(SERIES_PATH, "kind = 'series'"),
  touched: touchedList(SERIES_PATH, ['series']),
  isListed: true,
  show: (content, path) => {
    const list = storiesOf(content, 'series');
    if (list.length === 0) return null;
    const series = toListed(content, list);
    const site = siteOf(content.site, 'series-list');
    return { page: { kind: 'series-list', path, site, series } };
  },
};

/** What the library's search looks at in a story. */
function toSearched(story: Story, links: Map<number, ItemLink>): LibraryStory {
  const { kind, title, introduction, parts, blocks } = story;
  const texts = [...parts, ...blocks].flatMap((one) => ('text' in one ? one.text : []));
  const words = [introduction, ...texts].join('\n').slice(0, SEARCHED_WORDS);
  const shown = new Set(seqsOf(story).flatMap((seq) => links.get(seq)?.title ?? []));
  return { kind, path: storyPath(story), title, words: [words, ...shown].join('\n') };
}

const searchedStories: RouteKind = {
  pattern: /^\/verhalen\.json$/,
  kind: null,
  all: listOf(SEARCHED_PATH),
  touched: touchedList(SEARCHED_PATH, ['note', 'series']),
  show: (content) => {
    const stories = jsonOf<Story>(
      content,
      "SELECT story FROM stories ORDER BY story ->> 'publishedAt' DESC, id",
    );
    if (stories.length === 0) return null;
    const links = linksOf(content, stories.flatMap(seqsOf));
    const facts = stories.map((story) => toSearched(story, links));
    return { facts, text: () => JSON.stringify(facts) };
  },
};

export const storyRoutes: RouteKind[] = [
  seriesList,
  seriesPages,
  noteList,
  notePages,
  searchedStories,
];
