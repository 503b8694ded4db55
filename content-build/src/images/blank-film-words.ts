import { editIndex } from './film-boxes.ts';
import { blankWords } from './iso-boxes.ts';

/** Blanks the boxes with words in a film that ffmpeg wrote: it adds an empty list of its own. */
export async function blankFilmWords(file: string): Promise<void> {
  await editIndex(file, blankWords);
}
