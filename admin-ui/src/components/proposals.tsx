/** Proposed words, each to accept or to decline for good. */
import { Plus, X } from 'lucide-react';
import { classNames } from '#lib/class-names.ts';
import { IconButton } from './ui/button.tsx';

interface Proposal {
  key: string;
  text: string;
  /** Accessible names of its two buttons. */
  take: string;
  decline: string;
  /** How often it was found; shown if more than once. */
  count?: number;
  onTake: () => void;
  onDecline: () => void;
}

interface ProposalsProps {
  legend: string;
  proposals: readonly Proposal[];
  disabled: boolean;
  /** On one scrolling line, above many files. */
  isStrip?: boolean | undefined;
}

export function Proposals(props: ProposalsProps) {
  const { legend, proposals, disabled, isStrip = false } = props;
  if (proposals.length === 0) return null;
  return (
    <fieldset
      disabled={disabled}
      className={classNames(
        'col-span-full flex min-w-0 items-center gap-2',
        isStrip ? 'overflow-x-auto overscroll-x-contain py-1 *:shrink-0' : 'flex-wrap',
      )}
    >
      <legend
        className={classNames(
          'text-small text-muted',
          isStrip ? 'float-left sticky left-0 bg-ground pr-2' : 'mb-1.5',
        )}
      >
        {legend}
      </legend>
      {proposals.map(({ key, text, take, decline, count = 1, onTake, onDecline }) => (
        <span
          key={key}
          className="inline-flex min-h-8 max-w-full items-center rounded-chip border border-dashed border-edge text-small"
        >
          <button
            type="button"
            aria-label={take}
            onClick={onTake}
            className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-l-chip pl-2 transition-colors duration-150 hover:bg-moss-wash"
          >
            <Plus className="size-3.5 shrink-0 text-moss" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
            {count > 1 && <span className="text-muted tabular-nums">{count}</span>}
          </button>
          <IconButton label={decline} onClick={onDecline} className="lg:size-8">
            <X className="size-3.5" />
          </IconButton>
        </span>
      ))}
    </fieldset>
  );
}
