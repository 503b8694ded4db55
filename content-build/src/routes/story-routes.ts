/** Stories: their pages and lists, and the file for the library's search. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import type { ListedStory, PublicStory, StoryLink } from '@veldlicht/contract/public-story';
import { siteOf } from '@veldlicht/contract/site-facts';
import type { ItemLink } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import type { StoryKind } from '@veldlicht/contract/story';
import { blocksWith, shownInBlocks } from '@veldlicht/contract/story-body';
import { type Story, seqsOf, storyPath } from '@veldlicht/database/public/to-public-story';
import { type Content, jsonOf, type RouteKind, rowsOf, valuesOf } from './route-kind.ts';

const NOTES_PATH = '/veldnotities';
const SERIES_PATH = '/reeksen';
const SEARCHED_PATH = '/verhalen.json';
/** Characters of a story that are searched. */
const SEARCHED_WORDS = 2000;
/** Per kind. */
const FEED_STORIES = 10;

const storiesOf = (content: Content, kind: StoryKind, most = -1) =>
  jsonOf<Story>(
    content,
    'SELECT story FROM stories WHERE kind = ? ORDER BY place DESC LIMIT ?',
    kind,
    most,
  );

/** Links to items by their number, in one query. */
function linksOf(content: Content, seqs: number[]): Map<number, ItemLink> {
  const rows = rowsOf<{ seq: number; link: string }>(
    content,
    'SELECT seq, link FROM items WHERE seq IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(seqs)]),
  );
  return new Map(rows.map(({ seq, link }) => [seq, JSON.parse(link)]));
}

/** Link to the first picture of each story. */
function picturesOf(content: Content, list: Story[]): (ItemLink | null)[] {
  const first = list.map((story) => seqsOf(story)[0] ?? -1);
  const links = linksOf(content, first);
  return first.map((seq) => links.get(seq) ?? null);
}

/** Species of items, by scientific name. */
function speciesIn(content: Content, seqs: number[]): SpeciesName[] {
  return rowsOf(
    content,
    `SELECT DISTINCT o.name AS scientificName, o.dutch_name AS dutchName
    FROM items i, json_each(i.species) s JOIN species o ON o.name = s.value
    WHERE i.seq IN (SELECT value FROM json_each(?)) ORDER BY o.name`,
    JSON.stringify(seqs),
  );
}

function toPublicStory(content: Content, story: Story): PublicStory {
  const seqs = seqsOf(story);
  const links = linksOf(content, seqs);
  return {
    path: storyPath(story),
    title: story.title,
    date: story.date,
    publishedAt: new Date(story.publishedAt).toISOString(),
    cover: links.get(story.cover ?? -1) ?? null,
    blocks: blocksWith(story.blocks, (seq) => links.get(seq)),
    species: speciesIn(content, seqs),
  };
}

function toStoryLinks(content: Content, list: Story[]): StoryLink[] {
  const pictures = picturesOf(content, list);
  return list.map((story, i) => ({
    path: storyPath(story),
    title: story.title,
    date: story.date,
    picture: pictures[i] ?? null,
  }));
}

function toListed(content: Content, list: Story[]): ListedStory[] {
  return toStoryLinks(content, list).map((link, i) => {
    const blocks = list[i]?.blocks ?? [];
    const first = blocks.find((block) => block.kind === 'text');
    return { ...link, words: first?.text ?? '', count: shownInBlocks(blocks).length };
  });
}

/** The public ones among these series, in the given order. */
export function listedSeries(content: Content, ids: string[]): ListedStory[] {
  const query = "SELECT story FROM stories WHERE kind = 'series' AND id = ?";
  return toListed(
    content,
    ids.flatMap((id) => jsonOf<Story>(content, query, id)),
  );
}

export function feedStories(content: Content) {
  return {
    notes: storiesOf(content, 'note', FEED_STORIES).map((one) => toPublicStory(content, one)),
    series: storiesOf(content, 'series', FEED_STORIES).map((one) => toPublicStory(content, one)),
  };
}

/** Address of the file for searching; null without stories. */
export function storiesPath(content: Content): string | null {
  return valuesOf(content, 'SELECT 1 FROM stories LIMIT 1').length > 0 ? SEARCHED_PATH : null;
}

/**
 * Stories that changed, or show items that did. CROSS JOIN keeps SQLite from scanning the items of all stories: it does
 * not know how few rows differ.
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

/** A story, with the next newer and next older ones. */
function storyAt(content: Content, path: string, kind: StoryKind) {
  const query = 'SELECT story, place FROM stories WHERE path = ? AND kind = ?';
  const [row] = rowsOf<{ story: string; place: string }>(content, query, path, kind);
  if (!row) return null;
  const beside = (sign: '<' | '>') =>
    jsonOf<Story>(content, nextTo(sign, 's.story', '?', '?'), kind, row.place)[0];
  return { story: JSON.parse(row.story) as Story, newer: beside('>'), older: beside('<') };
}

const storyPages = (kind: StoryKind, pattern: RegExp): RouteKind => ({
  pattern,
  kind,
  all: allOf(kind),
  touched: touchedPages(kind),
  isListed: true,
  show: (content, path) => {
    const found = storyAt(content, path, kind);
    if (!found) return null;
    const { story, newer, older } = found;
    // Field notes link to each other without pictures.
    const toLink = (one: Story | undefined) => {
      const [link] = toStoryLinks(content, one ? [one] : []);
      return link ? { ...link, picture: kind === 'note' ? null : link.picture } : null;
    };
    const page = {
      kind,
      path,
      site: siteOf(content.site, kind),
      story: toPublicStory(content, story),
      previous: toLink(newer),
      next: toLink(older),
    };
    return { page };
  },
});

const noteList: RouteKind = {
  pattern: /^\/veldnotities$/,
  kind: 'note-list',
  all: listOf(NOTES_PATH, "kind = 'note'"),
  touched: touchedList(NOTES_PATH, ['note']),
  isListed: true,
  show: (content, path) => {
    const notes = toListed(content, storiesOf(content, 'note'));
    if (notes.length === 0) return null;
    return { page: { kind: 'note-list', path, site: siteOf(content.site, 'note-list'), notes } };
  },
};

const seriesList: RouteKind = {
  pattern: /^\/reeksen$/,
  kind: 'series-list',
  all: listOf(SERIES_PATH, "kind = 'series'"),
  touched: touchedList(SERIES_PATH, ['series']),
  isListed: true,
  show: (content, path) => {
    const series = toListed(content, storiesOf(content, 'series'));
    if (series.length === 0) return null;
    const site = siteOf(content.site, 'series-list');
    return { page: { kind: 'series-list', path, site, series } };
  },
};

/** Texts of a story that are searched. */
function toSearched(story: Story, links: Map<number, ItemLink>): LibraryStory {
  const { kind, title, blocks } = story;
  const texts = blocks.flatMap((one) => ('text' in one ? one.text : []));
  const words = texts.join('\n').slice(0, SEARCHED_WORDS);
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
  storyPages('series', /^\/reeks\/[^/]+$/),
  noteList,
  storyPages('note', /^\/veldnotities\/[^/]+$/),
  searchedStories,
];
