import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#components/ui/dialog.tsx';
import { isSaveKey } from '#lib/save-key.ts';
import { useFileDrop } from '../form/use-file-drop.ts';
import { BulkFileInput } from './bulk-file-input.tsx';
import { BulkFooter } from './bulk-footer.tsx';
import { BulkQuestions, type Question } from './bulk-questions.tsx';
import type { BulkSession } from './bulk-session.ts';
import { whyNotReady } from './bulk-state.ts';
import { DraftCard } from './draft-card.tsx';
import { DraftNotices } from './draft-notices.tsx';
import { EmptyPicker } from './empty-picker.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { useStore } from './store.ts';
import { useBulkRun } from './use-bulk-run.ts';
import { scrollBoxAttribute } from './use-near-view.ts';
import { useAllEntryNames, useDraftIds, useFlushWhenHidden } from './use-session-facts.ts';

interface DraftsDialogProps {
  session: BulkSession;
  onClose: () => void;
}

/** Files and their fields, on their way to becoming items (spec §2 Bulk Upload dialog). */
export function DraftsDialog({ session, onClose }: DraftsDialogProps) {
  const { t } = useTranslation();
  const names = useAllEntryNames();
  const ids = useDraftIds(session);
  const isRunning = useStore(session.store, ({ run }) => run !== 'idle');
  const isReady = useStore(session.store, (state) => whyNotReady(state) === null);
  const [question, setQuestion] = useState<Question | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const uploadAll = useRef<HTMLButtonElement>(null);
  const open = () => input.current?.click();
  const focusUploadAll = useCallback(() => uploadAll.current?.focus(), []);
  useFlushWhenHidden(session);

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
  const close = () => (isRunning ? setQuestion('stop-and-close') : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event) || !isReady) return;
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
        <BulkFileInput ref={input} disabled={isRunning} onFiles={session.choose} />
        {isRunning && (
          <ProgressPanel
            session={session}
            stop={stop}
            onStop={() => setQuestion('stop')}
            onFocusLost={focusUploadAll}
          />
        )}
        {/* While all fields rest it is scrolled by keys itself. */}
        <section
          ref={list}
          aria-label={t('filesOf', { count: ids.length, most: String(MAX_BULK_FILES) })}
          tabIndex={isRunning ? 0 : undefined}
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
        </section>
        {drop.dropping && !isRunning && (
          <div className="absolute inset-0 z-10 grid place-items-center bg-moss/90 text-base font-medium text-on-moss">
            {t('dropFilesToAdd')}
          </div>
        )}
        {ids.length > 0 && (
          <BulkFooter
            session={session}
            uploadAll={uploadAll}
            onClear={() => setQuestion('clear')}
            onAdd={open}
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
