/** What a library moves in from: a folder in the form, or what other places export (decision 126). */

import { formFiles } from '@veldlicht/contract/moving';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { type Form, MAX_ITEMS, readForm } from '../read-form.ts';
import { flickr } from './flickr.ts';
import { folder } from './folder.ts';
import { folderFiles } from './folder-files.ts';
import type { Reader, ReadOptions } from './form-maker.ts';
import { lychee } from './lychee.ts';
import { wordpress } from './wordpress.ts';

/** The first that recognises a folder reads it. */
const readers: readonly Reader[] = [flickr, wordpress, lychee, folder];

/**
 * Reads a folder as the form, and says in words what it was. Files stay where they are. Throws `TerminalError` for one that
 * nothing can be made of.
 */
export async function formOf(
  place: string,
  options: ReadOptions = { series: false },
): Promise<Form> {
  const files = await folderFiles(place);
  const own: string[] = [formFiles.items, formFiles.table];
  if (files.paths.some((file) => own.includes(file))) return await readForm(place);
  for (const reader of readers) {
    if (!(await reader.recognises(files))) continue;
    const form = await reader.read(files, options);
    if (form.items.length > MAX_ITEMS)
      throw new TerminalError(`More than ${MAX_ITEMS} items at once.`);
    return { ...form, left: [`Read as ${reader.name}: ${reader.makes}.`, ...form.left] };
  }
  const isZipped = files.paths.some((file) => /\.zip$/i.test(file));
  throw new TerminalError(
    isZipped
      ? `There are only ZIP files in ${place}: unpack them first.`
      : `There are no photos or videos in ${place}.`,
  );
}
