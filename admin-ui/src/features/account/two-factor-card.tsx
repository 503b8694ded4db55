import { useQuery } from '@tanstack/react-query';
import type { TwoFactorSetup } from '@veldlicht/contract/two-factor';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { cleanCode } from '#features/auth/login-state.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery, settingsQuery } from '#lib/queries.ts';
import { useLeaveGuard } from '#lib/unsaved-work.ts';
import { useCodesSaved, useDisable, useRegenerate, useSetUp } from './account-queries.ts';
import { BackupCodes, CodeEntry, SetUpPanel } from './two-factor-set-up.tsx';

/** Asks before backup codes are left behind: they are shown once. */
function CodesGuard({ shown }: { shown: boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(shown);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title={t('leaveCodesTitle')}
      text={t('leaveCodesText')}
      confirm={t('leaveCodesConfirm')}
      cancel={t('leaveCodesCancel')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

interface DisablePanelProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for a code before the second factor goes (spec §2, §5). */
function DisablePanel({ onDone, onCancel }: DisablePanelProps) {
  const { t } = useTranslation();
  const disable = useDisable(onDone);
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">{t('disableTwoFactor')}</h3>
        <p className="mt-1 text-muted">{t('disableTwoFactorText')}</p>
      </div>
      <CodeEntry
        label={t('code')}
        clean={(typed) => cleanCode(typed, 'backup')}
        confirm={t('disable')}
        look="danger"
        takesFocus
        pending={disable.isPending}
        onSubmit={(code, onError) => disable.mutate(code, { onError })}
        onCancel={onCancel}
      />
    </section>
  );
}

interface EnabledActionsProps {
  /** The focus comes back here from a panel that was left. */
  takesFocus: boolean;
  /** The focus goes here once there are new codes. */
  codesHeading: RefObject<HTMLElement | null>;
  /** Moves to another authenticator; whether that has been asked for. */
  onReplace: () => void;
  replacing: boolean;
  onDisable: () => void;
  onCodes: (backupCodes: string[]) => void;
}

/**
 * What can be done while two-factor is on. Whether it may be disabled is the server's to say (spec §5):
 * what is known here of enforcement may be old, and serves as a hint only.
 */
function EnabledActions({
  takesFocus,
  codesHeading,
  onReplace,
  replacing,
  onDisable,
  onCodes,
}: EnabledActionsProps) {
  const { t } = useTranslation();
  const enforced = useQuery(settingsQuery).data?.enforce2FA === true;
  const [asking, setAsking] = useState(false);
  const noteId = useId();
  const disable = useRef<HTMLButtonElement>(null);
  const regenerate = useRegenerate((codes) => {
    setAsking(false);
    onCodes(codes);
  });

  useEffect(() => {
    if (takesFocus) disable.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" pending={replacing} onClick={onReplace}>
          {t('newPhone')}
        </Button>
        <Button look="secondary" onClick={() => setAsking(true)}>
          {t('regenerateBackupCodes')}
        </Button>
        <Button
          ref={disable}
          look="secondary"
          aria-describedby={enforced ? noteId : undefined}
          onClick={onDisable}
        >
          {t('disable')}
        </Button>
      </div>
      {enforced && (
        <p id={noteId} className="text-[0.8125rem] text-muted">
          {t('enforcedText')}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title={t('regenerateQuestion')}
        text={t('regenerateText')}
        confirm={t('regenerate')}
        pending={regenerate.isPending}
        focusAfter={() => (regenerate.isSuccess ? codesHeading.current : null)}
        onConfirm={() => regenerate.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

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
      <Icon className={enabled ? 'size-6 shrink-0 text-moss' : 'size-6 shrink-0 text-muted'} />
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
              pending={leaving || saved.isPending}
              onClick={() => saved.mutate()}
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
          pending={start.isPending}
          onClick={() => start.mutate()}
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
            replacing={start.isPending}
            onReplace={() => start.mutate()}
            onDisable={() => setDisabling(true)}
            onCodes={setCodes}
          />
        </div>
      )}
    </div>
  );
}
