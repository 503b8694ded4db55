/** The fields of an item in the panel; its form, the table, the bulk edit and drafts loop over these lists. */
import { without } from '@veldlicht/contract/by-name';
import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PlainTextKey } from '#i18n/en.ts';
import type { FieldValues } from './field-values.ts';

/** In the order of the form. */
export const draftNames = [
  'title',
  'category',
  'type',
  'date',
  ...without(typedFields, ['title', 'date', 'location']),
  'location',
  'locationPrivacy',
  'tags',
  'species',
] as const satisfies readonly (keyof FieldValues)[];

/** With the fields that all drafts share. */
export const fieldNames = [
  ...draftNames,
  'featured',
  'status',
  'publishFrom',
  'publishUntil',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type AllValues = FieldValues & Pick<MediaItem, Exclude<FieldName, keyof FieldValues>>;

/** Whether the bulk edit can set it. */
export function isForMany(name: FieldName): boolean {
  const text = typedFields.find((one) => one === name);
  return text ? itemFields[text].bulk : name !== 'type';
}

const tracks = {
  title: 'minmax(8rem,2.2fr)',
  category: 'minmax(6.25rem,1fr)',
  date: '7.75rem',
  location: 'minmax(6rem,1.4fr)',
  locationPrivacy: 'minmax(6rem,8.5rem)',
  tags: 'minmax(3.5rem,1.3fr)',
  species: 'minmax(4.5rem,1.3fr)',
} as const satisfies Partial<Record<FieldName, string>>;

export type Column = keyof typeof tracks;
// Cast: `keys` forgets the names.
export const columns = Object.keys(tracks) as Column[];

export const headOf = (column: Column): PlainTextKey =>
  column === 'locationPrivacy' ? 'privacyShort' : column;

/** Grid tracks of a row: checkbox, picture, the columns, state, buttons. */
export const tracksWith = (buttons: string): string =>
  `2.5rem 3.5rem ${Object.values(tracks).join(' ')} minmax(5.25rem,1fr) ${buttons}`;
