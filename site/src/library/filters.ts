/** The fields of the library (components/library-filters.astro): what they say, and what they show. */
import { nl } from '#copy/nl.ts';
import { type MediaFilter, NO_FILTER } from './filter-media.ts';

export interface FilterFields {
  /** Shows a filter, and what the owner says of its category. */
  show: (filter: MediaFilter) => void;
  /** Shows these tags alone, and those that are chosen; null for all. */
  leave: (tags: ReadonlySet<string> | null) => void;
}

interface Options {
  /** What the owner says of a category, by its name in lower case. */
  about: ReadonlyMap<string, string | null>;
  /** What the fields say after a change. */
  onChange: (filter: MediaFilter, isTyping: boolean) => void;
}

const isPressed = (button: Element) => button.getAttribute('aria-pressed') === 'true';
const press = (button: Element, isOn: boolean) => button.setAttribute('aria-pressed', String(isOn));

/**
 * One row of tags, and the rest behind a button: photographs come first. A chosen one is always shown. Answers what
 * measures it again.
 */
function foldTags(root: HTMLElement, tags: HTMLElement[]): () => void {
  const box = root.querySelector<HTMLElement>('.tags-filter__tags');
  const more = root.querySelector<HTMLElement>('.tags-filter__more');
  if (!box || !more) return () => undefined;
  let isOpen = false;
  const measure = () => {
    for (const tag of tags) tag.toggleAttribute('data-first', false);
    const top = Math.min(...tags.filter(({ hidden }) => !hidden).map((tag) => tag.offsetTop));
    const beyond = tags.filter((tag) => tag.offsetTop > top + 2);
    // The one in focus does not go from under the finger.
    const stays = (tag: Element) => isPressed(tag) || tag === document.activeElement;
    for (const tag of tags) {
      const isBeyond = !isOpen && beyond.includes(tag);
      tag.toggleAttribute('data-first', isBeyond && stays(tag));
      tag.toggleAttribute('data-beyond', isBeyond && !stays(tag));
    }
    box.toggleAttribute('data-open', isOpen);
    more.toggleAttribute('data-unneeded', !isOpen && beyond.length === 0);
    more.setAttribute('aria-expanded', String(isOpen));
    more.textContent = isOpen ? nl.library.fewerTags : nl.library.allTags;
  };
  more.addEventListener('click', () => {
    isOpen = !isOpen;
    measure();
  });
  new ResizeObserver(measure).observe(box);
  // The widths are those of the fonts.
  document.fonts.addEventListener('loadingdone', measure);
  box.addEventListener('focusout', () => setTimeout(measure));
  return measure;
}

export function filterFields(root: HTMLElement, { about, onChange }: Options): FilterFields {
  const all = <T extends HTMLElement>(selector: string) => [...root.querySelectorAll<T>(selector)];
  const field = root.querySelector<HTMLInputElement>('.search__field');
  const words = root.querySelector<HTMLElement>('.filters__about');
  const more = root.querySelector<HTMLElement>('.library__filters');
  const categories = all('.filter');
  const tags = all('.tag');
  const selects = all<HTMLSelectElement>('.filter-select');
  const measure = foldTags(root, tags);

  const chosenIn = (name: string) => selects.find((select) => select.name === name)?.value ?? '';
  const read = (): MediaFilter => {
    const type = chosenIn('type');
    return {
      category: categories.find(isPressed)?.dataset.category || null,
      tags: tags.filter(isPressed).map(({ dataset }) => dataset.tag ?? ''),
      query: field?.value ?? '',
      year: Number(chosenIn('year')) || null,
      month: Number(chosenIn('month')) || null,
      type: type === 'photo' || type === 'video' ? type : null,
      order: chosenIn('order') === 'taken' ? 'taken' : NO_FILTER.order,
    };
  };
  const change = (isTyping = false) => onChange(read(), isTyping);

  field?.addEventListener('input', () => change(true));
  for (const select of selects) select.addEventListener('change', () => change());
  for (const category of categories)
    category.addEventListener('click', () => {
      for (const one of categories) press(one, one === category);
      change();
    });
  for (const tag of tags)
    tag.addEventListener('click', () => {
      press(tag, !isPressed(tag));
      change();
    });
  more?.addEventListener('click', () => {
    const isOpen = root.toggleAttribute('data-open');
    more.setAttribute('aria-expanded', String(isOpen));
  });

  return {
    show: (filter) => {
      // Written only when it differs, so that typing is never overwritten.
      if (field && field.value.trim() !== filter.query.trim()) field.value = filter.query;
      for (const one of categories) press(one, one.dataset.category === (filter.category ?? ''));
      for (const tag of tags) press(tag, filter.tags.includes(tag.dataset.tag ?? ''));
      const values: Record<string, unknown> = {
        ...filter,
        order: filter.order === 'taken' ? 'taken' : '',
      };
      for (const select of selects) {
        select.value = String(values[select.name] ?? '');
        select.toggleAttribute('data-chosen', select.value !== '');
      }
      if (words) {
        words.textContent = about.get(filter.category ?? '') ?? '';
        words.hidden = words.textContent === '';
      }
      measure();
    },
    leave: (left) => {
      for (const tag of tags)
        tag.hidden = left !== null && !left.has(tag.dataset.tag ?? '') && !isPressed(tag);
      measure();
    },
  };
}
