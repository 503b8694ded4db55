import {
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GridCell, GridFrame } from '#components/grid-frame.tsx';
import { staticGrid } from '#components/media-grid.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { rounded } from '#lib/grid-layout.ts';
import type { LibraryStore } from '#lib/library-store.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import type { WholeHeights } from '#lib/whole-heights.ts';
import { preparePictures } from '#scripts/pictures.ts';
import { type ScrollAnchor, useGridWindow } from './use-grid-window.ts';

const NO_RATIOS: number[] = [];
/** Cards that load at once: the first row. */
const EAGER = 3;
/** Cards around those in the page whose view files are loaded too: Tab must find links. */
const AHEAD = 24;
/** After a jump or a key they are asked for at rest: dragging the scroll bar passes all of them. */
const VIEW_REST_MS = 60;
/** Placeholders are drawn when typing rests. */
const PLACEHOLDER_REST_MS = 120;

export interface GridHandle {
  anchor: () => ScrollAnchor | null;
  scrollTo: (at: number, offset?: number) => void;
  /** Puts the focus on a card, wherever it is. */
  focus: (at: number) => void;
}

interface Props {
  store: LibraryStore;
  /** Rows of the library in the order shown; null as long as the index is not here. */
  rows: number[] | null;
  /** Shown while `rows` is null. */
  first: GridItem[];
  /** `first` is not what stands in the HTML, but a part of it. */
  isPart: boolean;
  /** The room that is kept for all items; null while the index cannot be had. */
  heights: WholeHeights | null;
  /** How many cards stand in the HTML where they stand here. */
  likeHtml: number;
  /** A visitor points at a card, or has reached it with the keyboard. */
  onIntent: () => void;
  onOpen: (at: number, path: string) => void;
  ref: Ref<GridHandle>;
}

/** The grid of the library: first as it stands in the HTML, then only the cards near the screen. */
export function LibraryGrid(props: Props) {
  const { store, rows, first, isPart, heights, likeHtml, onIntent, onOpen, ref } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [wantsFocus, setWantsFocus] = useState(false);
  const index = store.state().index;
  const { layout, run, isFresh, anchor, scrollTo } = useGridWindow(
    list,
    rows,
    index?.ratio ?? NO_RATIOS,
    likeHtml,
  );

  const places = useMemo(() => {
    if (!layout) return [];
    const wanted = new Set<number>();
    for (let at = run.start; at < run.end; at++) wanted.add(at);
    // The card in use stays, and so do its neighbours: Tab goes on from it.
    if (focused !== null)
      for (const at of [focused - 1, focused, focused + 1])
        if (at >= 0 && at < layout.count) wanted.add(at);
    return [...wanted].sort((a, b) => a - b);
  }, [layout, run, focused]);

  const last = useRef({ rows, start: 0 });
  useEffect(() => {
    if (!rows) return;
    const isNear = last.current.rows === rows && Math.abs(run.start - last.current.start) < AHEAD;
    last.current = { rows, start: run.start };
    const load = () => store.loadRows(rows.slice(Math.max(0, run.start - AHEAD), run.end + AHEAD));
    if (isNear) return load();
    const timer = setTimeout(load, VIEW_REST_MS);
    return () => clearTimeout(timer);
  }, [rows, run, store]);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (list.current) preparePictures(list.current);
    }, PLACEHOLDER_REST_MS);
    return () => clearTimeout(timer);
  });

  useEffect(() => setFocused(rows && placeOf(document.activeElement)), [rows]);

  useEffect(() => {
    if (!wantsFocus || focused === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-at="${focused}"] a`);
    if (!link) return;
    link.focus({ preventScroll: rows !== null });
    setWantsFocus(false);
  });

  useImperativeHandle(
    ref,
    () => ({
      anchor,
      scrollTo,
      focus: (at) => {
        scrollTo(at);
        setFocused(at);
        setWantsFocus(true);
      },
    }),
    [anchor, scrollTo],
  );

  // The listeners stay, whatever is rendered; only another element (`key` below) gets new ones.
  const heard = useRef({ onIntent, onOpen });
  heard.current = { onIntent, onOpen };
  const hasOwnList = !rows && isPart;

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onFocus = ({ target }: FocusEvent) => {
      setFocused(placeOf(target));
      heard.current.onIntent();
    };
    const onClick = (event: MouseEvent) => {
      const at = placeOf(event.target);
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (at === null || !link || !isPlainClick(event)) return;
      event.preventDefault();
      heard.current.onOpen(at, link.href);
    };
    const onPointer = ({ target }: PointerEvent) =>
      placeOf(target) !== null && heard.current.onIntent();
    element.addEventListener('focusin', onFocus);
    element.addEventListener('click', onClick);
    element.addEventListener('pointerover', onPointer, { passive: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerover', onPointer);
    };
  }, [hasOwnList]);

  // Rows whose cards have their pictures: those stay when a new result holds them too.
  const pictured = useRef<ReadonlySet<number>>(new Set());
  const shown = rows && layout && index ? places.map((at) => rows[at] ?? 0) : null;
  const waiting = new Set(isFresh ? shown?.filter((row) => !pictured.current.has(row)) : []);
  // Where captions are not seen, the colour of a picture is all there is to see of a card without it.
  const hover = useRef<MediaQueryList | null>(null);
  if (isFresh) hover.current ??= matchMedia('(hover: hover)');
  const waits = hover.current?.matches ? 'card' : 'picture';
  useLayoutEffect(() => {
    pictured.current = new Set(shown ? shown.filter((row) => !waiting.has(row)) : first.keys());
  });

  if (!rows || !layout || !index) {
    const { cells, style } = staticGrid(first, { eager: EAGER, whole: isPart ? null : heights });
    // Another list rather than moved cards: what moves without a click is a layout shift.
    return (
      <GridFrame key={isPart ? 'part' : 'all'} style={style} ref={list}>
        {cells}
      </GridFrame>
    );
  }
  const style = customProperties({ '--height': rounded(layout.height), '--captions': 0 });
  return (
    <GridFrame key="all" style={style} ref={list}>
      {places.map((at) => {
        const row = rows[at] ?? 0;
        return (
          // The same component as in the HTML's grid, so that its element stays.
          <GridCell
            key={row}
            at={at}
            setSize={layout.count}
            item={store.item(row)}
            title={index.title[row] ?? ''}
            eager={row < EAGER}
            leading={row === 0}
            waits={waiting.has(row) ? waits : undefined}
            ratio={index.ratio[row] ?? 1}
            column={layout.column[at] ?? 0}
            top={layout.top[at] ?? 0}
          />
        );
      })}
    </GridFrame>
  );
}

/** Place in the list of the card that was hit, or null beside the cards. */
function placeOf(target: EventTarget | null): number | null {
  const link = target instanceof Element ? target.closest('a.card') : null;
  const at = link?.closest<HTMLElement>('[data-at]')?.dataset.at;
  return at === undefined ? null : Number(at);
}
