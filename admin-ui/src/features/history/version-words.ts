/** Labels and differences of versions. */
import type { TFunction } from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { fieldText } from '#lib/field-words.ts';

/** Columns whose label has another key; null hides columns that follow from others. */
const columns: Record<string, PlainTextKey | null> = {
  categoryId: 'category',
  tagIds: 'tags',
  fileHash: 'file',
  focusX: 'focusPoint',
  focusY: 'focusPoint',
  cover: 'storyCover',
  exactChosen: null,
  allowedPositions: null,
  originalName: null,
};

/** Label of a field; null if it is not shown. */
export function versionField(name: string, t: TFunction): string | null {
  const key = columns[name];
  if (key === null) return null;
  return key ? t(key) : fieldText(name.replace('profile.', ''), t);
}

const AROUND = 60;

/** Cuts two texts to the part that differs, with some context. */
export function differingParts(was: string, became: string): readonly [string, string] {
  const [a, b] = [[...was], [...became]];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const from = Math.max(0, start - AROUND);
  const cut = (text: string[]) => {
    const until = text.length - Math.max(0, end - AROUND);
    const part = text.slice(from, until).join('');
    return `${from > 0 ? '…' : ''}${part}${until < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
