/** The grid of home and library: cards in columns that are filled shortest-first. */
import { type ComponentProps, type CSSProperties, memo } from 'react';
import { nl } from '#copy/nl.ts';
import type { GridItem } from '#lib/grid-item.ts';
import {
  CAPTION_RATIO,
  COLUMN_COUNTS,
  cardRatio,
  columnsAcross,
  gridLayout,
  rounded,
} from '#lib/grid-layout.ts';
import { ladderSources, pictureSources, smallFirst } from '#lib/pictures.ts';
import { clockTime } from '#lib/texts.ts';

/** Widths of cards by the columns they lie across, and of one card alone and of two (styles/grid.css). */
const SIZES = [
  '(min-width: 60em) min(31vw, 32rem), (min-width: 35em) 46vw, 94vw',
  '(min-width: 60em) min(63vw, 65rem), 94vw',
  '(min-width: 60em) min(95vw, 98rem), 94vw',
];
const SIZES_OF_FEW = {
  1: '(min-width: 60em) 56rem, 94vw',
  2: '(min-width: 60em) min(47vw, 49rem), (min-width: 35em) 46vw, 94vw',
};

type CustomProperties = Record<`--${string}`, string | number>;

/** CSS custom properties as a React style. */
export function customProperties(values: CustomProperties): CSSProperties {
  // React's type lists the known properties only; custom ones are passed on as they are.
  return values as CSSProperties;
}

interface CardProps {
  item: GridItem;
  /** Loaded at once: for cards that are likely in the first screen. */
  eager?: boolean | undefined;
  /** Begins with a small file on phones: for cards of the HTML (decision 034). */
  smallFirst?: boolean | undefined;
  /** The largest thing a phone shows first: before all other pictures. */
  leading?: boolean | undefined;
  /** Shows its colour instead of the picture until typing pauses. */
  bare?: boolean | undefined;
  /** Width of the picture on the screen, where it is not that of a column of three. */
  sizes?: string | undefined;
}

function CardPicture(props: CardProps) {
  const { item, eager, leading } = props;
  const across = columnsAcross(cardRatio(item), 3);
  const sizes = props.sizes ?? SIZES[across - 1];
  const files = ladderSources(item.hash, item.width, item.height);
  const sources = pictureSources(files, across > 1 ? 2560 : 1600);
  const small = props.smallFirst && smallFirst(files);
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
        style={item.focus ? { objectPosition: item.focus } : undefined}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={leading ? 'high' : undefined}
        // With async decoding, a browser may show nothing while the small file is replaced by the large one.
        decoding={eager ? undefined : 'async'}
      />
    </picture>
  );
}

/** Marks a video among photos, with its length. */
function VideoMark({ seconds }: { seconds: number }) {
  return (
    <span className="video-mark">
      <svg viewBox="0 0 10 12" width="8" height="10" aria-hidden="true">
        <path d="M0 0v12l10-6z" fill="currentColor" />
      </svg>
      <span className="visually-hidden">{nl.video} </span>
      {clockTime(seconds)}
    </span>
  );
}

