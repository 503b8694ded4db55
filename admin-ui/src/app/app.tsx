/** Shows a page before signing in, or loads the panel with its texts and router. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, Suspense, useEffect, useState } from 'react';
import { DialogHostContext } from '#components/ui/dialog-host.ts';
import { PageSpinner } from '#components/ui/loading.tsx';
import { ForgotPage } from '#features/auth/forgot-page.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import { NewPasswordPage } from '#features/auth/new-password-page.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { isAsking } from '#lib/access-questions.ts';
import { notify, useFirstNotice } from '#lib/notify.ts';
import { CrashGuard } from './crash.tsx';

const BASE = '/admin';

/** Pages before signing in, by path below /admin; the server lists the same paths (contract/admin-pages). */
const doors = {
  '/login': LoginPage,
  '/forgot': ForgotPage,
  '/new-password': NewPasswordPage,
};
type DoorPath = keyof typeof doors;

const isDoor = (path: string): path is DoorPath => Object.hasOwn(doors, path);
const pathNow = () => location.pathname.slice(BASE.length).replace(/\/$/, '');

const loadPanel = async () => {
  const [{ Panel }] = await Promise.all([import('./router.tsx'), loadTexts('panel')]);
  return { default: Panel };
};
const loadToaster = async () => ({
  default: await import('#components/toaster.tsx').then(
    ({ Toaster }) => Toaster,
    // Offline, the first notice must still be readable.
    () => BareNotice,
  ),
});
const Panel = lazy(loadPanel);
const Toaster = lazy(loadToaster);

const nothing = () => undefined;

/** A question about who is signed in is above every dialog; an error notice ends with the dialog it came from. */
const dialogHost = { isCovered: isAsking, onClose: notify.clearError };

/** Loads the panel early when the address is one of its pages. */
export function preload(): void {
  if (!isDoor(pathNow())) loadPanel().catch(nothing);
}

/** Preloads the panel, notices and dialogs at the first key or press. */
function begin(): void {
  loadPanel().catch(nothing);
  loadToaster().catch(nothing);
  import('#components/ui/dialog.tsx').catch(nothing);
}

/** Shows the first notice if the toaster fails to load. */
function BareNotice() {
  const notice = useFirstNotice();
  return (
    <p
      role="alert"
      className="fixed inset-x-4 top-16 z-70 mx-auto max-w-sm whitespace-pre-line rounded-lg border border-danger bg-raised p-4"
    >
      {notice?.title}
      {'\n'}
      {notice?.description}
    </p>
  );
}

export function App() {
  const [path, setPath] = useState(pathNow);
  const [from, setFrom] = useState<DoorPath | null>(null);
  const hasNotice = useFirstNotice() !== null;

  useEffect(() => {
    const signs = ['input', 'pointerdown'];
    for (const sign of signs) addEventListener(sign, begin, { once: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, begin);
    };
  }, []);

  const Door = isDoor(path) ? doors[path] : null;
  return (
    // The page's policy forbids the style elements that Base UI would add.
    <CSPProvider disableStyleElements>
      <DialogHostContext value={dialogHost}>
        <CrashGuard>
          {isDoor(path) && Door ? (
            <Door
              onEnter={(to) => {
                history.replaceState(null, '', to === '/' ? BASE : BASE + to);
                setFrom(path);
                setPath(to);
              }}
            />
          ) : (
            <Suspense fallback={<PageSpinner />}>
              <Panel from={from} />
            </Suspense>
          )}
          {hasNotice && (
            <Suspense>
              <Toaster />
            </Suspense>
          )}
        </CrashGuard>
      </DialogHostContext>
    </CSPProvider>
  );
}
