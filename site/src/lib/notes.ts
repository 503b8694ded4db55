/** How field notes are laid out and listed (pure). */
import type {
  ItemLink,
  NoteListPage,
  PublicNote,
  StoryPagePart,
} from '@veldlicht/contract/snapshot';
import { plainWords } from '@veldlicht/contract/story';
import { nl } from '#copy/nl.ts';
import { type NamedSite, summary } from './texts.ts';

type Figure = Extract<StoryPagePart, { item: ItemLink }>;
export type NoteBlock = { text: string } | { figures: Figure[] };

/** At most so many pictures stand side by side. */
const MOST_BESIDE = 3;

/** Pictures with no words between them stand side by side. */
export function noteBlocks(parts: StoryPagePart[]): NoteBlock[] {
  const blocks: NoteBlock[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if ('text' in part) blocks.push(part);
    else if (last && 'figures' in last && last.figures.length < MOST_BESIDE)
      last.figures.push(part);
    else blocks.push({ figures: [part] });
  }
  return blocks;
}

/** What stands for a note elsewhere: its cover, or the first picture in it. */
export function notePicture({ cover, parts }: PublicNote): ItemLink | undefined {
  const shown = parts.flatMap((part) => ('item' in part ? part.item : []));
  return cover ?? shown[0];
}

/** One line, for search engines and link previews. */
export function noteDescription(note: PublicNote, { profile }: NamedSite): string {
  const words = note.parts.flatMap((part) => ('text' in part ? part.text : []));
  return summary(plainWords(...words)) || nl.notes.ofOne(note.title, profile.photographer);
}

/** The newest year first. */
export function notesByYear(notes: NoteListPage['notes']): [string, NoteListPage['notes']][] {
  return [...Map.groupBy(notes, ({ date }) => date.slice(0, 4))];
}
