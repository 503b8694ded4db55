import { PLACES_SEEN } from '@veldlicht/contract/audit';
import type { TFunction } from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { settingsWords, userWords } from '#lib/field-words.ts';
import type { AuditLine } from './audit-pages.ts';

/** Of the switch the log says which way it went. */
const auditWords: Record<string, PlainTextKey> = {
  ...settingsWords,
  'enforce2FA on': 'auditEnforcementOn',
  'enforce2FA off': 'auditEnforcementOff',
};

/** What became of a message. */
const contactWords: Record<string, PlainTextKey> = {
  new: 'contactNew',
  read: 'contactRead',
  replied: 'contactReplied',
  'not spam': 'notSpam',
};

function fieldNames(list: string, words: Record<string, PlainTextKey>, t: TFunction): string {
  const named = list.split(', ').map((name) => (words[name] ? t(words[name]) : name));
  return named.join(', ');
}

/**
 * What an entry was about, with the names of changed fields in the language of the panel; anything
 * else shows itself.
 */
export function summaryText(
  { action, entity, summary }: Pick<AuditLine, 'action' | 'entity' | 'summary'>,
  t: TFunction,
): string {
  if (action !== 'update') return summary;
  if (entity === 'media' && summary === PLACES_SEEN) return t('auditPlacesSeen');
  if (entity === 'settings') return fieldNames(summary, auditWords, t);
  if (entity === 'contact') return fieldNames(summary, contactWords, t);
  // 'mira · role, status'
  const parts = entity === 'user' ? /^(\S+ · )(.+)$/.exec(summary) : null;
  return parts ? parts[1] + fieldNames(parts[2] ?? '', userWords, t) : summary;
}
