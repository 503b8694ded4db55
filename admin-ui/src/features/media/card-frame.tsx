import type { MediaItem } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { classNames } from '#lib/class-names.ts';

/** Of a part whose height is known: another item in it lays out this part and nothing around it. */
export const contained = '[contain:size_layout_style]';

/** How the parts look that a frame has in common with its card. */
export const cardLook = {
  card: (selected: boolean) =>
    classNames(
      'group/card rounded-lg border bg-surface',
      selected ? 'border-moss ring-2 ring-moss' : 'border-hairline',
    ),
  picture: `relative aspect-[4/3] ${contained}`,
  title: `h-[1lh] truncate font-medium ${contained}`,
  facts: `flex h-[1lh] min-w-0 gap-3 text-[0.8125rem] text-muted ${contained}`,
};

interface CardFrameProps {
  item: MediaItem;
  writable: boolean;
  selected: boolean;
}

/**
 * What a key in the search shows at once of a card that it brings: place, colour and words. All else is
 * five times as many elements.
 */
export function CardFrame({ item, writable, selected }: CardFrameProps) {
  return (
    <article aria-label={item.title} data-frame="" className={cardLook.card(selected)}>
      <div
        className={`${cardLook.picture} rounded-t-[9px] bg-hairline`}
        style={{ backgroundColor: item.color ?? undefined }}
      />
      {/* As high as with the buttons. */}
      <div className={classNames('px-4 pt-3', writable ? 'pb-13' : 'pb-3')}>
        <h2 className={cardLook.title}>{item.title}</h2>
        <p className={cardLook.facts}>{capitalised(item.category)}</p>
      </div>
    </article>
  );
}
