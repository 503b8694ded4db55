import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { notify } from '#lib/notify.ts';

/** Around every page: what a change of page or language means for the notice and the focus. */
export function RouteFrame() {
  const { pathname } = useLocation();
  const { language } = useTranslation().i18n;
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    const signedIn = before.current === '/login';
    before.current = pathname;
    // An error is about the page it came on; a success may well lead to another one. Who is sent
    // to the sign-in page is told why there.
    if (pathname !== '/login') notify.clearError();
    // The form that had the focus is gone.
    if (signedIn) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);

  const spoken = useRef(language);
  useEffect(() => {
    // A notice holds the words it was shown with.
    if (spoken.current !== language) notify.clear();
    spoken.current = language;
  }, [language]);

  return <Outlet />;
}
