/** The guard list: how strictly place and date of each species are hidden, and when. Admins edit it. */
import { useQuery } from '@tanstack/react-query';
import {
  type GuardDefault,
  type GuardList,
  type GuardRule,
  guardAnswer,
  guardDefault,
  guardLevels,
  guardList,
} from '@veldlicht/contract/guard';
import type { Species } from '@veldlicht/contract/species';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { FieldsForm, useFields } from '#components/form-fields.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState, Loaded } from '#components/ui/page-state.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { Select } from '#components/ui/select.tsx';
import { callApi } from '#lib/api.ts';
import { findEntries } from '#lib/long-list.ts';
import { focusPage } from '#lib/page-content.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { guardQuery } from './guard-query.ts';
import { useSpeciesIndex } from './species-input.tsx';
import { bothNames, findSpecies } from './species-search.ts';

/** Maximum number of species that a search offers to add. */
const OFFERED = 6;

const defaultsQuery = apiQuery(z.array(guardDefault), '/api/admin/guard/defaults');

export function GuardPage() {
  const { t } = useTranslation();
  const query = useQuery(guardQuery);
  const defaults = useQuery(defaultsQuery);
  return (
    <div className="mx-auto max-w-5xl">
      <p className="mb-6 max-w-prose text-muted">{t('guardListText')}</p>
      <Loaded of={query} pending={<Skeleton className="h-64" />}>
        {({ rules, etag }) => (
          <Loaded of={defaults} pending={<Skeleton className="h-64" />}>
            {(all) => <GuardForm key={etag} rules={rules} etag={etag} defaults={all} />}
          </Loaded>
        )}
      </Loaded>
    </div>
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
  const save = useChange({
    call: (payload: GuardList) =>
      callApi('PUT', '/api/admin/guard', { payload, ifMatch: etag, schema: guardAnswer }),
    done: 'guardSaved',
    failed: 'failedToSaveGuard',
    onDone: (answer, _, client) => client.setQueryData(guardQuery.queryKey, answer),
    refresh: (client) => client.invalidateQueries({ queryKey: adminMediaQuery.queryKey }),
  });
  const form = useFields({ schema: guardList, start: { rules: [...rules] }, save });
  const { field } = useController({ control: form.control, name: 'rules' });
  const values: readonly GuardRule[] = field.value;
  const { isDirty } = form.formState;
  /** Stable, so that rows do not render again. */
  const [onRule] = useState(() => (name: string, part: Partial<GuardRule> | null) => {
    const now = form.getValues('rules');
    const change = (rule: GuardRule) =>
      rule.scientificName === name ? { ...rule, ...part } : rule;
    field.onChange(
      part ? now.map(change) : now.filter(({ scientificName }) => scientificName !== name),
    );
  });
  const { index } = useSpeciesIndex();
  const nameOf = (scientificName: string) => {
    const [known] = index?.byName.get(scientificName.toLowerCase()) ?? [];
    return known ? speciesLabel(known) : scientificName;
  };
  const names = values.map(({ scientificName }) => scientificName);
  const [typed, setTyped] = useState('');
  // By common name; added species stay on top until saved.
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
  const offered = mayEdit && index ? findSpecies(index, typed, Number.POSITIVE_INFINITY) : [];
  const addable = offered
    .filter(({ scientificName }) => !names.includes(scientificName))
    .slice(0, OFFERED);
  const add = ({ scientificName }: Species) => {
    field.onChange([
      { scientificName, level: 'block', months: [], nestMonths: [], reason: '' },
      ...values,
    ]);
    setTyped('');
    // The button that was pressed is gone.
    focusPage();
  };
  const searchLabel = t(mayEdit ? 'guardSearchOrAdd' : 'guardSearch');
  const missing = defaults.filter(({ scientificName }) => !names.includes(scientificName));
  return (
    <div className="flex flex-col gap-5">
      {(mayEdit || values.length > 0) && (
        <div className="flex flex-wrap gap-3">
          <SearchBox
            label={searchLabel}
            placeholder={searchLabel}
            value={typed}
            onSearch={setTyped}
          />
          {mayEdit && missing.length > 0 && (
            <Button
              look="secondary"
              onClick={() =>
                field.onChange([...values, ...missing.map((rule) => ({ ...rule, reason: '' }))])
              }
            >
              {t('addDefaults', { count: missing.length })}
            </Button>
          )}
        </div>
      )}
      {addable.length > 0 && (
        <ul aria-label={t('addToGuard')} className="flex flex-wrap gap-2">
          {addable.map((one) => (
            <li key={one.scientificName}>
              <Button look="secondary" size="sm" onClick={() => add(one)}>
                <Plus className="size-4" />
                {t('addNamed', { name: bothNames(one) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {values.length === 0 && <EmptyState title={t('guardEmpty')} text={t('guardEmptyHint')} />}
      {values.length > 0 && shown.length === 0 && addable.length === 0 && (
        <EmptyState title={t('noResultsFound')} />
      )}
      <FieldsForm of={form} className="flex flex-col gap-5">
        {shown.length > 0 && (
          <ul aria-label={t('guardList')} className="rounded-lg border border-hairline bg-surface">
            {shown.map((rule) => (
              <RuleRow
                key={rule.scientificName}
                rule={rule}
                name={nameOf(rule.scientificName)}
                standard={defaults.find((one) => one.scientificName === rule.scientificName)}
                mayEdit={mayEdit}
                onRule={onRule}
              />
            ))}
          </ul>
        )}
        {mayEdit && (
          <SaveBar note={t('guardSaveHint')}>
            <Button type="submit" disabled={!isDirty} pending={form.isPending}>
              {t(form.isPending ? 'saving' : 'save')}
            </Button>
          </SaveBar>
        )}
      </FieldsForm>
      <DiscardDialog unsaved={isDirty} text={t('discardText')} />
    </div>
  );
}

interface RuleRowProps {
  rule: GuardRule;
  name: string;
  standard: GuardDefault | undefined;
  mayEdit: boolean;
  /** Changes the rule of a species; null removes it. */
  onRule: (name: string, part: Partial<GuardRule> | null) => void;
}

/** Compares by value: the form copies its values at each change. */
const isSameRow = (a: RuleRowProps, b: RuleRowProps) =>
  JSON.stringify([a.rule, a.name, a.standard, a.mayEdit]) ===
  JSON.stringify([b.rule, b.name, b.standard, b.mayEdit]);

/** Memoized: there are about two hundred rows. */
const RuleRow = memo(function RuleRow({ rule, name, standard, mayEdit, onRule }: RuleRowProps) {
  const { t, i18n } = useTranslation();
  // Rendered when opened: all months of two hundred species are five thousand buttons.
  const [isOpen, setOpen] = useState(false);
  const language = i18n.language === 'nl' ? 'nl' : 'en';
  const nest = rule.nestMonths;
  const onChange = (part: Partial<GuardRule> | null) => onRule(rule.scientificName, part);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-hairline px-4 py-3 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span>{' '}
          <i lang="la" className="text-muted">
            {rule.scientificName}
          </i>
        </p>
        <p className="text-small text-muted">{rule.reason || standard?.reason[language]}</p>
        {mayEdit ? (
          <details
            className="mt-1 text-small"
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
          <p className="text-small">
            {t('guardMonths', { months: monthWords(rule.months, i18n.language, t('allYear')) })}
          </p>
        )}
      </div>
      <Select
        aria-label={t('levelOf', { name })}
        className="flex w-44"
        disabled={!mayEdit}
        options={guardLevels.map((level) => ({ value: level, label: t(`level:${level}`) }))}
        value={rule.level}
        onChange={(level) => onChange({ level })}
      />
      {mayEdit && (
        <IconButton
          icon={X}
          label={t('removeFromGuard', { name })}
          onClick={() => onChange(null)}
        />
      )}
    </li>
  );
}, isSameRow);

const numbers = Array.from({ length: 12 }, (_, i) => i + 1);

function monthName(month: number, language: string): string {
  return new Date(Date.UTC(2026, month - 1)).toLocaleDateString(language, {
    month: 'short',
    timeZone: 'UTC',
  });
}

/** 'feb, mar, apr'; an empty list means all year. */
function monthWords(months: readonly number[], language: string, all: string): string {
  return months.length === 0 ? all : months.map((one) => monthName(one, language)).join(', ');
}

interface MonthChoiceProps {
  label: string;
  value: readonly number[];
  onChange: (months: number[]) => void;
}

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
