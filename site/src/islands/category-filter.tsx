import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';

interface Props {
  categories: LibraryPage['categories'];
  total: number;
  /** Name of the chosen category; null for all. */
  chosen: string | null;
  onChoose: (category: string | null) => void;
}

/** One button for all items and one for each category. */
export function CategoryFilter({ categories, total, chosen, onChoose }: Props) {
  const all = { name: null, label: nl.library.all, count: total };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div className="filters" role="group" aria-label={nl.library.filters}>
      {[all, ...categories].map(({ name, label, count }) => (
        <button
          key={label + name}
          type="button"
          className="filter"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {label} <span className="figure">{count}</span>
        </button>
      ))}
    </div>
  );
}
