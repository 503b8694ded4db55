/** Export and import of a whole library (decision 029). */
import { useQuery } from '@tanstack/react-query';
import {
  EXPORT_PATH,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  type ImportChoice,
  importPlan,
  importState,
  published,
} from '@veldlicht/contract/moving';
import { readReason } from '@veldlicht/contract/reason';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Fold, Section } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { LoadedInCard } from '#components/ui/loaded-in-card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ProgressBar } from '#features/media/upload/progress-bar.tsx';
import { putFile } from '#features/media/upload/upload-file.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { serverText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { categoryText } from '#lib/field-words.ts';
import { categoriesQuery, refreshAll, refreshMedia } from '#lib/queries.ts';
import { saveAddress } from '#lib/save-file.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';

const stateQuery = apiQuery(importState, IMPORT_PATH);
const planQuery = apiQuery(importPlan, IMPORT_PATH, 'plan');

const LOOK_EVERY_MS = 1000;

function ExportSection() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState({ privatePlaces: 'false', writtenCopies: 'false' });
  const switchOf = (name: keyof typeof chosen) => ({
    checked: chosen[name] === 'true',
    onChange: (isOn: boolean) => setChosen({ ...chosen, [name]: String(isOn) }),
  });
  const start = useChange({
    call: () => callApi('POST', EXPORT_PATH),
    failed: 'failedToMoveOut',
    onDone: () => saveAddress(`${EXPORT_PATH}?${new URLSearchParams(chosen)}`),
  });
  return (
    <Section title={t('exportTitle')} text={t('exportText')}>
      <Switch
        {...switchOf('privatePlaces')}
        label={t('exportPrivate')}
        hint={t('exportPrivateHint')}
      />
      <Switch {...switchOf('writtenCopies')} label={t('exportTexts')} hint={t('exportTextsHint')} />
      <div>
        <Button pending={start.isPending} onClick={() => start.mutate()}>
          {t('download')}
        </Button>
      </div>
    </Section>
  );
}

/** Receives a ZIP file; its button stands back while something waits to be published. */
function ImportFile({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const [percent, setPercent] = useState(0);
  const send = useChange<void, File>({
    call: async (file) => {
      stop.current = new AbortController();
      setPercent(0);
      await putFile(`${IMPORT_FILE_PATH}?name=${encodeURIComponent(file.name)}`, file, {
        signal: stop.current.signal,
        onProgress: (sent) => setPercent(Math.floor((100 * sent) / file.size)),
        // The server unpacks the file before it responds.
        silentMs: 30 * 60_000,
      });
    },
    failed: 'failedToSendLibrary',
    refresh: (client) => refreshAll(client, [IMPORT_PATH]),
    isShownElsewhere: () => stop.current?.signal.aborted ?? false,
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          target.value = '';
        }}
      />
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        pending={send.isPending}
        onClick={() => input.current?.click()}
      >
        {t('importChoose')}
      </Button>
      {send.isPending && (
        <Button look="secondary" onClick={() => stop.current?.abort()}>
          {t('stopUpload')}
        </Button>
      )}
      <p role="status" className="text-muted tabular-nums">
        {send.isPending && (percent < 100 ? t('importSending', { percent }) : t('importUnpacking'))}
      </p>
    </div>
  );
}

interface ReasonsProps {
  reasons: readonly string[];
}

/** A scrolling list: there may be thousands of reasons. */
function Reasons({ reasons }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul className="max-h-60 list-disc overflow-y-auto pl-5 wrap-anywhere">
      {reasons.map((one) => (
        <li key={one}>{serverText(one)}</li>
      ))}
    </ul>
  );
}

/** A call that answers with the new state. */
const useStateChange = (failed: PlainTextKey, method: 'POST' | 'DELETE', payload?: ImportChoice) =>
  useChange({
    call: () => callApi(method, IMPORT_PATH, { payload, schema: importState }),
    failed,
    onDone: (state, _, client) => client.setQueryData(stateQuery.queryKey, state),
  });

