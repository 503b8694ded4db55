import '#lib/zod-setup.ts';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preload } from '#app/app.tsx';
import { languageChoice, startTexts } from '#i18n/i18n.ts';
import { createAccess } from '#lib/access.ts';
import { setAccess } from '#lib/api.ts';
import { createQueryClient, sessionQuery } from './lib/session.ts';
import { guardPage } from './lib/unsaved-work.ts';

guardPage();

const queryClient = createQueryClient();
setAccess(createAccess(queryClient));
// In parallel with code and texts.
void queryClient.prefetchQuery(sessionQuery);
preload();

await startTexts(languageChoice.get());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
