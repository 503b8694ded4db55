/** Reads a folder in the form, or an export of another program (decision 029). */
import { formFiles } from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import { AppError } from '#http/app-error.ts';
import { type Form, readForm, requireFewItems } from '../read-form.ts';
import { flickr } from './flickr.ts';
import { folder } from './folder.ts';
import { folderFiles } from './folder-files.ts';
import type { Reader, ReadOptions } from './form-maker.ts';
import { lychee } from './lychee.ts';
import { wordpress } from './wordpress.ts';

/** The first that recognises a folder reads it. */
const readers: readonly Reader[] = [flickr, wordpress, lychee, folder];

/** Reads a folder as the form. Its files stay where they are. Throws `invalid_input` where nothing was found. */
export async function formOf(
  place: string,
  options: ReadOptions = { series: false },
): Promise<Form> {
  const files = await folderFiles(place);
  const own: string[] = [formFiles.items, formFiles.table];
  if (files.paths.some((file) => own.includes(file))) return await readForm(place);
  for (const reader of readers) {
    const form = await reader.read(files, options);
    if (!form) continue;
    requireFewItems(form);
    return { ...form, left: [reason(reader.found), ...form.left] };
  }
  const isZipped = files.paths.some((file) => /\.zip$/i.test(file));
  throw new AppError('invalid_input', reason(isZipped ? 'import_zipped' : 'import_nothing'));
}
