import { auth } from './en/auth.ts';
import { common } from './en/common.ts';
import { media } from './en/media.ts';
import { publishing } from './en/publishing.ts';
import { server } from './en/server.ts';

/** Every English text of the panel, by key. */
export const en = { ...common, ...auth, ...publishing, ...media, ...server };

export type TextKey = keyof typeof en;

/** Keys of texts without holes to fill: they can be said without knowing more. */
export type PlainTextKey = {
  [K in TextKey]: (typeof en)[K] extends `${string}{{${string}` ? never : K;
}[TextKey];
