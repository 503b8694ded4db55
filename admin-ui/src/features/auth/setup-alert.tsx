import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { backdropClass, cardClass } from '#components/ui/dialog.tsx';
import { classNames } from '#lib/class-names.ts';
import { useOnce } from '#lib/use-once.ts';
import { useLogout } from './use-logout.ts';

interface SetupAlertProps {
  open: boolean;
  onSetUp: () => void;
  onLeave: () => void;
}

/**
 * Says that two-factor must be set up first (spec §2). It stays until one of its two ways is taken:
 * the person is signed in already, if only for the set-up.
 */
export function SetupAlert({ open, onSetUp, onLeave }: SetupAlertProps) {
  const { t } = useTranslation();
  const logout = useLogout();
  const once = useOnce();
  const onward = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup initialFocus={onward} className={classNames(cardClass, 'max-w-md')}>
          <AlertDialog.Title className="text-base font-semibold">
            {t('twoFactorRequired')}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-muted">
            {t('twoFactorRequiredText')}
          </AlertDialog.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button
              look="secondary"
              pending={logout.isPending}
              onClick={() =>
                once.run(() =>
                  logout.mutate(undefined, { onSuccess: onLeave, onSettled: once.release }),
                )
              }
            >
              {t('logout')}
            </Button>
            <Button ref={onward} onClick={onSetUp}>
              {t('setUpNow')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
