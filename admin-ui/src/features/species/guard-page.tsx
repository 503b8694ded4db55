/** The guard list: of which species, when and how strictly place and date are kept. Admins change it. */
import { useQuery } from '@tanstack/react-query';
import {
  type GuardDefault,
  type GuardRule,
  guardAnswer,
  guardDefault,
  guardLevels,
} from '@veldlicht/contract/guard';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { X } from 'lucide-react';
import { type Dispatch, memo, type SetStateAction, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Select } from '#components/ui/select.tsx';
import { callApi } from '#lib/api.ts';
import { findEntries } from '#lib/long-list.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { guardQuery } from './guard-query.ts';
import { SpeciesInput, useSpeciesIndex } from './species-input.tsx';

const defaultsQuery = apiQuery(z.array(guardDefault), '/api/admin/guard/defaults');

export function GuardPage() {
  const { t } = useTranslation();
  const query = useQuery(guardQuery);
  const defaults = useQuery(defaultsQuery);
  return (
    <>
      <p className="mb-6 max-w-prose text-muted">{t('guardListText')}</p>
      {query.isError && <QueryError title={t('failedToLoadGuard')} query={query} />}
      {query.data && defaults.data ? (
        <GuardForm
          key={query.data.etag}
          rules={query.data.rules}
          etag={query.data.etag}
          defaults={defaults.data}
        />
      ) : (
        !query.isError && <Skeleton className="h-64" />
      )}
    </>
  );
}

interface GuardFormProps {
  rules: readonly GuardRule[];
  etag: string;
  defaults: readonly GuardDefault[];
}

