import { memo } from 'react';
import { VideoMark } from '#components/video-mark.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources } from '#lib/ladder.ts';
import { pictureSources } from '#lib/picture-sources.ts';

/** Widths of the grid's columns, as styles/grid.css lays them out. */
const SIZES = '(min-width: 60em) min(31vw, 32rem), (min-width: 35em) 46vw, 94vw';

interface Props {
  item: GridItem;
  /** Loaded at once: for cards that are likely in the first screen. */
  eager?: boolean | undefined;
  /** The largest thing a phone shows first: before all other pictures. */
  leading?: boolean | undefined;
  /** Its colour stands for the picture, or for all of the card where captions are not seen. */
  bare?: BareCard | undefined;
  /** Width of the picture on the screen. */
  sizes?: string | undefined;
}

/** What a card waits with while somebody types. */
export type BareCard = 'picture' | 'all';

/** A picture of the grid, linked to its page. */
export const MediaCard = memo(function MediaCard(props: Props) {
  const { item, eager = false, leading = false, bare, sizes = SIZES } = props;
  return (
    <a
      className="card"
      href={item.path}
      data-placeholder={item.placeholder ?? undefined}
      style={customProperties({ '--color': item.color })}
      aria-label={bare === 'all' ? item.alt : undefined}
    >
      <span className="card__picture">
        {!bare && <CardPicture item={item} eager={eager} leading={leading} sizes={sizes} />}
        {item.duration !== null && <VideoMark seconds={item.duration} />}
      </span>
      {bare !== 'all' && (
        <span className="card__caption">
          {/* The picture's description says the same already when it is the title. */}
          <span
            className="card__title"
            aria-hidden={(!bare && item.alt === item.title) || undefined}
          >
            {item.title}
          </span>
          {item.place && <em className="card__place">{item.place}</em>}
        </span>
      )}
    </a>
  );
});

function CardPicture(props: Pick<Props, 'item' | 'eager' | 'leading' | 'sizes'>) {
  const { item, eager, leading, sizes } = props;
  const sources = pictureSources(ladderSources(item.hash, item.width, item.height), 1600);
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <img
        src={sources.src}
        srcSet={sources.jpg}
        sizes={sizes}
        width={item.width}
        height={item.height}
        alt={item.alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={leading ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

/** Stands where a picture of the library comes as soon as its file of the index is there. */
export function ComingCard({ title }: { title: string }) {
  return (
    <span className="card card--coming">
      <span className="card__picture" />
      <span className="card__caption">
        <span className="card__title">{title}</span>
      </span>
    </span>
  );
}
