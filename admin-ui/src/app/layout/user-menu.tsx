import { Popover } from '@base-ui/react/popover';
import { isPlaceholderEmail } from '@veldlicht/contract/user';
import { CircleUserRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '#components/language-select.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { useLogout } from '#features/auth/use-logout.ts';
import { useUser } from '#lib/permissions.ts';
import { hasUnsavedWork } from '#lib/unsaved-work.ts';

/** Who is signed in, and the way out; on phones also the language. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useUser();
  const logout = useLogout();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const onLogout = () => {
    if (!hasUnsavedWork()) return logout.mutate();
    // The question stands under the menu's own layer.
    setOpen(false);
    setAsking(true);
  };
  const username = user?.username ?? '';
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={`${t('account')}: ${username}`}
          className="flex h-10 items-center gap-2 rounded-md px-2 transition-colors duration-150 hover:bg-moss-wash"
        >
          <CircleUserRound className="size-5 text-muted" />
          <span className="hidden max-w-32 truncate lg:inline">{username}</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="end" className="z-60">
            <Popover.Popup className="flex w-60 flex-col gap-3 rounded-lg border border-hairline bg-raised p-4 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
              <div className="min-w-0">
                <Popover.Title className="truncate font-medium">{username}</Popover.Title>
                <p className="truncate text-[0.8125rem] text-muted">
                  {isPlaceholderEmail(user?.email ?? '') ? t('emailMissing') : user?.email}
                </p>
              </div>
              <LanguageSelect className="sm:hidden" />
              <Button look="secondary" size="sm" pending={logout.isPending} onClick={onLogout}>
                <LogOut className="size-4" />
                {t('logout')}
              </Button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
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
