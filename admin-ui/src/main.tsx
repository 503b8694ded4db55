import '#lib/zod-setup.ts';
import './styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from '#app/router.tsx';
import { Toaster } from '#components/ui/toaster.tsx';
import { languageChoice, startTexts } from '#i18n/i18n.ts';
import { createAccess } from '#lib/access.ts';
import { setAccess } from '#lib/api.ts';
import { createQueryClient, sessionQuery } from './lib/session.ts';
import { guardPage } from './lib/unsaved-work.ts';

/** The whole panel: data, notices and pages. Base UI may not add style elements (the page's policy). */
function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  );
}

guardPage();

const queryClient = createQueryClient();
setAccess(createAccess(queryClient));
// Asked at once, beside the loading of the route's code.
void queryClient.prefetchQuery(sessionQuery);

await startTexts(languageChoice.get());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
