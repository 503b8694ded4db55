import '#lib/zod-setup.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { createAccess } from '#lib/access.ts';
import { setAccess } from '#lib/api.ts';
import { sessionQuery } from '#lib/queries.ts';
import { createQueryClient } from '#lib/query-client.ts';
import './styles.css';

startI18n();

const queryClient = createQueryClient();
setAccess(createAccess(queryClient));
// Asked at once, beside the loading of the route's code.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
