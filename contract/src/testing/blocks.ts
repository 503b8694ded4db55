/** Blocks of stories for tests. */
import type { Block } from '../story-body.ts';

export const words = (text: string): Block => ({ kind: 'text', text });

export const single = (id: string, caption?: string): Block => ({
  kind: 'single',
  media: [id],
  ...(caption !== undefined && { captions: [caption] }),
});

/** As stored in the column. */
export const stored = (...blocks: Block[]): string => JSON.stringify(blocks);
