/** The field notes, and the list that leads to them. */
import type { ItemLink, NoteLink, PublicNote } from '@veldlicht/contract/snapshot';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { type Story, seqsOf } from '../snapshot/stories.ts';
import { toLink } from '../snapshot/to-public-item.ts';
import { linkStamp, type Route, route } from './route.ts';

/** Where the list is; each note stands below it. */
export const NOTES_PATH = '/veldnotities';

/** A note with what it shows. */
export interface Note extends Story {
  path: string;
  /** Its cover first. */
  entries: Entry[];
  /** All that its page shows of itself. */
  key: string;
}

/** The newest first; `most` of them. */
export function notesOf(source: ContentSource, most = Infinity): Note[] {
  const stories = source.stories.filter(({ kind }) => kind === 'note').slice(0, most);
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
    return { ...story, path: `${NOTES_PATH}/${story.slug}`, entries, key };
  });
}

const toNoteLink = ({ path, title, date }: NoteLink): NoteLink => ({ path, title, date });

/** What leads to these items, by their number; read together. */
function linksOf(source: ContentSource, entries: Entry[]): Map<number, ItemLink> {
  const items = source.items(entries);
  return new Map(
    entries.flatMap(({ seq }, i) => (items[i] ? [[seq, toLink(items[i])] as const] : [])),
  );
}

export function toPublicNote(source: ContentSource, note: Note): PublicNote {
  const links = linksOf(source, note.entries);
  const names = new Set(note.entries.flatMap(({ species }) => species));
  return {
    ...toNoteLink(note),
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

/** Its first words, and its cover or the first item in it: what the list shows. */
function glimpseOf(note: Note): { words: string; picture: Entry | undefined } {
  const words = note.parts.find((part) => 'text' in part);
  return { words: words?.text ?? '', picture: note.entries[0] };
}

function listRoute(source: ContentSource, notes: Note[]): Route {
  const listed = notes.map((note) => ({ link: toNoteLink(note), ...glimpseOf(note) }));
  const shown = listed.map(({ link, words, picture }) => [link, words, linkStamp(picture)]);
  return route(NOTES_PATH, sha256(JSON.stringify(shown)), () => {
    const links = linksOf(
      source,
      listed.flatMap(({ picture }) => picture ?? []),
    );
    return {
      ...{ kind: 'note-list', path: NOTES_PATH, site: source.site },
      notes: listed.map(({ link, words, picture }) => ({
        ...{ ...link, words, picture: (picture && links.get(picture.seq)) ?? null },
      })),
    };
  });
}

/** None while there is no note. */
export function noteRoutes(source: ContentSource): Route[] {
  const notes = notesOf(source);
  if (notes.length === 0) return [];
  const pages = notes.map((note, i) => {
    const [newer, older] = [notes[i - 1], notes[i + 1]];
    const [previous, next] = [newer, older].map((one) => (one ? toNoteLink(one) : null));
    return route(note.path, JSON.stringify([note.key, previous, next]), () => ({
      ...{ kind: 'note', path: note.path, site: source.site, note: toPublicNote(source, note) },
      ...{ previous: previous ?? null, next: next ?? null },
    }));
  });
  return [listRoute(source, notes), ...pages];
}
