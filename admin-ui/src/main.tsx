import '#lib/zod-setup.ts';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/queries.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { watchSession } from '#lib/session-watch.ts';
import './styles.css';

startI18n();

const queryClient = createQueryClient();
watchSession(queryClient, () => notify.error(i18next.t('error'), i18next.t('sessionEnded')));
// Asked at once, beside the loading of the route's code.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
