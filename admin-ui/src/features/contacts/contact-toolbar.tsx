import { type ContactStatus, contactStatuses } from '@veldlicht/contract/contact';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { type ContactCounts, type ContactFilter, statusWords } from './contact-facts.ts';

interface ContactToolbarProps {
  filter: ContactFilter;
  onChange: (filter: ContactFilter) => void;
  /** How many there are of each status; undefined in the spam folder, which has none. */
  counts: ContactCounts | undefined;
}

function StatusChips({
  filter,
  onChange,
  counts,
}: ContactToolbarProps & { counts: ContactCounts }) {
  const { t } = useTranslation();
  const choices: Array<ContactStatus | null> = [null, ...contactStatuses];
  return (
    <fieldset aria-label={t('contactStatuses')} className="flex flex-wrap gap-1.5">
      {choices.map((status) => {
        const on = filter.status === status;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={on}
            onClick={() => onChange({ ...filter, status, keep: null })}
            className={classNames(
              'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-[0.8125rem]',
              'transition-colors duration-150',
              on
                ? 'border-moss bg-moss-wash font-medium'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            {t(status === null ? 'contactAll' : statusWords[status])}
            <span className="tabular-nums">{status === null ? counts.total : counts[status]}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Search, and which status to show. */
export function ContactToolbar({ filter, onChange, counts }: ContactToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox
        label={t('searchContacts')}
        placeholder={t('searchContactsHint')}
        value={filter.text}
        onSearch={(text) => onChange({ ...filter, text })}
      />
      {counts && <StatusChips filter={filter} onChange={onChange} counts={counts} />}
    </div>
  );
}
