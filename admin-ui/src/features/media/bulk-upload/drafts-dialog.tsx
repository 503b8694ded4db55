import { useQueryClient } from '@tanstack/react-query';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { Images, Plus, TriangleAlert, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog, DialogFooter } from '#components/ui/dialog.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { failureText } from '#i18n/failure-text.ts';
import { notify } from '#lib/notify.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { useEntryNames } from '../media-fields.tsx';
import { PICKER_ACCEPT } from '../upload/file-checks.ts';
import { limitWords } from '../upload/upload-texts.ts';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { BulkQuestions, type Question } from './bulk-questions.tsx';
import { type BulkSession, CategoryMissingError, useBulk } from './bulk-session.ts';
import { whyNotReady } from './bulk-state.ts';
import { noticeOf } from './bulk-texts.ts';
import type { CopyChoice } from './draft.ts';
import { DraftCard } from './draft-card.tsx';
import { scrollBoxAttribute } from './draft-preview.tsx';
import { ProgressPanel } from './progress-panel.tsx';

/** What the dialog shows without files: one large place to press or to drop on. */
function EmptyPicker({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-full">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-80 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-edge bg-ground px-6 py-10 text-center transition-colors duration-150 hover:bg-moss-wash/50"
      >
        <Images aria-hidden="true" className="mb-3 size-9 text-moss" />
        <span className="text-base font-medium text-balance">{t('bulkHint')}</span>
        <span className="max-w-[46ch] text-muted text-balance">{limitWords('bulkFormats')}</span>
        <span className={`${buttonClass()} mt-5`}>{t('chooseFiles')}</span>
        <span className="mt-1 text-muted max-sm:hidden">{t('dropFilesHere')}</span>
      </button>
    </div>
  );
}

interface NoticesProps {
  session: BulkSession;
  onChoose: () => void;
  onShowFailed: () => void;
}

/** What needs a word before the cards: files that were not taken, lost or failed. */
function DraftNotices({ session, onChoose, onShowFailed }: NoticesProps) {
  const { t } = useTranslation();
  const { drafts, refused, run } = useBulk(session);
  const missing = drafts.filter(({ file, stored }) => !file && !stored).length;
  const failed = drafts.filter(({ failure }) => failure && failure.stage !== 'missing').length;
  return (
    <>
      {refused.length > 0 && (
        <div role="alert" className="relative rounded-lg bg-amber-wash py-3 pr-12 pl-4 text-amber">
          <p className="font-medium">{t('notAdded', { count: refused.length })}</p>
          <ul className="mt-1 max-h-40 overflow-y-auto text-[0.8125rem]">
            {refused.map((file, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                <strong className="font-medium">{file.name}</strong>: {limitWords(file.why)}
              </li>
            ))}
          </ul>
          <IconButton
            label={t('close')}
            onClick={session.forgetRefused}
            className="absolute top-1 right-1 text-amber hover:text-amber"
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      )}
      {missing > 0 && run === 'idle' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-moss-wash px-4 py-3">
          <p className="min-w-60 flex-1">{t('missingFilesText')}</p>
          <Button size="sm" onClick={onChoose}>
            {t('missingFiles', { count: missing })}
          </Button>
        </div>
      )}
      {failed > 0 && run === 'idle' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-danger-wash px-4 py-3 text-danger">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <p className="flex-1 font-medium">{t('failedFiles', { count: failed })}</p>
          <Button look="secondary" size="sm" onClick={onShowFailed}>
            {t('showFirst')}
          </Button>
        </div>
      )}
    </>
  );
}

interface BulkFooterProps {
  session: BulkSession;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onClear: () => void;
  onAdd: () => void;
  onUpload: () => void;
}

/** How many there are, what is still needed, and what can be done with all of them. */
function BulkFooter({ session, uploadAll, onClear, onAdd, onUpload }: BulkFooterProps) {
  const { t } = useTranslation();
  const state = useBulk(session);
  const { length: count } = state.drafts;
  const isRunning = state.run !== 'idle';
  const notReady = whyNotReady(state);
  const needs = () => {
    if (notReady?.why === 'noTitle') return t('needTitles', { count: notReady.count });
    if (notReady?.why === 'tooLong') return t('needShorterTexts', { count: notReady.count });
    return t(notReady?.why === 'noCategory' ? 'needCategory' : 'draftsStay');
  };
  return (
    <DialogFooter>
      <div className="mr-auto min-w-0 text-[0.8125rem] max-sm:w-full">
        <p className="tabular-nums">{t('filesOf', { count, most: String(MAX_BULK_FILES) })}</p>
        <p className="text-muted">{needs()}</p>
      </div>
      <Button look="quiet" disabled={isRunning} onClick={onClear} className="max-sm:px-3">
        {t('clearAll')}
      </Button>
      <Button
        look="secondary"
        disabled={isRunning || count >= MAX_BULK_FILES}
        onClick={onAdd}
        className="max-sm:px-3"
      >
        <Plus aria-hidden="true" className="size-4 max-sm:hidden" />
        {t('addFiles')}
      </Button>
      <Button
        ref={uploadAll}
        disabled={notReady !== null && !isRunning}
        pending={isRunning}
        onClick={onUpload}
        className="max-sm:px-3"
      >
        {t('uploadAll')}
      </Button>
    </DialogFooter>
  );
}

