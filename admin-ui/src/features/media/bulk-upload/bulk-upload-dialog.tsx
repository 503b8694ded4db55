import { useQuery } from '@tanstack/react-query';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogFooter } from '#components/ui/dialog.tsx';
import { categoriesQuery, sessionQuery } from '#lib/queries.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { PICKER_ACCEPT } from '../form/file-checks.ts';
import { useFileDrop } from '../form/use-file-drop.ts';
import { BulkQuestions, type Question } from './bulk-questions.tsx';
import { type BulkSession, bulkSessionOf } from './bulk-session.ts';
import { whyNotReady } from './bulk-state.ts';
import { DraftCard } from './draft-card.tsx';
import type { EntryNames } from './draft-fields.tsx';
import { DraftNotices } from './draft-notices.tsx';
import { EmptyPicker } from './empty-picker.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { useStore } from './store.ts';
import { useBulkRun } from './use-bulk-run.ts';
import { scrollBoxAttribute } from './use-near-view.ts';

/** Asked for anew whenever the dialog opens (spec §7). */
function useEntryNames(): EntryNames {
  const { data } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  return useMemo(() => {
    const named = (type: 'category' | 'tag') =>
      (data ?? []).filter((entry) => entry.type === type).map(({ name }) => name);
    return { categories: named('category'), tags: named('tag') };
  }, [data]);
}

/** The ids of the drafts; the same list while none comes or goes. */
function useDraftIds(session: BulkSession): string[] {
  const joined = useStore(session.store, ({ drafts }) => drafts.map(({ id }) => id).join('\0'));
  return useMemo(() => (joined === '' ? [] : joined.split('\0')), [joined]);
}

interface OpenDialogProps {
  session: BulkSession;
  onClose: () => void;
}

function OpenDialog({ session, onClose }: OpenDialogProps) {
  const { t } = useTranslation();
  const names = useEntryNames();
  const ids = useDraftIds(session);
  const isRunning = useStore(session.store, ({ run }) => run !== 'idle');
  const why = useStore(session.store, whyNotReady);
  const untitled = useStore(
    session.store,
    ({ drafts }) => drafts.filter(({ fields }) => fields.title.trim() === '').length,
  );
  const [question, setQuestion] = useState<Question | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = () => input.current?.click();

  const showFailed = () => {
    const failed = list.current?.querySelector('[data-failed]');
    failed?.scrollIntoView({ block: 'start' });
    failed?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  };
  const run = useBulkRun(session, {
    onAll: onClose,
    onSome: () => list.current?.scrollTo({ top: 0 }),
  });
  const drop = useFileDrop((files) => {
    if (!isRunning) session.choose(files);
  });
  // The page may go at any moment: a tab that is hidden may never be shown again.
  useEffect(() => {
    const onHide = () => void session.flush();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      onHide();
    };
  }, [session]);

  const close = () => (isRunning ? setQuestion('stop-and-close') : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event) || why !== null) return;
    event.preventDefault();
    setQuestion('confirm');
  };
  const needs =
    why === 'noTitle'
      ? t('needTitles', { count: untitled })
      : why === 'noCategory'
        ? t('needCategory')
        : t('draftsStay');

  return (
    <Dialog open onClose={close} title={t('bulkTitle')} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: takes drops and a shortcut; buttons do the same */}
      <div
        {...drop.handlers}
        onKeyDown={onKeyDown}
        className="relative flex min-h-0 flex-1 flex-col overflow-hidden sm:rounded-b-lg"
      >
        <input
          ref={input}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={t('chooseFiles')}
          accept={PICKER_ACCEPT}
          disabled={isRunning}
          className="hidden"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Choosing the same files again must be noticed too.
            event.target.value = '';
            session.choose(files);
          }}
        />
        {isRunning && <ProgressPanel session={session} onStop={() => setQuestion('stop')} />}
        <div
          ref={list}
          {...scrollBoxAttribute}
          className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain bg-ground px-4 py-5 sm:px-6"
        >
          <DraftNotices session={session} onChoose={open} onShowFailed={showFailed} />
          {ids.length === 0 ? (
            <EmptyPicker onOpen={open} />
          ) : (
            <ul className="flex flex-col gap-4">
              {ids.map((id, index) => (
                <DraftCard
                  key={id}
                  session={session}
                  id={id}
                  isFirst={index === 0 && ids.length > 1}
                  names={names}
                  busy={isRunning}
                />
              ))}
            </ul>
          )}
        </div>
        {drop.dropping && !isRunning && (
          <div className="absolute inset-0 z-10 grid place-items-center bg-moss/90 text-base font-medium text-on-moss">
            {t('dropFilesToAdd')}
          </div>
        )}
        {ids.length > 0 && (
          <DialogFooter>
            <div className="mr-auto min-w-0 text-[0.8125rem] max-sm:w-full">
              <p className="tabular-nums">
                {t('filesOf', { count: ids.length, most: String(MAX_BULK_FILES) })}
              </p>
              <p className="text-muted">{needs}</p>
            </div>
            <Button look="quiet" disabled={isRunning} onClick={() => setQuestion('clear')}>
              {t('clearAll')}
            </Button>
            <Button
              look="secondary"
              disabled={isRunning || ids.length >= MAX_BULK_FILES}
              onClick={open}
            >
              <Plus aria-hidden="true" className="size-4" />
              {t('addFiles')}
            </Button>
            <Button
              disabled={why !== null}
              pending={isRunning}
              onClick={() => setQuestion('confirm')}
            >
              {t('uploadAll')}
            </Button>
          </DialogFooter>
        )}
      </div>
      <BulkQuestions
        session={session}
        question={question}
        isRunning={isRunning}
        onDone={() => setQuestion(null)}
        onRun={(choice) => void run(choice)}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface BulkUploadDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Up to a hundred files at once (spec §2 Bulk Upload dialog). Drafts outlive it. */
export function BulkUploadDialog({ open, onClose }: BulkUploadDialogProps) {
  const userId = useQuery(sessionQuery).data?.user.id;
  if (!open || userId === undefined) return null;
  return <OpenDialog session={bulkSessionOf(userId)} onClose={onClose} />;
}
