import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { saveTextFile } from '#lib/save-text-file.ts';
import { BACKUP_CODES_FILE, backupCodesText } from './backup-codes-file.ts';
import { CopyButton } from './copy-button.tsx';

interface BackupCodesProps {
  codes: string[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** The way on. */
  action: ReactNode;
}

/** A fresh set of backup codes, with ways to keep it; it is not shown again. */
export function BackupCodes({ codes, heading, action }: BackupCodesProps) {
  const { t } = useTranslation();
  const text = backupCodesText(codes);

  // Each new set is the news of the page.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // To the foot of the page: at its top the notice would cover them on a phone.
    heading.current?.closest('section')?.scrollIntoView({ block: 'end' });
  }, [codes, heading]);

  return (
    <section className="@container flex scroll-mb-6 flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('backupCodes')}
        </h3>
        <p className="mt-1 text-muted">{t('backupCodesText')}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 @lg:grid-cols-5 rounded-md border border-hairline bg-deep px-5 py-4 font-mono text-[0.9375rem] tracking-wider">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="secondary" size="sm" onClick={() => saveTextFile(BACKUP_CODES_FILE, text)}>
          <Download aria-hidden="true" className="size-4" />
          {t('download')}
        </Button>
        <CopyButton text={text} label={t('copy')} />
        <span className="flex-1 max-sm:hidden" />
        {action}
      </div>
    </section>
  );
}
