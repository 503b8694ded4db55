import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nl } from '#copy/nl.ts';
import { tagsInRows } from '#lib/tag-rows.ts';

const ROWS = 2;

interface Props {
  tags: string[];
  chosen: string[];
  onChange: (part: { tags: string[] }) => void;
}

/**
 * Tags, any number of which may be chosen. Two rows of them, and the rest behind a button; a chosen
 * one is always there. On a phone they are one row that scrolls, which needs no button.
 */
export const TagFilters = memo(function TagFilters({ tags, chosen, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  /** How many fit; null until measured, as in the HTML. */
  const [fit, setFit] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Given up just now: it does not go from under the finger. */
  const [left, setLeft] = useState<string | null>(null);
  /** How many fitted the last time. */
  const fitted = useRef(Number.POSITIVE_INFINITY);
  const measure = useRef(() => {
    if (!box.current) return;
    const { fit: next, focused } = measured(box.current);
    setFit(next);
    // It would go while it has the focus: reached with the keyboard before the script was there, or less room.
    if (focused >= next && focused < fitted.current) setOpen(true);
    fitted.current = next;
  }).current;

  useLayoutEffect(measure, [tags]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    // The widths are those of the fonts.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [measure]);

  const toggle = (tag: string) => {
    setLeft(tag);
    onChange({ tags: tags.filter((name) => chosen.includes(name) !== (name === tag)) });
  };
  const hasMore = fit !== null && fit < tags.length;
  const isBeyond = (tag: string, at: number) =>
    hasMore && !isOpen && at >= fit && tag !== left && !chosen.includes(tag);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div
      className="tags-filter"
      role="group"
      aria-label={nl.library.tagFilters}
      data-measured={fit !== null || undefined}
      onBlur={() => setLeft(null)}
      ref={box}
    >
      {tags.map((tag, at) => (
        <button
          key={tag}
          type="button"
          className="tag"
          aria-pressed={chosen.includes(tag)}
          data-beyond={isBeyond(tag, at) || undefined}
          onClick={() => toggle(tag)}
        >
          {tag}
        </button>
      ))}
      <button
        type="button"
        className="tags-filter__more"
        aria-expanded={isOpen}
        data-unneeded={!hasMore || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? nl.library.fewerTags : nl.library.allTags}
      </button>
    </div>
  );
});

/** How many tags fit in the rows of the box, and which one has the focus; -1: none. */
function measured(box: HTMLElement): { fit: number; focused: number } {
  const width = (element: Element) => element.getBoundingClientRect().width;
  const tags = [...box.querySelectorAll('.tag')];
  const active = document.activeElement;
  const focused = active ? tags.indexOf(active) : -1;
  const { columnGap, flexWrap } = getComputedStyle(box);
  if (flexWrap === 'nowrap') return { fit: tags.length, focused };
  const more = box.querySelector('.tags-filter__more');
  const fit = tagsInRows(tags.map(width), {
    ...{ width: width(box), gap: Number.parseFloat(columnGap), rows: ROWS },
    more: more ? width(more) : 0,
  });
  return { fit, focused };
}
