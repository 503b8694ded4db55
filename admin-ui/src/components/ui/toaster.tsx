import { Toast } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { showWaiting, toastManager } from '#lib/notify.ts';
import { IconButton } from './button.tsx';

/** A notice that tells no error and has no button hides after this many milliseconds (spec §9). */
const TOAST_HIDE_MS = 5000;

/**
 * Base UI makes each a dialog, which would promise a reader that something waits for an answer,
 * and hides an urgent one and its button, though both can take the focus.
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
          // One at a time: the older one, which stands behind, leaves unseen.
          'data-limited:hidden [[data-notice]~&]:hidden',
          failed ? 'border-danger' : 'border-hairline',
        )}
      >
        {/* A notice may name a hundred titles: no higher than it can be read, with its cross in sight. */}
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
 * At the top, where no form or dialog has its buttons, below the header, which says how far publishing is. On wide
 * screens over the middle of the header, which beside a sidebar is free.
 */
const viewportClass =
  'fixed inset-x-4 top-[calc(4rem+env(safe-area-inset-top))] z-70 mx-auto max-w-sm ' +
  'xl:[body:has(aside)_&]:top-2 xl:[body:has(aside)_&]:max-w-[22rem] xl:[body:has(aside)_&]:translate-x-8';

/** The one place where notices appear (spec §9: one at a time). */
export function Toaster() {
  // After the provider below has subscribed.
  useEffect(showWaiting, []);
  return (
    <Toast.Provider limit={1} timeout={TOAST_HIDE_MS} toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport data-toaster="" className={viewportClass}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
