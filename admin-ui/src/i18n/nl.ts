import { dutchErrors } from './dutch-errors.ts';
import { type TextKey, texts } from './en.ts';

const dutch = Object.entries(texts).map(([key, [, text]]) => [key, text]);

/** Every Dutch text of the panel, by key. */
// Cast: Object.fromEntries forgets the keys.
export const nl = { ...Object.fromEntries(dutch), ...dutchErrors } as Record<TextKey, string>;
