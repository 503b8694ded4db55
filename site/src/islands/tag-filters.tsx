/** Tags: one row, and the rest behind a button, as photographs come first. A chosen tag is always shown. */
import { useLayoutEffect, useRef, useState } from 'react';
import { nl } from '#copy/nl.ts';
import { changeFilter, filterView } from '#library/filter-view.ts';

/** Number of tags in the first row of the box. */
function countFirstRow(box: HTMLElement): number {
  const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0;
  const widths = [...box.children].map((tag) => tag.getBoundingClientRect().width);
  let used = 0;
  const beyond = widths.findIndex((width, at) => {
    used += width + (at > 0 ? gap : 0);
    // Half a pixel, since browsers round widths. The first tag fits however wide it is.
    return at > 0 && used > box.clientWidth + 0.5;
  });
  return beyond < 0 ? widths.length : beyond;
}

interface Props {
  tags: string[];
  /** Tags in the result; null for all. */
  left: ReadonlySet<string> | null;
  chosen: string[];
}

export function TagFilters({ tags, left, chosen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const [fit, setFit] = useState(Number.POSITIVE_INFINITY);
  const [isOpen, setOpen] = useState(false);
  /** The tag just pressed, which stays in place until it loses the focus. */
  const [kept, setKept] = useState<string | null>(null);
  const shown = tags.filter((tag) => !left || left.has(tag) || chosen.includes(tag));
  const names = shown.join('\n');

  // Takes over the focus and the marks from before hydration.
  useLayoutEffect(() => {
    const tag = box.current?.querySelector<HTMLElement>('.tag:focus');
    if (tag) setKept(tag.dataset.tag ?? null);
    more.current?.removeAttribute('data-unneeded');
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setFit(countFirstRow(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Fonts change the widths.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [names]);

  const toggle = (tag: string) => {
    setKept(tag);
    const before = filterView().filter.tags;
    changeFilter({ tags: tags.filter((one) => before.includes(one) !== (one === tag)) }, false);
  };
  const stays = (tag: string) => tag === kept || chosen.includes(tag);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div
      className="tags-filter"
      role="group"
      aria-label={nl.library.tagFilters}
      onFocus={({ target }) => setKept(target.dataset.tag ?? null)}
      onBlur={() => setKept(null)}
    >
      <div className="tags-filter__tags row" data-open={isOpen || undefined} ref={box}>
        {shown.map((tag, at) => {
          const isBeyond = !isOpen && at >= fit;
          return (
            <button
              key={tag}
              type="button"
              className="tag"
              data-tag={tag}
              aria-pressed={chosen.includes(tag)}
              data-first={(isBeyond && stays(tag)) || undefined}
              data-beyond={(isBeyond && !stays(tag)) || undefined}
              // The library has set the address's filter in the HTML.
              suppressHydrationWarning
              onClick={() => toggle(tag)}
            >
              {tag}
            </button>
          );
        })}
      </div>
      <button
        type="button"
        className="tags-filter__more text-button"
        aria-expanded={isOpen}
        data-unneeded={(!isOpen && fit >= shown.length) || undefined}
        onClick={() => setOpen(!isOpen)}
        ref={more}
      >
        {isOpen ? nl.library.fewerTags : nl.library.allTags}
      </button>
    </div>
  );
}
