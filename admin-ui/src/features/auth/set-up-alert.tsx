import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { AlertButtons, AlertCard } from '#components/ui/dialog.tsx';
import { useLogout } from './use-logout.ts';

/**
 * Says that two-factor must be set up first (spec §2). It stays until one of its two ways is taken:
 * the person is signed in already, if only for the set-up.
 */
export function SetUpAlert({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const logout = useLogout();
  const onward = useRef<HTMLButtonElement>(null);
  return (
    <AlertCard
      title={t('twoFactorRequired')}
      text={t('twoFactorRequiredText')}
      initialFocus={onward}
    >
      <AlertButtons>
        <Button
          look="secondary"
          pending={logout.isPending}
          onClick={() => logout.mutate(undefined, { onSuccess: onLeave })}
        >
          {t('logout')}
        </Button>
        <Button ref={onward} onClick={() => navigate('/settings', { replace: true })}>
          {t('setUpNow')}
        </Button>
      </AlertButtons>
    </AlertCard>
  );
}
