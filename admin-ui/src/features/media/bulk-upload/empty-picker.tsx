import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#components/ui/button.tsx';
import { listText } from '#i18n/list-text.ts';
import { MAX_FILE_TEXT } from '../form/file-checks.ts';

/** What the dialog shows without files: one large place to press or to drop on. */
export function EmptyPicker({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const formats = listText(ACCEPTED_TEXT, t('or'));
  return (
    <div className="grid min-h-full">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-80 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-edge bg-ground px-6 py-10 text-center transition-colors duration-150 hover:bg-moss-wash/50"
      >
        <Images aria-hidden="true" className="mb-3 size-9 text-moss" />
        <span className="text-base font-medium text-balance">{t('bulkHint')}</span>
        <span className="max-w-[46ch] text-muted text-balance">
          {t('bulkFormats', { formats, size: MAX_FILE_TEXT })}
        </span>
        <span className={`${buttonClass()} mt-5`}>{t('chooseFiles')}</span>
        <span className="mt-1 text-muted max-sm:hidden">{t('dropFilesHere')}</span>
      </button>
    </div>
  );
}
