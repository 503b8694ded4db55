import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { AlertButtons, AlertCard } from '#components/ui/dialog.tsx';
import { useLogout } from './use-logout.ts';

/** Says that two-factor must be set up first (spec §2). Only its buttons close it: the set-up session is open already. */
export function SetUpAlert({ onLeave, onSetUp }: { onLeave: () => void; onSetUp: () => void }) {
  const { t } = useTranslation();
  const logout = useLogout(onLeave);
  const onward = useRef<HTMLButtonElement>(null);
  return (
    <AlertCard
      title={t('twoFactorRequired')}
      text={t('twoFactorRequiredText')}
      initialFocus={onward}
    >
      <AlertButtons>
        <Button look="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
          {t('logout')}
        </Button>
        <Button ref={onward} onClick={onSetUp}>
          {t('setUpNow')}
        </Button>
      </AlertButtons>
    </AlertCard>
  );
}