/** Runs an upload and tells how it ended (spec §8); answers whether everything became an item. */
function useRun(session: BulkSession) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (choice: CopyChoice): Promise<'all' | 'some' | 'none'> => {
    // What was refused is over with a new try.
    notify.clearError();
    try {
      const outcome = await session.run(choice);
      const { kind, title, text } = noticeOf(outcome);
      notify[kind](title, text);
      if (outcome.created.length > 0) void refreshMediaLists(client);
      return outcome.failed.length === 0 ? 'all' : 'some';
    } catch (error) {
      if (error instanceof CategoryMissingError) notify.error(t('error'), t('categoryForAll'));
      // Stopped by hand: the drafts are the answer, and the list, if items were being made.
      else if (error instanceof DOMException && error.name === 'AbortError')
        void refreshMediaLists(client);
      else notify.error(t('error'), failureText('failedToUploadFiles', error));
      return 'none';
    }
  };
}

interface DraftsDialogProps {
  session: BulkSession;
  onClose: () => void;
}

/** Files and their fields, on their way to becoming items (spec §2 Bulk Upload dialog). */
export function DraftsDialog({ session, onClose }: DraftsDialogProps) {
  const { t } = useTranslation();
  const names = useEntryNames();
  const state = useBulk(session);
  const { drafts, progress } = state;
  const isRunning = state.run !== 'idle';
  const [question, setQuestion] = useState<Question | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const uploadAll = useRef<HTMLButtonElement>(null);
  const openPicker = () => input.current?.click();
  const focusUploadAll = useCallback(() => uploadAll.current?.focus(), []);
  const startRun = useRun(session);
  useEffect(() => {
    // A tab that is hidden may never be shown again.
    const onHide = () => void session.flush();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [session]);

  const showFailed = () => {
    const failed = list.current?.querySelector('[data-failed]');
    failed?.scrollIntoView({ block: 'start' });
    failed?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  };
  const run = async (choice: CopyChoice) => {
    const became = await startRun(choice);
    if (became === 'all') onClose();
    if (became === 'some') list.current?.scrollTo({ top: 0 });
  };
  const drop = useFileDrop((files) => {
    if (!isRunning) session.choose(files);
  });
  const close = () => (isRunning ? setQuestion('stop-and-close') : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event) || whyNotReady(state)) return;
    event.preventDefault();
    setQuestion('confirm');
  };

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
        {isRunning && (
          <ProgressPanel
            state={state}
            stop={stop}
            onStop={() => setQuestion('stop')}
            onFocusLost={focusUploadAll}
          />
        )}
        {/* While all fields are disabled it is scrolled by keys itself. */}
        <section
          ref={list}
          aria-label={t('filesOf', { count: drafts.length, most: String(MAX_BULK_FILES) })}
          tabIndex={isRunning ? 0 : undefined}
          {...scrollBoxAttribute}
          className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain bg-ground px-4 py-5 sm:px-6"
        >
          <DraftNotices session={session} onChoose={openPicker} onShowFailed={showFailed} />
          {drafts.length === 0 ? (
            <EmptyPicker onOpen={openPicker} />
          ) : (
            <ul className="flex flex-col gap-4">
              {drafts.map((draft, index) => (
                <DraftCard
                  key={draft.id}
                  session={session}
                  draft={draft}
                  progress={progress.get(draft.id)}
                  isFirst={index === 0 && drafts.length > 1}
                  names={names}
                  busy={isRunning}
                />
              ))}
            </ul>
          )}
        </section>
        {drop.dropping && !isRunning && (
          <div className="absolute inset-0 z-10 grid place-items-center bg-moss/90 text-base font-medium text-on-moss">
            {t('dropFilesToAdd')}
          </div>
        )}
        {drafts.length > 0 && (
          <BulkFooter
            session={session}
            uploadAll={uploadAll}
            onClear={() => setQuestion('clear')}
            onAdd={openPicker}
            onUpload={() => setQuestion('confirm')}
          />
        )}
      </div>
      <BulkQuestions
        session={session}
        question={question}
        isRunning={isRunning}
        stop={stop}
        uploadAll={uploadAll}
        onDone={() => setQuestion(null)}
        onRun={(choice) => void run(choice)}
        onClose={onClose}
      />
    </Dialog>
  );
}
