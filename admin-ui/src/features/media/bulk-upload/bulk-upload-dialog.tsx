import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import { Images, Plus } from 'lucide-react';
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog, DialogFooter } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { isSaveKey } from '#lib/forms.ts';
import { notify } from '#lib/notify.ts';
import { useOnline } from '#lib/online.ts';
import { refreshMedia } from '#lib/queries.ts';
import { sessionQuery } from '#lib/session.ts';
import { holdUnsavedWork } from '#lib/unsaved-work.ts';
import { BulkEditDialog } from '../bulk-edit-dialog.tsx';
import { useEntryNames } from '../entry-names.ts';
import { draftCountQuery } from '../media-notices.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { type GoTo, MediaTable } from '../table/media-table.tsx';
import { undoable } from '../table/row-change.ts';
import { type Sort, sortAfter, sorted } from '../table/sort.ts';
import { useChangeMany } from '../table/use-change-many.ts';
import { useSameList } from '../table/use-table-rows.ts';
import { UnsavedNote } from '../unsaved-note.tsx';
import { PICKER_ACCEPT } from '../upload/file-checks.ts';
import { resumeUpload, uploadFile } from '../upload/upload-file.ts';
import { limitWords } from '../upload/upload-texts.ts';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { BulkQuestions, ProgressPanel, type Question, SendingBar } from './bulk-run.tsx';
import { type BulkSession, createBulkSession, type PageWatch } from './bulk-session.ts';
import { noticeOf, sayChosen } from './bulk-texts.ts';
import { createItems } from './create-items.ts';
import {
  type BulkState,
  type CopyChoice,
  type Draft,
  lotOf,
  mostFiles,
  whyNotReady,
} from './draft.ts';
import { DraftNotices } from './draft-notices.tsx';
import { draftParts, rowOfDraft } from './draft-parts.tsx';
import { draftsPort } from './drafts-port.ts';
import { LotFields } from './lot-fields.tsx';
import { useBulk } from './use-bulk.ts';
import { useCategoryLead } from './use-category-lead.ts';

let current: { userId: string; session: BulkSession } | null = null;

/** Sends texts when the page is hidden; the browser asks before files are lost. */
function watchPage({ leave, holdsOnlyCopy }: PageWatch): () => void {
  // A hidden tab may be closed without another event.
  document.addEventListener('visibilitychange', leave);
  const release = holdUnsavedWork(holdsOnlyCopy);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    release();
  };
}

/** Returns the session of the person signed in, and ends that of another person. */
function sessionOf(userId: string): BulkSession {
  if (current?.userId === userId) return current.session;
  current?.session.end();
  const ports = { upload: uploadFile, resume: resumeUpload, create: createItems, watchPage };
  const session = createBulkSession({ drafts: draftsPort, ...ports });
  current = { userId, session };
  return session;
}

/** The empty dialog: one large button that opens the file picker. */
function EmptyPicker({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-full">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-80 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-edge bg-ground px-6 py-10 text-center transition-colors duration-150 hover:bg-moss-wash/50"
      >
        <Images className="mb-3 size-9 text-moss" />
        <span className="text-base font-medium text-balance">{t('bulkHint')}</span>
        <span className="max-w-[46ch] text-muted text-balance">{limitWords('bulkFormats')}</span>
        <span className={`${buttonClass()} mt-5`}>{t('chooseFiles')}</span>
        <span className="mt-1 text-muted max-sm:hidden">
          {t('dropFilesHere', { most: String(MAX_FOLDER_FILES) })}
        </span>
      </button>
    </div>
  );
}

interface BulkFooterProps {
  session: BulkSession;
  state: BulkState;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onClear: () => void;
  onAdd: () => void;
  onUpload: () => void;
}

