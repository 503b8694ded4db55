import type { TwoFactorSetup } from '@veldlicht/contract/two-factor';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#components/ui/button.tsx';
import { cleanDigits } from '#features/auth/clean-code.ts';
import { classNames } from '#lib/class-names.ts';
import { CodeEntry } from './code-entry.tsx';
import { CopyButton } from './copy-button.tsx';
import { groupSecret } from './group-secret.ts';
import { otpauthAddress } from './otpauth-address.ts';
import { useVerify } from './use-two-factor.ts';

interface SetUpPanelProps {
  setup: TwoFactorSetup;
  username: string;
  refreshes: boolean;
  onDone: (backupCodes: string[]) => void;
  onCancel: () => void;
  /** The set-up has to begin again. */
  onStale: () => void;
}

/** The secret as a picture and as text, and the code that proves it has arrived (spec §2, §4). */
export function SetUpPanel({
  setup,
  username,
  refreshes,
  onDone,
  onCancel,
  onStale,
}: SetUpPanelProps) {
  const { t } = useTranslation();
  const verify = useVerify({ refreshes, onDone, onStale });
  const heading = useRef<HTMLHeadingElement>(null);

  // Not into the field: on phones the keyboard would cover the picture.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section className="flex flex-col gap-6 sm:flex-row sm:items-start">
      <img
        src={setup.qrCodeUrl}
        alt={t('qrCodeAlt')}
        width={192}
        height={192}
        className="size-48 shrink-0 rounded-md border border-hairline bg-white p-1 [image-rendering:pixelated]"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <div>
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {t('scanCode')}
          </h3>
          <p className="mt-1 text-muted">{t('scanCodeText')}</p>
        </div>
        <a
          href={otpauthAddress(username, setup.secret)}
          // Where the app is on the very screen that shows the picture.
          className={classNames(buttonClass('secondary'), 'self-start not-pointer-coarse:hidden')}
        >
          {t('openAuthenticator')}
        </a>
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted">{t('typeSecret')}</p>
          <code className="rounded-sm bg-deep px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
            {groupSecret(setup.secret)}
          </code>
          <CopyButton text={setup.secret} label={t('copySecret')} />
        </div>
        <CodeEntry
          label={t('sixDigitCode')}
          hint={t('sixDigitCodeHint')}
          clean={cleanDigits}
          digitsOnly
          confirm={t('verify')}
          pending={verify.pending}
          onSubmit={verify.send}
          onCancel={onCancel}
        />
      </div>
    </section>
  );
}
