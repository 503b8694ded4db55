import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryError } from '#components/ui/page-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { sessionQuery, settingsQuery } from '#lib/queries.ts';
import { SettingsForm } from './settings-form.tsx';

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t('loadingSettings')}
      </p>
      {(['analytics', 'security', 'siteIdentity'] as const).map((title) => (
        <Section key={title} title={t(title)}>
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-10 w-full" />
        </Section>
      ))}
    </>
  );
}

/** What the site says and how people sign in to its panel (spec §2); for admins. */
export function WebsiteSettingsPage() {
  const { t } = useTranslation();
  const me = useQuery(sessionQuery).data?.user;
  const settings = useQuery(settingsQuery);
  if (!me) return null;
  return (
    <div className="mx-auto max-w-5xl">
      {settings.isPending && <FormSkeleton />}
      {settings.isError && !settings.data && (
        <QueryError title={t('failedToLoadSettings')} query={settings} />
      )}
      {settings.data && <SettingsForm stored={settings.data} me={me} />}
    </div>
  );
}
