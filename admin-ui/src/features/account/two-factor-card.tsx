import { useQuery } from '@tanstack/react-query';
import {
  backupCodesAnswer,
  type CodeInput,
  type TwoFactorSetup,
  twoFactorSetup,
} from '@veldlicht/contract/two-factor';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { codesLeft } from '#lib/codes-left.ts';
import { notify } from '#lib/notify.ts';
import { settingsQuery } from '#lib/queries.ts';
import { refetchUser, sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { BackupCodes, CodeEntry, catchUp, refreshUser, SetUpPanel } from './two-factor-set-up.tsx';

/** Asks for a code before disabling two-factor (spec §2, §5). */
function DisablePanel({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const disable = useChange({
    call: (payload: CodeInput) => callApi('POST', '/api/2fa/disable', { payload }),
    done: 'twoFactorDisabled',
    failed: 'failedToDisable2FA',
    isReasonEnough: true,
    onDone: async (_answer, _token, client) => {
      await refreshUser(client, 'disabledNotRefreshed');
      onDone();
    },
    onRefused: catchUp,
  });
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">{t('disableTwoFactor')}</h3>
        <p className="mt-1 text-muted">{t('disableTwoFactorText')}</p>
      </div>
      <CodeEntry
        kind="either"
        confirm={t('disable')}
        look="danger"
        takesFocus
        change={disable}
        onCancel={onCancel}
      />
    </section>
  );
}

interface EnabledActionsProps {
  /** Focuses the Disable button, after a panel has closed. */
  takesFocus: boolean;
  /** Focused when there are new codes. */
  codesHeading: RefObject<HTMLElement | null>;
  replace: { isPending: boolean; mutate: () => void };
  onDisable: () => void;
  onCodes: (backupCodes: string[]) => void;
}

/**
 * Actions while two-factor is on. The server decides whether it may be disabled (spec §5); the cached enforcement may
 * be old and only adds a hint.
 */
function EnabledActions(props: EnabledActionsProps) {
  const { takesFocus, codesHeading, replace } = props;
  const { t } = useTranslation();
  const enforced = useQuery(settingsQuery).data?.enforce2FA === true;
  const [asking, setAsking] = useState(false);
  const noteId = useId();
  const disable = useRef<HTMLButtonElement>(null);
  const regenerate = useChange({
    call: () => callApi('POST', '/api/2fa/regenerate-backup-codes', { schema: backupCodesAnswer }),
    isSecret: true,
    done: 'backupCodesRegenerated',
    failed: 'failedToRegenerate',
    onDone: ({ backupCodes }) => {
      setAsking(false);
      props.onCodes(backupCodes);
    },
    onRefused: catchUp,
  });

  useEffect(() => {
    if (takesFocus) disable.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" pending={replace.isPending} onClick={() => replace.mutate()}>
          {t('newPhone')}
        </Button>
        <Button look="secondary" onClick={() => setAsking(true)}>
          {t('regenerateBackupCodes')}
        </Button>
        <Button
          ref={disable}
          look="secondary"
          aria-describedby={enforced ? noteId : undefined}
          onClick={props.onDisable}
        >
          {t('disable')}
        </Button>
      </div>
      <p className="text-small text-muted">{t('newPhoneHint')}</p>
      {enforced && (
        <p id={noteId} className="text-small text-muted">
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
  /** In a set-up session: continues after the backup codes; `leaving` while that is pending. */
  onContinue?: () => void;
  leaving?: boolean;
}

/** Two-factor of the user's own account: set up, backup codes, disable (spec §2, §4). */
export function TwoFactorCard({ onContinue, leaving = false }: TwoFactorCardProps) {
  const { t } = useTranslation();
  const me = useQuery(sessionQuery).data;
  const user = me?.user;
  const left = me && !me.backupCodesUnsaved ? codesLeft(me, t) : null;
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [disabling, setDisabling] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** A panel has closed, so the button that replaces it takes the focus. */
  const [returning, setReturning] = useState(false);
  const codesHeading = useRef<HTMLHeadingElement>(null);
  // Through useChange, one at a time: of two set-ups the QR code of the wrong one could stay.
  const start = useChange({
    call: () => callApi('POST', '/api/2fa/setup', { schema: twoFactorSetup }),
    isSecret: true,
    failed: 'failedToSetUp2FA',
    onDone: setSetup,
    onRefused: catchUp,
  });
  /** Confirms that the backup codes are saved, which ends the reminder. */
  const saved = useChange({
    call: () => callApi('POST', '/api/2fa/backup-codes-saved'),
    failed: 'failedToNoteCodes',
    onDone: (_answer, _input, client) => {
      if (onContinue) onContinue();
      else {
        setCodes(null);
        setReturning(true);
      }
      // If it fails, the next load corrects it.
      refetchUser(client).catch(() => undefined);
    },
  });
  // New codes prove it before the user is refetched.
  const enabled = user?.twoFactorEnabled === true || codes !== null;
  const StateIcon = enabled ? ShieldCheck : ShieldOff;

  /** Returns to the buttons, with new codes if there are any. */
  const close = (fresh: string[] | null) => {
    setSetup(null);
    setDisabling(false);
    setReturning(true);
    setCodes(fresh);
  };
  const cancel = () => {
    // An error of the panel ends with it.
    notify.clearError();
    close(codes);
  };

  return (
    <div className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4 md:p-6">
      <div className="flex items-start gap-3">
        <StateIcon
          className={classNames('size-6 shrink-0', enabled ? 'text-moss' : 'text-muted')}
        />
        <p className="min-w-0 flex-1 pt-0.5">
          {t(enabled ? 'twoFactorOnText' : 'twoFactorOffText')}
        </p>
        <Badge look={enabled ? 'default' : 'outline'}>{t(enabled ? 'enabled' : 'disabled')}</Badge>
      </div>
      <DiscardDialog
        unsaved={codes !== null && !leaving}
        title={t('leaveCodesTitle')}
        text={t('leaveCodesText')}
        confirm={t('leaveCodesConfirm')}
        cancel={t('stayHere')}
      />
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
      {me?.backupCodesUnsaved && !codes && <Notice tone="danger">{t('codesUnsaved')}</Notice>}
      {left &&
        enabled &&
        !codes &&
        !setup &&
        (left.few ? (
          <Notice tone="danger">{left.text}</Notice>
        ) : (
          <p className="text-muted">{left.text}</p>
        ))}
      {setup && enabled && <p className="text-muted">{t('newPhoneText')}</p>}
      {setup && user && (
        <SetUpPanel
          setup={setup}
          username={user.username}
          replaces={user.twoFactorEnabled}
          refreshes={!onContinue}
          onDone={close}
          onCancel={cancel}
          onStale={() => close(codes)}
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
        <DisablePanel onDone={() => close(null)} onCancel={cancel} />
      )}
      {enabled && !setup && !disabling && !onContinue && (
        <div
          className={classNames('flex flex-col gap-3', codes && 'border-t border-hairline pt-5')}
        >
          <EnabledActions
            codesHeading={codesHeading}
            takesFocus={returning && codes === null}
            replace={start}
            onDisable={() => setDisabling(true)}
            onCodes={setCodes}
          />
        </div>
      )}
    </div>
  );
}
