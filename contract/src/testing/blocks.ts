/** Blocks of stories, as tests write them. */
import type { Block } from '../story-body.ts';

export const words = (text: string): Block => ({ kind: 'text', text });

export const single = (id: string, caption?: string): Block => ({
  kind: 'single',
  media: [id],
  ...(caption !== undefined && { captions: [caption] }),
});

/** As they stand in the column. */
export const stored = (...blocks: Block[]): string => JSON.stringify(blocks);