function GuardForm({ rules, etag, defaults }: GuardFormProps) {
  const { t } = useTranslation();
  const mayEdit = useMayEnter('guardEdit');
  const [values, setValues] = useState<readonly GuardRule[]>(rules);
  const isDirty = JSON.stringify(values) !== JSON.stringify(rules);
  const save = useChange({
    call: () =>
      callApi('PUT', '/api/admin/guard', {
        payload: { rules: values },
        ifMatch: etag,
        schema: guardAnswer,
      }),
    done: 'guardSaved',
    failed: 'failedToSaveGuard',
    onDone: (answer, _, client) => client.setQueryData(guardQuery.queryKey, answer),
    refresh: (client) => client.invalidateQueries({ queryKey: adminMediaQuery.queryKey }),
  });
  const { index } = useSpeciesIndex();
  const nameOf = (scientificName: string) => {
    const [known] = index?.byName.get(scientificName.toLowerCase()) ?? [];
    return known ? speciesLabel(known) : scientificName;
  };
  const names = values.map(({ scientificName }) => scientificName);
  const [typed, setTyped] = useState('');
  // By the name that people know; what was just added stays on top.
  const isNew = ({ scientificName }: GuardRule) =>
    !rules.some((rule) => rule.scientificName === scientificName);
  const sorted = values.toSorted(
    (a, b) =>
      Number(isNew(b)) - Number(isNew(a)) ||
      nameOf(a.scientificName).localeCompare(nameOf(b.scientificName), 'nl'),
  );
  const shown = findEntries(
    sorted,
    ({ scientificName }) => `${nameOf(scientificName)} ${scientificName}`,
    typed,
  );
  const missing = defaults.filter(({ scientificName }) => !names.includes(scientificName));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      className="flex flex-col gap-5"
    >
      {mayEdit && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t('addToGuard')} className="min-w-64 flex-1">
            <SpeciesInput
              without={names}
              onChoose={({ scientificName }) => {
                const rule = {
                  scientificName,
                  level: 'block' as const,
                  months: [],
                  nestMonths: [],
                };
                setValues((last) => [{ ...rule, reason: '' }, ...last]);
              }}
            />
          </Field>
          {missing.length > 0 && (
            <Button
              look="secondary"
              onClick={() =>
                setValues((last) => [...last, ...missing.map((rule) => ({ ...rule, reason: '' }))])
              }
            >
              {t('addDefaults', { count: missing.length })}
            </Button>
          )}
        </div>
      )}
      {values.length === 0 && <EmptyState title={t('guardEmpty')} text={t('guardEmptyHint')} />}
      {values.length > 0 && (
        <TextInput
          type="search"
          aria-label={t('guardSearch')}
          placeholder={t('guardSearch')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {values.length > 0 && shown.length === 0 && <EmptyState title={t('noResultsFound')} />}
      {shown.length > 0 && (
        <ul aria-label={t('guardList')} className="rounded-lg border border-hairline bg-surface">
          {shown.map((rule) => (
            <RuleRow
              key={rule.scientificName}
              rule={rule}
              name={nameOf(rule.scientificName)}
              standard={defaults.find((one) => one.scientificName === rule.scientificName)}
              mayEdit={mayEdit}
              onRules={setValues}
            />
          ))}
        </ul>
      )}
      {mayEdit && (
        <SaveBar note={t('guardSaveHint')}>
          <Button type="submit" disabled={!isDirty} pending={save.isPending}>
            {t(save.isPending ? 'saving' : 'save')}
          </Button>
        </SaveBar>
      )}
      <DiscardDialog unsaved={isDirty} text={t('discardText')} />
    </form>
  );
}

interface RuleRowProps {
  rule: GuardRule;
  /** What the species is called. */
  name: string;
  standard: GuardDefault | undefined;
  mayEdit: boolean;
  onRules: Dispatch<SetStateAction<readonly GuardRule[]>>;
}

/** Drawn anew only when its own rule changes: there are about two hundred. */
const RuleRow = memo(function RuleRow({ rule, name, standard, mayEdit, onRules }: RuleRowProps) {
  const { t, i18n } = useTranslation();
  // The months of two hundred species are five thousand buttons: drawn where somebody looks.
  const [isOpen, setOpen] = useState(false);
  const language = i18n.language === 'nl' ? 'nl' : 'en';
  const nest = rule.nestMonths;
  const onChange = (part: Partial<GuardRule>) =>
    onRules((last) => last.map((one) => (one === rule ? { ...one, ...part } : one)));
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-hairline px-4 py-3 first:border-t-0">
      <div className="min-w-52 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span>{' '}
          <i lang="la" className="text-muted">
            {rule.scientificName}
          </i>
        </p>
        <p className="text-[0.8125rem] text-muted">{rule.reason || standard?.reason[language]}</p>
        {mayEdit ? (
          <details
            className="mt-1 text-[0.8125rem]"
            onToggle={(event) => setOpen(event.currentTarget.open)}
          >
            <summary>
              {t('guardMonths', { months: monthWords(rule.months, i18n.language, t('allYear')) })}
            </summary>
            {isOpen && (
              <div className="mt-3 grid gap-4">
                <MonthChoice
                  label={t('guardMonthsOf', { name })}
                  value={rule.months}
                  onChange={(months) => onChange({ months })}
                />
                <MonthChoice
                  label={t('nestMonthsOf', { name })}
                  value={nest ?? []}
                  onChange={(nestMonths) => onChange({ nestMonths })}
                />
              </div>
            )}
          </details>
        ) : (
          <p className="text-[0.8125rem]">
            {t('guardMonths', { months: monthWords(rule.months, i18n.language, t('allYear')) })}
          </p>
        )}
      </div>
      <Select
        aria-label={t('levelOf', { name })}
        className="flex w-48"
        disabled={!mayEdit}
        options={guardLevels.map((level) => ({ value: level, label: t(`level:${level}`) }))}
        value={rule.level}
        onChange={(level) => onChange({ level })}
      />
      {mayEdit && (
        <IconButton
          icon={X}
          label={t('removeFromGuard', { name })}
          onClick={() => onRules((last) => last.filter((one) => one !== rule))}
        />
      )}
    </li>
  );
});

const numbers = Array.from({ length: 12 }, (_, i) => i + 1);

function monthName(month: number, language: string): string {
  return new Date(Date.UTC(2026, month - 1)).toLocaleDateString(language, {
    month: 'short',
    timeZone: 'UTC',
  });
}

/** "feb, mar, apr"; none are all of them. */
function monthWords(months: readonly number[], language: string, all: string): string {
  return months.length === 0 ? all : months.map((one) => monthName(one, language)).join(', ');
}

interface MonthChoiceProps {
  label: string;
  value: readonly number[];
  onChange: (months: number[]) => void;
}

/** Months that are switched on and off. */
function MonthChoice({ label, value, onChange }: MonthChoiceProps) {
  const { i18n, t } = useTranslation();
  const names = numbers.map((month) => monthName(month, i18n.language));
  return (
    <Field label={label} hint={t('noMonthsHint')}>
      <ToggleChips
        options={names}
        chosen={value.map((month) => names[month - 1] ?? '')}
        onChange={(chosen) =>
          onChange(numbers.filter((one) => chosen.includes(names[one - 1] ?? '')))
        }
      />
    </Field>
  );
}
