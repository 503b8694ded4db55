import { isPlaceholderEmail } from '@veldlicht/contract/user';
import { CircleUserRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '#components/confirm-dialog.tsx';
import { HeaderPopup } from '#components/header-popup.tsx';
import { LanguageSelect } from '#components/language-select.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLogout } from '#features/auth/use-logout.ts';
import { useUser } from '#lib/permissions.ts';
import { hasUnsavedWork } from '#lib/unsaved-work.ts';

/** Name and logout; on phones also the language. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const logout = useLogout(() => navigate('/login'));
  const [asking, setAsking] = useState(false);
  const onLogout = (close: () => void) => {
    if (!hasUnsavedWork()) return logout.mutate();
    // The question is below the menu's layer.
    close();
    setAsking(true);
  };
  const username = user?.username ?? '';
  return (
    <>
      <HeaderPopup
        label={`${t('account')}: ${username}`}
        buttonClass="flex h-10 items-center gap-2 rounded-md px-2 transition-colors duration-150 hover:bg-moss-wash"
        face={
          <>
            <CircleUserRound className="size-5 text-muted" />
            <span className="hidden max-w-32 truncate lg:inline">{username}</span>
          </>
        }
        title={<span className="truncate">{username}</span>}
        text={
          <span className="block truncate text-small">
            {isPlaceholderEmail(user?.email ?? '') ? t('emailMissing') : user?.email}
          </span>
        }
        className="w-60"
      >
        {(close) => (
          <>
            <LanguageSelect className="sm:hidden" />
            <Button
              look="secondary"
              size="sm"
              pending={logout.isPending}
              onClick={() => onLogout(close)}
            >
              <LogOut className="size-4" />
              {t('logout')}
            </Button>
          </>
        )}
      </HeaderPopup>
      <ConfirmDialog
        open={asking}
        danger
        title={t('logoutUnsavedTitle')}
        text={t('logoutUnsavedText')}
        confirm={t('logout')}
        cancel={t('stayHere')}
        pending={logout.isPending}
        onConfirm={() => logout.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
