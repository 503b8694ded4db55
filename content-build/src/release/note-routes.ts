/** The field notes, and the list that leads to them. */
import type { PublicNote } from '@veldlicht/contract/snapshot';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { linkStamp, type Route, route } from './route.ts';
import { linksOf, NOTES_PATH, storiesOf, type ToldStory, toStoryLink } from './told-stories.ts';

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

/** Its first words, and its cover or the first item in it: what the list shows. */
function glimpseOf(note: ToldStory): { words: string; picture: Entry | undefined } {
  const words = note.parts.find((part) => 'text' in part);
  return { words: words?.text ?? '', picture: note.entries[0] };
}

function listRoute(source: ContentSource, notes: ToldStory[]): Route {
  const listed = notes.map((note) => ({ link: toStoryLink(note), ...glimpseOf(note) }));
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
  const notes = storiesOf(source, 'note');
  if (notes.length === 0) return [];
  const pages = notes.map((note, i) => {
    const [newer, older] = [notes[i - 1], notes[i + 1]];
    const [previous, next] = [newer, older].map((one) => (one ? toStoryLink(one) : null));
    return route(note.path, JSON.stringify([note.key, previous, next]), () => ({
      ...{ kind: 'note', path: note.path, site: source.site, note: toPublicNote(source, note) },
      ...{ previous: previous ?? null, next: next ?? null },
    }));
  });
  return [listRoute(source, notes), ...pages];
}
