/** A tree of photos and videos; the import reads the XMP beside them. */
import path from 'node:path';
import { byName, isMedia, nameOf } from './folder-files.ts';
import { type FormMaker, formMaker, type Reader } from './form-maker.ts';

/** Longest id of an item. */
const MAX_ID = 200;

/** An id that a later import finds again, whichever system wrote the name. */
export const idOf = (file: string) => file.normalize().slice(-MAX_ID);

/** Makes a series of each folder; `ids` are those of the files. */
export function addSeries(
  maker: FormMaker,
  folder: string,
  ids: ReadonlyMap<string, string>,
): void {
  for (const [inside, all] of Map.groupBy(ids.keys(), (file) => path.posix.dirname(file)))
    maker.story('series', {
      sourceId: idOf(`${inside}/`),
      title: nameOf(inside === '.' ? path.resolve(folder) : inside),
      words: [],
      pictures: all.toSorted(byName).map((file) => ids.get(file) ?? ''),
    });
}

export const folder: Reader = {
  found: 'import_as_folder',
  read: async (files, { series }) => {
    const ids = new Map(files.paths.filter(isMedia).map((file) => [file, idOf(file)]));
    if (ids.size === 0) return null;
    const maker = formMaker(files.folder, 'folder');
    for (const [file, sourceId] of ids) maker.item({ sourceId, file });
    if (series) addSeries(maker, files.folder, ids);
    return maker.finish();
  },
};
