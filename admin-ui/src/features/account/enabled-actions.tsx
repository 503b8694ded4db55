import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { settingsQuery } from '#lib/queries.ts';
import { useRegenerate } from './use-two-factor.ts';

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
export function EnabledActions({
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
        pending={regenerate.pending}
        focusAfter={() => (regenerate.done ? codesHeading.current : null)}
        onConfirm={regenerate.send}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
