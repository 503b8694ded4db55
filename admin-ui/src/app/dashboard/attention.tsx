import { useQuery } from '@tanstack/react-query';
import type { BackupState } from '@veldlicht/contract/backup';
import type { MailState } from '@veldlicht/contract/mail';
import { type AdminUser, isPlaceholderEmail } from '@veldlicht/contract/user';
import type { TFunction } from 'i18next';
import {
  ArchiveX,
  AtSign,
  CircleCheck,
  CloudAlert,
  ImageOff,
  ImagePlus,
  type LucideIcon,
  Mail,
  MailWarning,
  MailX,
  MapPinOff,
  PenLine,
  ShieldCheck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePublishWords } from '#components/publish-status.tsx';
import { Card } from '#components/ui/card.tsx';
import { CardRow } from '#components/ui/card-link.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { countContacts } from '#features/contacts/contact-facts.ts';
import { leaksQuery } from '#features/species/leak-fixes.ts';
import { mayEnter, mayWrite } from '#lib/permissions.ts';
import type { PublishTone } from '#lib/publish-words.ts';
import {
  adminMediaQuery,
  backupQuery,
  contactsQuery,
  mailQuery,
  settingsQuery,
} from '#lib/queries.ts';
import { countMedia, type MediaCounts } from './library-card.tsx';

/** What the matters are derived from; undefined while loading, or without permission. */
interface Standing {
  newMessages?: number | undefined;
  media?: MediaCounts | undefined;
  /** Texts of guarded items that wait for confirmation. */
  held?: number | undefined;
  site?: PublishTone;
  mail?: Pick<MailState, 'server' | 'recipient' | 'waiting'> | undefined;
  backup?: Pick<BackupState, 'state'> | undefined;
  photographer?: string | undefined;
  own?: Pick<AdminUser, 'id' | 'email'>;
}

interface Matter {
  icon: LucideIcon;
  text: string;
  /** The page that handles it; undefined if that is the dashboard itself. */
  to?: string;
  isAlarming?: boolean;
}

const BACKUP_TROUBLES: readonly BackupState['state'][] = ['late', 'failed', 'incomplete'];
const MAIL_SETTINGS = '/website-settings#mail';

/** Matters that need attention, most urgent first. */
export function mattersOf(standing: Standing, t: TFunction): Matter[] {
  const { newMessages = 0, media, held = 0, site, mail, backup, photographer, own } = standing;
  const matters: Matter[] = [];
  const add = (matter: Matter) => matters.push(matter);
  const alarm = (matter: Matter) => add({ ...matter, isAlarming: true });
  if (site === 'failed')
    alarm({ icon: CloudAlert, text: t('matterSiteFailed'), to: '/publishing' });
  if (media && media.failed > 0)
    alarm({ icon: ImageOff, text: t('matterFailed', { count: media.failed }), to: '/media' });
  if (mail && mail.waiting > 0) {
    const text = t('matterMailFailing', { count: mail.waiting });
    alarm({ icon: MailWarning, text, to: MAIL_SETTINGS });
  }
  if (backup && BACKUP_TROUBLES.includes(backup.state))
    alarm({ icon: ArchiveX, text: t('matterBackup') });
  if (newMessages > 0)
    add({ icon: Mail, text: t('messagesNew', { count: newMessages }), to: '/contacts' });
  if (held > 0) add({ icon: ShieldCheck, text: t('matterHeld', { count: held }), to: '/leaks' });
  if (media && media.withheld > 0) {
    const text = t('matterWithheld', { count: media.withheld });
    add({ icon: MapPinOff, text, to: '/media' });
  }
  if (photographer === '') add({ icon: PenLine, text: t('matterName'), to: '/website-settings' });
  if (media?.items === 0)
    add({ icon: ImagePlus, text: t('matterFirstPhotos'), to: '/media?add=many' });
  if (own && isPlaceholderEmail(own.email))
    add({ icon: AtSign, text: t('matterOwnEmail'), to: `/users?open=${own.id}` });
  if (mail?.waiting === 0 && !(mail.server && mail.recipient))
    add({ icon: MailX, text: t('matterMailOff'), to: MAIL_SETTINGS });
  return matters;
}

function useStanding(user: AdminUser) {
  const may = (area: Parameters<typeof mayEnter>[1]) => mayEnter(user, area);
  const contacts = useQuery({ ...contactsQuery, enabled: may('contacts') });
  const media = useQuery({ ...adminMediaQuery, enabled: mayWrite(user) });
  const leaks = useQuery({ ...leaksQuery(1), enabled: mayWrite(user) });
  const mail = useQuery({ ...mailQuery, enabled: may('contactPrivacy') });
  const backup = useQuery({ ...backupQuery, enabled: may('backups') });
  const settings = useQuery({ ...settingsQuery, enabled: may('websiteSettings') });
  const { tone } = usePublishWords();
  const standing: Standing = {
    newMessages: contacts.data && countContacts(contacts.data).new,
    media: media.data && countMedia(media.data),
    held: leaks.data?.held.length,
    site: tone,
    mail: mail.data,
    backup: backup.data,
    photographer: settings.data?.profile.photographer.trim(),
    ...(may('users') && { own: user }),
  };
  const all = [contacts, media, leaks, mail, backup, settings];
  return {
    standing,
    isPending: all.some((query) => query.isLoading),
    isUnknown: all.some((query) => query.isError && !query.data),
  };
}

export function Attention({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const { standing, isPending, isUnknown } = useStanding(user);
  const matters = mattersOf(standing, t);
  return (
    <Card flush title={t('attention')}>
      {isPending && <Skeleton className="mx-4 mb-4 h-5 w-64 md:mx-6" />}
      {!isPending && matters.length === 0 && (
        <p className="flex items-center gap-3 px-4 pb-4 text-muted md:px-6">
          <CircleCheck className="size-5 shrink-0 text-moss" />
          {t(isUnknown ? 'attentionUnknown' : 'attentionNone')}
        </p>
      )}
      {!isPending && matters.length > 0 && (
        <ul>
          {matters.map((matter) => (
            <li key={matter.text}>
              <CardRow {...matter} title={matter.text} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