/** Counts the files, says what is missing, and has the buttons for all drafts. */
function BulkFooter(props: BulkFooterProps) {
  const { session, state, uploadAll, onClear, onAdd, onUpload } = props;
  const { t } = useTranslation();
  const { length: count } = state.drafts;
  const isRunning = state.run !== 'idle';
  const notReady = useMemo(() => whyNotReady(state), [state]);
  const uploaded = state.drafts.filter(({ stored }) => stored).length;
  const most = mostFiles(state.drafts);
  const isOnline = useOnline();
  const needs = () => {
    const { notSaved } = state;
    if (notSaved)
      return <UnsavedNote>{t('draftsNotSaved', { reason: reasonText(notSaved) })}</UnsavedNote>;
    if (!isOnline) return <UnsavedNote>{t('offline')}</UnsavedNote>;
    if (notReady?.why === 'endsFirst') return t('needSchedule');
    if (notReady?.why === 'noTitle') return t('needTitles', { count: notReady.count });
    if (notReady?.why === 'tooLong') return t('needShorterTexts', { count: notReady.count });
    return t(notReady?.why === 'noCategory' ? 'needCategory' : 'draftsStay');
  };
  return (
    <DialogFooter>
      <div className="mr-auto min-w-0 text-small max-sm:w-full">
        <p className="tabular-nums">
          {t('filesOf', { count, most: String(most) })}
          <span className="text-muted">
            {' · '}
            {t('bulkStored', { done: String(uploaded), total: String(count) })}
          </span>
        </p>
        <p role="status" className="text-muted">
          {needs()}
        </p>
      </div>
      <LotFields session={session} lot={lotOf(state.drafts)} disabled={isRunning} />
      <Button look="quiet" disabled={isRunning} onClick={onClear} className="max-sm:px-2">
        {t('clearAll')}
      </Button>
      <Button
        look="secondary"
        disabled={isRunning || count >= most}
        onClick={onAdd}
        className="max-sm:px-2"
      >
        <Plus className="size-4 max-sm:hidden" />
        {t('addFiles')}
      </Button>
      <Button
        ref={uploadAll}
        disabled={notReady !== null && !isRunning}
        pending={isRunning}
        onClick={onUpload}
        className="max-sm:px-2"
      >
        {t('uploadAll')}
      </Button>
    </DialogFooter>
  );
}

