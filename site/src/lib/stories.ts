/** Layout, listing and description of field notes and series (pure). */
import type { PublicStory } from '@veldlicht/contract/public-story';
import type { ItemLink, NoteListPage } from '@veldlicht/contract/snapshot';
import { type PictureKind, shownInBlocks } from '@veldlicht/contract/story-body';
import { plainWords } from '@veldlicht/contract/story-words';
import { nl } from '#copy/nl.ts';
import { type NamedSite, summary } from './texts.ts';

/** Two pictures with this total ratio of width to height are too low side by side on a phone. */
const WIDE_PAIR = 2;

/** The picture that represents a story elsewhere: its cover, or else its first picture. */
export function storyPicture({ cover, blocks }: PublicStory): ItemLink | undefined {
  return cover ?? shownInBlocks(blocks)[0];
}

/** One line, for search engines and link previews. */
export function storyDescription(
  kind: 'notes' | 'series',
  { title, blocks }: PublicStory,
  { profile }: NamedSite,
): string {
  const words = blocks.flatMap((block) => (block.kind === 'text' ? block.text : []));
  return summary(plainWords(...words)) || nl[kind].ofOne(title, profile.photographer);
}

/** Notes by year, newest first. */
export function notesByYear(notes: NoteListPage['notes']): [string, NoteListPage['notes']][] {
  return [...Map.groupBy(notes, ({ date }) => date.slice(0, 4))];
}

/** Narrowest figure, as width by height: captions need room, and a narrow pair would be many screens high. */
const NARROWEST = 1 / 3;

/** Width by height of the figure of an uncropped picture, and its maximum width. */
export function figureShape({ width, height }: Pick<ItemLink, 'width' | 'height'>) {
  const isNarrow = width / height < NARROWEST;
  const ratio = isNarrow ? NARROWEST : width / height;
  return { ratio, width: Math.round(height * ratio), isNarrow };
}

const ratioOf = (item: ItemLink) => figureShape(item).ratio;

/** Whether a phone stacks the pair. */
export function isWidePair(media: readonly ItemLink[]): boolean {
  return media.length > 1 && media.reduce((sum, one) => sum + ratioOf(one), 0) > WIDE_PAIR;
}

/** The `sizes` of each picture of a block. */
export function sizesOf(kind: PictureKind, media: readonly ItemLink[]): string[] {
  if (kind === 'full') return media.map(() => '100vw');
  const sum = media.reduce((total, one) => total + ratioOf(one), 0);
  const onPhone = (part: number) => (isWidePair(media) ? 100 : Math.round(part * 100));
  return media.map((one) => {
    const part = ratioOf(one) / sum;
    const high = Math.round(88 * ratioOf(one));
    const wide = `min(${Math.round(part * 76)}rem, ${Math.round(part * 92)}vw)`;
    return kind === 'single'
      ? `(min-width: 48em) min(76rem, 92vw, ${high}vh), 100vw`
      : `(min-width: 40em) ${wide}, ${onPhone(part)}vw`;
  });
}