/** Shows what a file would add, with the choices to make first. */
function PlannedImport({ name }: { name: string }) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<ImportChoice>({ category: null, makeTags: true });
  const plan = useQuery(planQuery);
  const categories = useQuery(categoriesQuery).data ?? [];
  const start = useStateChange('failedToImport', 'POST', choice);
  const forget = useStateChange('failedToForget', 'DELETE');
  const { withoutCategory = 0, newTags = [], faults } = plan.data ?? {};
  const isReady = faults?.length === 0;
  const options = categories
    .filter(({ type }) => type === 'category')
    .map((one) => ({ value: one.name, label: categoryText(one.name) }));
  return (
    <>
      <p className="font-medium wrap-anywhere">{name}</p>
      <LoadedInCard of={plan} pending={<Skeleton className="h-24 w-full" />}>
        {({ lines, left, faults }) => (
          <>
            <Reasons reasons={lines} />
            {left.length > 0 && (
              // The first reason says what was found.
              <Fold summary={t('importLeft')} open={left.length > 1}>
                <Reasons reasons={left} />
              </Fold>
            )}
            {faults.length > 0 && <Notice tone="amber">{t('importFaults')}</Notice>}
            <Reasons reasons={faults} />
          </>
        )}
      </LoadedInCard>
      {isReady && withoutCategory > 0 && (
        <Field label={t('importCategory')} hint={t('importCategoryHint', { n: withoutCategory })}>
          <Select
            options={options}
            none={t('noneChosen')}
            value={choice.category ?? ''}
            onChange={(category) => setChoice({ ...choice, category: category || null })}
          />
        </Field>
      )}
      {isReady && newTags.length > 0 && (
        <Switch
          label={t('importMakeTags')}
          checked={choice.makeTags}
          onChange={(makeTags) => setChoice({ ...choice, makeTags })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isReady} pending={start.isPending} onClick={() => start.mutate()}>
          {t('importStart')}
        </Button>
        <Button look="secondary" pending={forget.isPending} onClick={() => forget.mutate()}>
          {t('importForget')}
        </Button>
      </div>
    </>
  );
}

/** How the last import ended, and which files failed. */
function ImportResult({ reasons: [ending, ...failed] }: ReasonsProps) {
  if (ending === undefined) return null;
  const isWhole = failed.length === 0 && readReason(ending).code === 'import_done';
  return (
    <>
      <Notice tone={isWhole ? 'moss' : 'amber'}>{serverText(ending)}</Notice>
      <Reasons reasons={failed} />
    </>
  );
}

function PublishWaiting({ n }: { n: number }) {
  const { t } = useTranslation();
  const publish = useChange({
    call: () => callApi('POST', `${IMPORT_PATH}/publish`, { schema: published }),
    done: 'published',
    failed: 'failedToPublishMoved',
    refresh: async (client) => {
      await refreshAll(client, stateQuery.queryKey);
      await refreshMedia(client);
    },
  });
  return (
    <>
      <p className="font-medium">{t('importWaiting', { n })}</p>
      <p className="text-muted">{t('importWaitingHint')}</p>
      <div>
        <Button pending={publish.isPending} onClick={() => publish.mutate()}>
          {t('importPublish')}
        </Button>
      </div>
    </>
  );
}

function ImportSection() {
  const { t } = useTranslation();
  const query = useQuery({
    ...stateQuery,
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_EVERY_MS : false),
  });
  const running = query.data?.running;
  return (
    <Section title={t('importTitle')} text={t('importText')}>
      <p role="status" className="tabular-nums empty:hidden">
        {running && (running.all > 0 ? t('importRunning', running) : t('importUnpacking'))}
      </p>
      {running && running.all > 0 && (
        <ProgressBar
          tall
          label={t('importTitle')}
          percent={Math.floor((100 * running.done) / running.all)}
        />
      )}
      <LoadedInCard of={query} pending={<Skeleton className="h-10 w-48" />}>
        {({ name, result, waiting }) => (
          <>
            <ImportResult reasons={result} />
            {!running && waiting > 0 && <PublishWaiting n={waiting} />}
            {!running &&
              (name === null ? (
                <ImportFile isFirst={waiting === 0} />
              ) : (
                <PlannedImport name={name} />
              ))}
          </>
        )}
      </LoadedInCard>
    </Section>
  );
}

export function MovingPage() {
  return (
    <div className="mx-auto max-w-5xl">
      <ImportSection />
      <ExportSection />
    </div>
  );
}