/** The dialog "Bulk Upload" (spec §2). */
function DraftsDialog({ session, onClose }: { session: BulkSession; onClose: () => void }) {
  const { t } = useTranslation();
  const names = useEntryNames();
  const state = useBulk(session);
  // Paints a letter before it renders what surrounds the table.
  const later = useDeferredValue(state);
  const { drafts, loading } = state;
  const isRunning = state.run !== 'idle';
  const [question, setQuestion] = useState<Question | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const uploadAll = useRef<HTMLButtonElement>(null);
  const goTo = useRef<GoTo>(null);
  const nextFocus = useRef<HTMLElement | null>(null);
  const { ask, lead } = useCategoryLead(session, goTo, setQuestion);
  const openPicker = () => input.current?.click();
  const focusUploadAll = useCallback(() => uploadAll.current?.focus(), []);
  const client = useQueryClient();
  const rows = useMemo(
    () => undoable({ change: session.changeRows, type: session.type }),
    [session],
  );
  const parts = useMemo(
    () => draftParts(session, rows, (file) => t('detailsOf', { file })),
    [session, rows, t],
  );
  const fieldsOf = useCallback((id: string) => session.draft(id)?.fields, [session]);
  const apply = useChangeMany(rows, fieldsOf, 'setForMany');
  const content = useRef<HTMLDivElement>(null);
  const ids = useSameList(drafts.map(({ id }) => id));
  const selection = useSelection(content, ids, ids);
  const [isEditing, setIsEditing] = useState(false);
  const [sort, setSort] = useState<Sort | null>(null);
  const sortBy = (next: Sort) => {
    const back = session.order(sorted(drafts, ({ fields }) => fields, next).map(({ id }) => id));
    setSort(next);
    rows.remember(() => {
      back();
      setSort(sort);
    });
  };
  const notices = useMemo(
    () => (
      <DraftNotices
        session={session}
        rows={rows}
        state={later}
        tags={names.tags}
        onChoose={() => input.current?.click()}
        onShowFailed={() => {
          const isFailed = ({ failure }: Draft) => failure && failure.stage !== 'missing';
          setOpenId(later.drafts.find(isFailed)?.id ?? null);
        }}
      />
    ),
    [session, rows, later, names.tags],
  );
  const footer = useMemo(
    () => (
      <BulkFooter
        session={session}
        state={later}
        uploadAll={uploadAll}
        onClear={() => setQuestion('clear')}
        onAdd={() => input.current?.click()}
        onUpload={ask}
      />
    ),
    [session, later, ask],
  );
  /** Runs the upload and shows its result (spec §8). */
  const run = async (choice: CopyChoice) => {
    // A new attempt clears the last error.
    notify.clearError();
    const outcome = await session.run(choice);
    const { end, created, failed } = outcome;
    const notice = noticeOf(outcome);
    if (notice) notify[notice.kind](notice.title, notice.text);
    // A stopped run may have created items too.
    if (created.length > 0 || end === 'stopped') void refreshMedia(client);
    if (end !== 'done') return;
    if (failed.length === 0) onClose();
    else box.current?.scrollTo({ top: 0 });
  };
  const drop = useFileDrop((files, isFolder) => {
    if (!isRunning) void session.choose(files, isFolder).then(sayChosen);
  });
  const close = () => (isRunning ? setQuestion('stop-and-close') : onClose());

  return (
    <Dialog open onClose={close} title={t('bulkUpload')} wide="desk">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: takes drops and a shortcut; buttons do the same */}
      <div
        {...drop.handlers}
        ref={content}
        onKeyDown={(event) => {
          if (!isSaveKey(event) || whyNotReady(state)) return;
          event.preventDefault();
          ask();
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
            // Else choosing the same files again fires no event.
            event.target.value = '';
            void session.choose(files).then(sayChosen);
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
        {!isRunning && <SendingBar state={later} />}
        {drafts.length > 0 && (
          <SelectionBar
            selection={selection}
            shown={ids}
            remove={t('removeSelected')}
            disabled={isRunning}
            hint={t('selectToFill')}
            className="pl-[0.8125rem] sm:pr-6"
            onEdit={() => setIsEditing(true)}
            onDelete={() => rows.remember(session.remove([...selection.ids]))}
          />
        )}
        <div
          ref={box}
          data-scroll-box=""
          className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-ground"
        >
          <div
            className={classNames(
              'sticky left-0 flex flex-col gap-3 px-4 sm:px-6 empty:hidden',
              drafts.length === 0 ? 'min-h-full py-5' : 'w-full not-empty:py-2',
            )}
          >
            {notices}
            {drafts.length === 0 && loading === 'failed' && (
              <ErrorState title={t('draftsNotLoaded')} onRetry={() => void session.load()} />
            )}
            {drafts.length === 0 && <EmptyPicker onOpen={openPicker} />}
          </div>
          {drafts.length > 0 && (
            <MediaTable
              label={t('bulkTable')}
              parts={parts}
              things={drafts}
              rows={rows}
              apply={apply}
              names={names}
              selection={selection}
              box={box}
              busy={isRunning}
              sort={sort}
              onSort={(column) => sortBy(sortAfter(sort, column))}
              openId={openId}
              onOpen={setOpenId}
              goTo={goTo}
            />
          )}
        </div>
        {drop.dropping && !isRunning && (
          <div className="absolute inset-0 z-10 grid place-items-center bg-moss/90 text-base font-medium text-on-moss">
            {t('dropFilesToAdd')}
          </div>
        )}
        {drafts.length > 0 && footer}
      </div>
      {isEditing && (
        <BulkEditDialog
          of="drafts"
          rows={drafts.filter(({ id }) => selection.ids.has(id)).map(rowOfDraft)}
          onChange={apply}
          onClose={() => setIsEditing(false)}
        />
      )}
      <BulkQuestions
        session={session}
        question={question}
        stop={stop}
        uploadAll={uploadAll}
        onDone={() => setQuestion(null)}
        focusAfter={() => nextFocus.current}
        onRun={(choice) => {
          nextFocus.current = choice === 'as-is' ? lead() : null;
          if (!nextFocus.current) void run(choice);
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Loads the session of the person signed in; it outlives the dialog. */
export function BulkUploadDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const userId = useQuery(sessionQuery).data?.user.id;
  const session = useMemo(() => (userId === undefined ? null : sessionOf(userId)), [userId]);
  useEffect(() => {
    if (!session) return;
    void session.load();
    const leave = async () => {
      await session.flush();
      await client.invalidateQueries({ queryKey: draftCountQuery.queryKey });
    };
    return () => void leave();
  }, [session, client]);
  return session && <DraftsDialog session={session} onClose={onClose} />;
}
