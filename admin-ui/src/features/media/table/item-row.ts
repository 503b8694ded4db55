/** An item as a row of the table (pure). */
import { pick } from '@veldlicht/contract/by-name';
import { itemFieldNames } from '@veldlicht/contract/item-fields';
import type { MediaItem } from '@veldlicht/contract/media';
import { oncePer } from '#lib/once-per.ts';
import { initialValues } from '../field-values.ts';
import { fieldNames } from '../fields.ts';
import { listsAfter, type MediaRow, type RowChange } from './row-change.ts';

export const rowOfItem = oncePer(
  (item: MediaItem): MediaRow => ({
    id: item.id,
    name: item.title,
    fields: initialValues(item),
    fileName: item.originalName,
    keywords: [],
    level: item.guard?.level ?? null,
  }),
);

/** An item after a change, as the server will have it (pure). */
export function changedItem(item: MediaItem, change: RowChange): MediaItem {
  const given = fieldNames.filter((name) => change[name] !== undefined);
  const after = { ...item, ...pick(change, given) } as MediaItem;
  const texts = itemFieldNames.filter((name) => name !== 'title' && after[name] === '');
  return {
    ...after,
    ...Object.fromEntries(texts.map((name) => [name, null])),
    ...listsAfter(after, change),
  };
}
