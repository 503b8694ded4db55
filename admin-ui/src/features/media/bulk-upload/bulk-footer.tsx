import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { VISIBLE } from '@veldlicht/contract/name';
import { Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import type { BulkSession } from './bulk-session.ts';
import { hasTooLongText, whyNotReady } from './bulk-state.ts';
import { useStore } from './store.ts';

interface BulkFooterProps {
  session: BulkSession;
  uploadAll: RefObject<HTMLButtonElement | null>;
  onClear: () => void;
  onAdd: () => void;
  onUpload: () => void;
}

/** How many there are, what is still needed, and what can be done with all of them. */
export function BulkFooter(props: BulkFooterProps) {
  const { session, uploadAll, onClear, onAdd, onUpload } = props;
  const { t } = useTranslation();
  const count = useStore(session.store, ({ drafts }) => drafts.length);
  const isRunning = useStore(session.store, ({ run }) => run !== 'idle');
  const why = useStore(session.store, whyNotReady);
  const untitled = useStore(
    session.store,
    ({ drafts }) => drafts.filter(({ fields }) => !VISIBLE.test(fields.title)).length,
  );
  const tooLong = useStore(session.store, ({ drafts }) => drafts.filter(hasTooLongText).length);
  const needs =
    why === 'noTitle'
      ? t('needTitles', { count: untitled })
      : why === 'tooLong'
        ? t('needShorterTexts', { count: tooLong })
        : why === 'noCategory'
          ? t('needCategory')
          : t('draftsStay');
  return (
    <DialogFooter>
      <div className="mr-auto min-w-0 text-[0.8125rem] max-sm:w-full">
        <p className="tabular-nums">{t('filesOf', { count, most: String(MAX_BULK_FILES) })}</p>
        <p className="text-muted">{needs}</p>
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
        disabled={why !== null && !isRunning}
        pending={isRunning}
        onClick={onUpload}
        className="max-sm:px-3"
      >
        {t('uploadAll')}
      </Button>
    </DialogFooter>
  );
}
