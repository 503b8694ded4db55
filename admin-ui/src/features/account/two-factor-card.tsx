import { useQuery } from '@tanstack/react-query';
import type { TwoFactorSetup } from '@veldlicht/contract/two-factor';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/queries.ts';
import { BackupCodes } from './backup-codes.tsx';
import { CodesGuard } from './codes-guard.tsx';
import { DisablePanel } from './disable-panel.tsx';
import { EnabledActions } from './enabled-actions.tsx';
import { SetUpPanel } from './set-up-panel.tsx';
import { useCodesSaved, useSetUp } from './use-two-factor.ts';

interface TwoFactorCardProps {
  /** In a set-up session: what follows the backup codes, and whether that is under way. */
  onContinue?: () => void;
  leaving?: boolean;
}

function StateLine({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation();
  const Icon = enabled ? ShieldCheck : ShieldOff;
  return (
    <div className="flex items-start gap-3">
      <Icon
        aria-hidden="true"
        className={enabled ? 'size-6 shrink-0 text-moss' : 'size-6 shrink-0 text-muted'}
      />
      <p className="min-w-0 flex-1 pt-0.5">{t(enabled ? 'twoFactorOnText' : 'twoFactorOffText')}</p>
      <Badge look={enabled ? 'default' : 'outline'}>{t(enabled ? 'enabled' : 'disabled')}</Badge>
    </div>
  );
}

/** Two-factor of one's own account: set up, backup codes, disable (spec §2, §4). */
export function TwoFactorCard({ onContinue, leaving = false }: TwoFactorCardProps) {
  const { t } = useTranslation();
  const me = useQuery(sessionQuery).data;
  const user = me?.user;
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [disabling, setDisabling] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Whether a panel was open: the focus then returns to the button that stands there again. */
  const [returning, setReturning] = useState(false);
  const codesHeading = useRef<HTMLHeadingElement>(null);
  const start = useSetUp(setSetup);
  const saved = useCodesSaved(() => (onContinue ?? finish)());
  // Fresh codes are the proof of it before the user is known anew.
  const enabled = user?.twoFactorEnabled === true || codes !== null;

  const cancel = () => {
    // What was refused in the panel is over with it.
    notify.clearError();
    closePanels();
  };
  const closePanels = () => {
    setSetup(null);
    setDisabling(false);
    setReturning(true);
  };
  const finish = () => {
    setCodes(null);
    setReturning(true);
  };
  const showCodes = (fresh: string[]) => {
    closePanels();
    setCodes(fresh);
  };

  return (
    <div className="flex flex-col gap-5 rounded-lg border border-hairline bg-surface p-4 md:p-6">
      <StateLine enabled={enabled} />
      <CodesGuard shown={codes !== null && !leaving} />
      {codes && (
        <BackupCodes
          codes={codes}
          heading={codesHeading}
          action={
            <Button
              className="max-sm:w-full"
              pending={leaving || saved.pending}
              onClick={saved.send}
            >
              {t('codesSaved')}
            </Button>
          }
        />
      )}
      {me?.backupCodesUnsaved && !codes && (
        <p className="rounded-md bg-danger-wash px-3 py-2.5 text-danger">{t('codesUnsaved')}</p>
      )}
      {setup && enabled && <p className="text-muted">{t('newPhoneText')}</p>}
      {setup && user && (
        <SetUpPanel
          setup={setup}
          username={user.username}
          refreshes={!onContinue}
          onDone={showCodes}
          onCancel={cancel}
          onStale={closePanels}
        />
      )}
      {!setup && !enabled && (
        <Button
          className="self-start"
          autoFocus={returning}
          pending={start.pending}
          onClick={start.send}
        >
          {t('enable')}
        </Button>
      )}
      {enabled && !setup && disabling && (
        <DisablePanel
          onDone={() => {
            closePanels();
            setCodes(null);
          }}
          onCancel={cancel}
        />
      )}
      {enabled && !setup && !disabling && !onContinue && (
        <div
          className={classNames('flex flex-col gap-3', codes && 'border-t border-hairline pt-5')}
        >
          <EnabledActions
            codesHeading={codesHeading}
            takesFocus={returning && codes === null}
            replacing={start.pending}
            onReplace={start.send}
            onDisable={() => setDisabling(true)}
            onCodes={setCodes}
          />
        </div>
      )}
    </div>
  );
}
