import { memo } from 'react';
import { VideoMark } from '#components/video-mark.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { ladderSources } from '#lib/ladder.ts';
import { pictureSources } from '#lib/picture-sources.ts';
import { smallFirst } from '#lib/small-first.ts';

/** Widths of the grid's columns, as styles/grid.css lays them out. */
const SIZES = '(min-width: 60em) min(31vw, 32rem), (min-width: 35em) 46vw, 94vw';

interface Props {
  item: GridItem;
  /** Loaded at once: for cards that are likely in the first screen. */
  eager?: boolean | undefined;
  /** A small file stands there on phones until it has been painted (lib/small-first.ts). */
  smallOnPhonesFirst?: boolean | undefined;
  /** The largest thing a phone shows first: before all other pictures. */
  leading?: boolean | undefined;
  /** Its colour stands for the picture. */
  bare?: boolean | undefined;
  /** Width of the picture on the screen. */
  sizes?: string | undefined;
}

/** A picture of the grid, linked to its page. */
export const MediaCard = memo(function MediaCard(props: Props) {
  const { item, bare, sizes = SIZES } = props;
  return (
    <a
      className="card"
      href={item.path}
      data-placeholder={item.placeholder ?? undefined}
      style={customProperties({ '--color': item.color })}
    >
      <span className="card__picture">
        {!bare && <CardPicture {...props} sizes={sizes} />}
        {item.duration !== null && <VideoMark seconds={item.duration} />}
      </span>
      <span className="card__caption">
        {/* The picture's description says the same already when it is the title. */}
        <span className="card__title" aria-hidden={(!bare && item.alt === item.title) || undefined}>
          {item.title}
        </span>
        {item.place && <em className="card__place">{item.place}</em>}
      </span>
    </a>
  );
});

function CardPicture({ item, eager, smallOnPhonesFirst, leading, sizes }: Props) {
  const files = ladderSources(item.hash, item.width, item.height);
  const sources = pictureSources(files, 1600);
  const small = smallOnPhonesFirst && smallFirst(files);
  return (
    <picture>
      {small && (
        <source
          data-first=""
          type="image/avif"
          media={small.media}
          srcSet={small.srcset}
          sizes={sizes}
        />
      )}
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
        // Where a small file gives way to the large one: told to decode aside, a browser may show neither.
        decoding={eager ? undefined : 'async'}
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
