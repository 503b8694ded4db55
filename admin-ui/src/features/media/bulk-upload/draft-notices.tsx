import { TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { BulkSession } from './bulk-session.ts';
import { refusalWords } from './bulk-texts.ts';
import { useStore } from './store.ts';

/** Files that were not taken, each with its reason; the rest went on. */
function RefusedFiles({ session }: { session: BulkSession }) {
  const { t } = useTranslation();
  const refused = useStore(session.store, (state) => state.refused);
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="relative rounded-lg bg-amber-wash py-3 pr-12 pl-4 text-amber">
      <p className="font-medium">{t('notAdded', { count: refused.length })}</p>
      <ul className="mt-1 max-h-40 overflow-y-auto text-[0.8125rem]">
        {refused.map((file, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            <strong className="font-medium">{file.name}</strong>: {refusalWords(file)}
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
  );
}

interface NoticesProps {
  session: BulkSession;
  onChoose: () => void;
  onShowFailed: () => void;
}

/** What needs a word before the cards. */
export function DraftNotices({ session, onChoose, onShowFailed }: NoticesProps) {
  const { t } = useTranslation();
  const missing = useStore(
    session.store,
    ({ drafts }) => drafts.filter(({ file, stored }) => !file && !stored).length,
  );
  const failed = useStore(
    session.store,
    ({ drafts }) => drafts.filter(({ failure }) => failure && failure.stage !== 'missing').length,
  );
  const idle = useStore(session.store, ({ run }) => run === 'idle');
  return (
    <>
      <RefusedFiles session={session} />
      {missing > 0 && idle && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-moss-wash px-4 py-3">
          <p className="min-w-60 flex-1">{t('missingFilesText')}</p>
          <Button size="sm" onClick={onChoose}>
            {t('missingFiles', { count: missing })}
          </Button>
        </div>
      )}
      {failed > 0 && idle && (
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
