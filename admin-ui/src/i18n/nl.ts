import type { TextKey } from './en.ts';
import { auth } from './nl/auth.ts';
import { common } from './nl/common.ts';
import { media } from './nl/media.ts';
import { publishing } from './nl/publishing.ts';
import { server } from './nl/server.ts';

/** Every Dutch text of the panel, by the same keys as the English ones. */
export const nl: Record<TextKey, string> = {
  ...common,
  ...auth,
  ...publishing,
  ...media,
  ...server,
};
