import { storyBody, wordsOfBlocks } from '@veldlicht/contract/story-body';
import type { TFunction } from 'i18next';
import { choiceWords } from './field-words.ts';
import { dayText, longMomentText } from './time-text.ts';

/** Fields with labelled values. */
const choices = ['role', 'status', 'type', 'locationPrivacy'];
const moments = ['publishFrom', 'publishUntil'];

/** Formats a field's value for comparison with another. */
export function valueText(name: string, value: unknown, t: TFunction): string {
  if (typeof value === 'boolean') return t(value ? 'valueOn' : 'valueOff');
  if (name === 'body' && typeof value === 'object')
    return wordsOfBlocks(storyBody.parse(value)).join('\n\n') || t('valueEmpty');
  // Flattens links and lists of tags.
  const parts = [value]
    .flat()
    .flatMap((part: unknown) => (part instanceof Object ? Object.values(part) : [part]));
  const text = parts.filter((part) => part !== null && part !== '').join(', ');
  if (text && moments.includes(name)) return longMomentText(text);
  if (text && name === 'date') return dayText(text);
  const key = choices.includes(name) ? choiceWords[text] : undefined;
  return key ? t(key) : text || t('valueEmpty');
}
