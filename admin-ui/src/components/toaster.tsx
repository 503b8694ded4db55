import { Toast } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { showWaiting, toastManager } from '#lib/notify.ts';
import { IconButton } from './ui/button.tsx';

/** Hides a success without a button after this many milliseconds (spec §9). */
const TOAST_HIDE_MS = 5000;

/**
 * Overrides Base UI, which gives a toast the role of a dialog, as if it waited for an answer, and hides an urgent
 * one from screen readers though its button takes the focus.
 */
const asNotice = { role: 'group', 'aria-modal': undefined, 'aria-hidden': undefined };

function ToastList() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const failed = toast.type === 'error';
    const Icon = failed ? TriangleAlert : CircleCheck;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        data-notice=""
        {...asNotice}
        swipeDirection={['left', 'right']}
        className={classNames(
          'rounded-lg border bg-raised transition-[opacity,transform] duration-200 ease-out',
          'data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0',
          // One at a time: the older toast is hidden at once.
          'data-limited:hidden [[data-notice]~&]:hidden',
          failed ? 'border-danger' : 'border-hairline',
        )}
      >
        {/* A notice may list a hundred titles: it scrolls, and its cross stays visible. */}
        <Toast.Content className="flex max-h-[min(50dvh,20rem)] items-start gap-3 overflow-y-auto overscroll-contain py-2 pr-2 pl-4">
          <Icon
            className={classNames('mt-2.5 size-5 shrink-0', failed ? 'text-danger' : 'text-moss')}
          />
          <div className="min-w-0 flex-1 py-2.5">
            <Toast.Title className="font-medium" />
            <Toast.Description className="wrap-anywhere whitespace-pre-line text-muted" />
            <Toast.Action
              aria-hidden={undefined}
              className="mt-1 font-medium text-moss underline underline-offset-2"
            />
          </div>
          <Toast.Close
            aria-hidden={undefined}
            className="sticky top-0"
            render={<IconButton label={t('close')} />}
          >
            <X className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/**
 * At the top, away from the buttons of forms and dialogs, and below the header with its publish state. On wide screens
 * over the middle of the header, which is empty there.
 */
const viewportClass =
  'fixed inset-x-4 top-[calc(4rem+env(safe-area-inset-top))] z-70 mx-auto max-w-sm ' +
  'xl:[body:has(aside)_&]:top-2 xl:[body:has(aside)_&]:max-w-[22rem] xl:[body:has(aside)_&]:translate-x-8';

/** Shows the notices of lib/notify, one at a time (spec §9). */
export function Toaster() {
  const { t } = useTranslation();
  // An effect, so that the provider below has subscribed.
  useEffect(showWaiting, []);
  return (
    <Toast.Provider limit={1} timeout={TOAST_HIDE_MS} toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport data-toaster="" aria-label={t('notices')} className={viewportClass}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
