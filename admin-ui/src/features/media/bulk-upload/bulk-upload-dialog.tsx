import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { Images, Plus, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { notify } from '#lib/notify.ts';
import { categoriesQuery, sessionQuery } from '#lib/queries.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { useEntryNames } from '../media-fields.tsx';
import { PICKER_ACCEPT } from '../upload/file-checks.ts';
import { readMetadata } from '../upload/metadata.ts';
import { uploadFile } from '../upload/upload-file.ts';
import { limitWords } from '../upload/upload-texts.ts';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { BulkQuestions, ProgressPanel, type Question } from './bulk-run.tsx';
import { type BulkSession, createBulkSession, useBulk } from './bulk-session.ts';
import { noticeOf } from './bulk-texts.ts';
import { createItems } from './create-items.ts';
import { type BulkState, type CopyChoice, whyNotReady } from './draft.ts';
import { DraftCard } from './draft-card.tsx';
import { openDraftStorage } from './draft-storage.ts';
import { createDraftsLock, type DraftsLock } from './drafts-lock.ts';

let current: { userId: string; open: DraftsLock } | null = null;

/** Opens the drafts of the person who is signed in; another person has other ones. */
function draftsOf(userId: string, client: QueryClient): DraftsLock {
  if (current?.userId === userId) return current.open;
  const storage = openDraftStorage(userId);
  /** Without the list, keywords are proposed that are tags already; pressed, they are chosen. */
  const tagNames = async () => {
    const list = await client.ensureQueryData(categoriesQuery).catch(() => []);
    return list.filter(({ type }) => type === 'tag').map(({ name }) => name);
  };
  const ports = {
    readFacts: readMetadata,
    tagNames,
    upload: uploadFile,
    create: createItems,
    now: Date.now,
  };
  const begin = () => createBulkSession({ storage, ...ports });
  current = { userId, open: createDraftsLock(`veldlicht-drafts-${userId}`, begin) };
  return current.open;
}

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
  state: BulkState;
  onForgetRefused: () => void;
  onChoose: () => void;
  onShowFailed: () => void;
}

/** What needs a word before the cards: files that were not taken, lost or failed. */
function DraftNotices({ state, onForgetRefused, onChoose, onShowFailed }: NoticesProps) {
  const { t } = useTranslation();
  const { drafts, refused, run } = state;
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
            onClick={onForgetRefused}
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
  state: BulkState;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onClear: () => void;
  onAdd: () => void;
  onUpload: () => void;
}

/** How many there are, what is still needed, and what can be done with all of them. */
function BulkFooter({ state, uploadAll, onClear, onAdd, onUpload }: BulkFooterProps) {
  const { t } = useTranslation();
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

interface DraftsDialogProps {
  session: BulkSession;
  onClose: () => void;
}

/** Files and their fields, on their way to becoming items (spec §2 Bulk Upload dialog). */
function DraftsDialog({ session, onClose }: DraftsDialogProps) {
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
  const client = useQueryClient();
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
  /** Uploads and tells how that ended (spec §8). */
  const run = async (choice: CopyChoice) => {
    // What was refused is over with a new try.
    notify.clearError();
    const outcome = await session.run(choice);
    const { end, created, failed } = outcome;
    const notice = noticeOf(outcome);
    if (notice) notify[notice.kind](notice.title, notice.text);
    // Stopped by hand, some items may have been made all the same.
    if (created.length > 0 || end === 'stopped') void refreshMediaLists(client);
    if (end !== 'done') return;
    if (failed.length === 0) onClose();
    else list.current?.scrollTo({ top: 0 });
  };
  const drop = useFileDrop((files) => {
    if (!isRunning) session.choose(files);
  });
  const close = () => (isRunning ? setQuestion('stop-and-close') : onClose());

  return (
    <Dialog open onClose={close} title={t('bulkTitle')} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: takes drops and a shortcut; buttons do the same */}
      <div
        {...drop.handlers}
        onKeyDown={(event) => {
          if (!isSaveKey(event) || whyNotReady(state)) return;
          event.preventDefault();
          setQuestion('upload');
        }}
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
          data-scroll-box=""
          className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain bg-ground px-4 py-5 sm:px-6"
        >
          <DraftNotices
            state={state}
            onForgetRefused={session.forgetRefused}
            onChoose={openPicker}
            onShowFailed={showFailed}
          />
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
            state={state}
            uploadAll={uploadAll}
            onClear={() => setQuestion('clear')}
            onAdd={openPicker}
            onUpload={() => setQuestion('upload')}
          />
        )}
      </div>
      <BulkQuestions
        session={session}
        question={question}
        stop={stop}
        uploadAll={uploadAll}
        onDone={() => setQuestion(null)}
        onRun={(choice) => void run(choice)}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Shown in place of the drafts while another tab has them. */
function DraftsElsewhere({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('bulkTitle')}>
      <DialogBody>
        <div role="status" className="flex flex-col gap-2">
          <p className="font-medium">{t('draftsElsewhere')}</p>
          <p className="text-muted">{t('draftsElsewhereText')}</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="secondary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Up to a hundred files at once (spec §2 Bulk Upload dialog). Drafts outlive it. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const userId = useQuery(sessionQuery).data?.user.id;
  const [owner, setOwner] = useState<BulkSession | 'another tab' | null>(null);
  useEffect(() => {
    if (userId === undefined) return;
    const close = draftsOf(userId, client)(setOwner);
    return () => void close();
  }, [userId, client]);
  // For a moment: the browser is asked whether another tab has the drafts.
  if (owner === null) return null;
  if (owner === 'another tab') return <DraftsElsewhere onClose={onClose} />;
  return <DraftsDialog session={owner} onClose={onClose} />;
}