/** A picture of the grid, linked to its page. */
function MediaCard(props: CardProps) {
  const { item, bare } = props;
  return (
    <a
      className="card"
      href={item.path}
      data-placeholder={item.placeholder ?? undefined}
      style={customProperties({ '--color': item.color })}
    >
      <span className="card__picture">
        {!bare && <CardPicture {...props} />}
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
}

interface CellProps extends Omit<CardProps, 'item'> {
  /** Place in the whole list, from 0. */
  at: number;
  /** Null until its file of the index has loaded. */
  item: GridItem | null;
  /** What is known of it until then. */
  title?: string;
  /** Length of the whole list when only a part of it is in the page. */
  setSize?: number;
  /** Height by width. */
  ratio: number;
  /** Its first column, how many it lies across, and the distance from the top in widths of a column. */
  column?: number;
  span?: number;
  top?: number;
  /** Instead of `column` and `top`: the places for every number of columns. */
  places?: CustomProperties;
}

/**
 * One card with its place, which styles/grid.css reads from custom properties. Plain values only, so
 * that a card whose place has not changed costs nothing.
 */
export const GridCell = memo(function GridCell(props: CellProps) {
  const { at, item, title, setSize, ratio, column = 0, span = 1, top = 0, ...card } = props;
  const place = props.places ?? { '--x': column, '--y': rounded(top), '--above': 0, '--s': span };
  return (
    <li
      className="grid__item"
      style={customProperties({ '--r': ratio, ...place })}
      data-at={at}
      data-eager={card.eager || undefined}
      aria-setsize={setSize}
      aria-posinset={setSize === undefined ? undefined : at + 1}
    >
      {item ? (
        <MediaCard item={item} {...card} />
      ) : (
        <span className="card card--coming">
          <span className="card__picture" />
          <span className="card__caption">
            <span className="card__title">{title}</span>
          </span>
        </span>
      )}
    </li>
  );
});

interface FrameProps extends ComponentProps<'ul'> {
  /** Too few cards for three columns: they are shown larger. */
  few?: 1 | 2 | undefined;
}

/** The list of cards, rendered into the HTML and continued by the library's script. */
export function GridFrame({ few, ...list }: FrameProps) {
  return (
    <div className="grid">
      <ul role="list" className="grid__items" data-few={few} {...list} />
    </div>
  );
}

interface StaticGridOptions {
  /** How many of the first cards load at once. */
  eager?: number;
  /** How many cards a script adds below. */
  coming?: number;
  /** As many cards, shown larger. */
  few?: 1 | 2 | undefined;
}

/**
 * Cells and style of a grid rendered into the HTML; a card's key is its place in the list. The places
 * for every number of columns are included, so that it is right without script.
 */
export function staticGrid(
  items: GridItem[],
  { eager = 0, coming = 0, few }: StaticGridOptions = {},
) {
  const ratios = items.map(cardRatio);
  const styles = items.map((): CustomProperties => ({}));
  const style: CustomProperties = {};
  for (const columns of COLUMN_COUNTS) {
    const places = few ? Math.min(few, columns) : columns;
    const shape = { columns: places, likeHtml: items.length };
    const plain = gridLayout(ratios, { ...shape, caption: 0 });
    const captioned = gridLayout(ratios, { ...shape, caption: CAPTION_RATIO });
    // Where captions are below the pictures, what is above is higher by so many of them.
    const above = (without: number, including: number) =>
      rounded((including - without) / CAPTION_RATIO);
    for (const [at, style] of styles.entries()) {
      const [top = 0, span = 1] = [plain.top[at], plain.span[at]];
      style[`--x${columns}`] = plain.column[at] ?? 0;
      style[`--y${columns}`] = rounded(top);
      style[`--n${columns}`] = above(top, captioned.top[at] ?? 0);
      if (span > 1) style[`--s${columns}`] = span;
    }
    style[`--h${columns}`] = rounded(plain.height);
    style[`--c${columns}`] = above(plain.height, captioned.height);
  }
  if (coming > 0) style['--coming'] = coming;
  const cells = items.map((item, at) => (
    <GridCell
      key={at}
      at={at}
      item={item}
      eager={at < eager}
      smallFirst={at < eager}
      leading={at === 0 && eager > 0}
      sizes={few && SIZES_OF_FEW[few]}
      ratio={ratios[at] ?? 1}
      places={styles[at] ?? {}}
    />
  ));
  return { cells, style: customProperties(style) };
}

/** A grid that is complete in the HTML. `eager`: how many of its cards are likely in the first screen. */
export function MediaGrid({ items, eager = 0 }: { items: GridItem[]; eager?: number }) {
  const few = items.length === 1 || items.length === 2 ? items.length : undefined;
  const { cells, style } = staticGrid(items, { few, eager });
  return (
    <GridFrame style={style} few={few}>
      {cells}
    </GridFrame>
  );
}
