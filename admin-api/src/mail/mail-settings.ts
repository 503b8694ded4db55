/** The mail server, and the recipient of visitors' messages. */

import type { Environment } from '@veldlicht/contract/environment';
import {
  MAIL_PORTS,
  type MailPatch,
  type MailServer,
  type MailState,
  type MailTestAnswer,
} from '@veldlicht/contract/mail';
import { reason } from '@veldlicht/contract/reason';
import type { Store } from '@veldlicht/database/open';
import { mailSettings, outbox, users } from '@veldlicht/database/schema';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { changesOf, etagOf, inTransaction, requireMatch, type Write } from '#http/write.ts';
import { openSecret, sealSecret } from '#secrets/sealed.ts';
import { readSettings } from '#settings/settings.repository.ts';
import type { UserRow } from '#users/users.repository.ts';
import { requireActingAdmin } from '#users/users.service.ts';
import { decoded, isHere, type MailWay, wayOf, wayOfUrl } from './mail-way.ts';
import { isMailable } from './outbox.ts';
import { createSender, MailError } from './sender.ts';

type Row = typeof mailSettings.$inferSelect;
type MailDeps = Pick<Deps, 'db' | 'environment' | 'secrets'>;

const ONLY_ROW = 1;
const NOTHING_SET: Row = {
  id: ONLY_ROW,
  host: '',
  port: 465,
  encryption: 'auto',
  username: '',
  password: null,
  sender: '',
  messagesTo: '',
};

const readRow = (store: Store): Row => store.select().from(mailSettings).get() ?? NOTHING_SET;

/** Binds a sealed password to its server, so that it is never sent to another. */
const ownerOf = ({ host, port, username }: Pick<Row, 'host' | 'port' | 'username'>) =>
  JSON.stringify(['mail', host, port, username]);

/** The stored password of exactly this server; null also when its key is gone. */
function passwordOf(key: Buffer, row: Row, server: Pick<Row, 'host' | 'port' | 'username'>) {
  if (row.password === null) return null;
  try {
    return openSecret(key, ownerOf(server), row.password);
  } catch {
    return null;
  }
}

/** The server from the environment, else from the panel; null: no mail. */
export function wayOut({ db, environment: { mail }, secrets }: MailDeps): MailWay | null {
  if (mail.smtpUrl !== undefined) return wayOfUrl(mail.smtpUrl, mail.from);
  const row = readRow(db);
  return row.host === '' ? null : wayOf(panelServer(row), passwordOf(secrets.mail, row, row) ?? '');
}

const panelServer = ({ host, port, encryption, username, sender }: Row) => ({
  host,
  port,
  encryption,
  username,
  sender,
});

/** Whether anything is mailed. */
export function isMailSetUp(store: Store, { mail }: Environment): boolean {
  return mail.smtpUrl !== undefined || readRow(store).host !== '';
}

/**
 * The recipient of visitors' messages: from the environment, else chosen by an admin, else the address that the site
 * shows, else the first admin's. Null when none can receive mail.
 */
function recipientOf(store: Store, { mail }: Environment): MailState['recipient'] {
  if (mail.contactTo !== undefined) return { address: mail.contactTo, from: 'environment' };
  const { messagesTo } = readRow(store);
  if (messagesTo !== '') return { address: messagesTo, from: 'chosen' };
  const { contactEmail = '' } = readSettings(store).profile;
  if (isMailable(contactEmail)) return { address: contactEmail, from: 'site' };
  const admins = store
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
    .orderBy(asc(users.createdAt), asc(users.id))
    .all();
  const admin = admins.find(({ email }) => isMailable(email));
  return admin ? { address: admin.email, from: 'admin' } : null;
}

/** The recipient of visitors' messages, also Reply-To of replies; null: no mail. */
export function messagesAddress(store: Store, environment: Environment): string | null {
  if (!isMailSetUp(store, environment)) return null;
  return recipientOf(store, environment)?.address ?? null;
}

function serverOf({ environment: { mail }, secrets }: MailDeps, row: Row): MailState['server'] {
  if (mail.smtpUrl === undefined) {
    const passwordKept = passwordOf(secrets.mail, row, row) !== null;
    return row.host === '' ? null : { ...panelServer(row), passwordKept, byEnvironment: false };
  }
  const { protocol, hostname, port, username, password } = new URL(mail.smtpUrl);
  const isTls = protocol.toLowerCase() === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? 'tls' : 'auto',
    username: decoded(username),
    sender: mail.from,
    passwordKept: password !== '',
    byEnvironment: true,
  };
}

const etagOfRow = ({ id: _, ...row }: Row) => etagOf(row);

/** The settings for admins, without passwords. */
export function mailSetUp(
  deps: MailDeps,
): Pick<MailState, 'server' | 'messagesTo' | 'recipient' | 'etag'> {
  const row = readRow(deps.db);
  return {
    server: serverOf(deps, row),
    messagesTo: row.messagesTo,
    recipient: recipientOf(deps.db, deps.environment),
    etag: etagOfRow(row),
  };
}

/** The password for a server of the form: the typed one, else the stored one of exactly this server. */
function passwordFor({ secrets }: MailDeps, row: Row, server: MailServer): string | null {
  if (server.username === '') return null;
  const password = server.password ?? passwordOf(secrets.mail, row, server);
  if (password === null && row.password !== null)
    throw invalidField('password', reason('mail_password_again'));
  return password;
}

/** Throws `forbidden` when the environment sets the server, `invalid_input` for ports other than mail's (T23). */
function refuseServer({ environment }: MailDeps, { port }: { port?: number | undefined } = {}) {
  if (environment.mail.smtpUrl !== undefined)
    throw new AppError('forbidden', reason('mail_by_environment'));
  const isOpen = isHere(new URL(environment.publicOrigin).hostname);
  if (port !== undefined && !isOpen && !MAIL_PORTS.includes(port))
    throw invalidField('port', reason('mail_port_shape'));
}

function serverColumns(deps: MailDeps, row: Row, server: MailPatch['server']): Partial<Row> {
  if (server === undefined) return {};
  refuseServer(deps, server ?? undefined);
  if (server === null) return { ...NOTHING_SET, messagesTo: row.messagesTo };
  const { password: _, ...columns } = server;
  const password = passwordFor(deps, row, server);
  if (password === null) return { ...columns, password };
  // Each sealing differs, so sealing again would count as a change.
  if (password === passwordOf(deps.secrets.mail, row, server)) return columns;
  return { ...columns, password: sealSecret(deps.secrets.mail, ownerOf(server), password) };
}

/**
 * Changes the mail settings from the next message on, and retries failed mail at once. Throws `changed_meanwhile`,
 * `forbidden` for what the environment sets, or `invalid_input`.
 */
export function changeMail(deps: MailDeps, patch: MailPatch, write: Write): void {
  inTransaction(deps.db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const row = readRow(tx);
    const edited = { entity: 'settings', entityId: 'mail' } as const;
    requireMatch(tx, write.ifMatch, etagOfRow(row), edited);
    const { server, messagesTo } = patch;
    if (messagesTo !== undefined && deps.environment.mail.contactTo !== undefined)
      throw new AppError('forbidden', reason('mail_by_environment'));
    const change = changesOf(row, { ...serverColumns(deps, row, server), messagesTo });
    const mailFields = Object.keys(change);
    if (mailFields.length === 0) return;
    const next = { ...row, ...change };
    tx.insert(mailSettings)
      .values(next)
      .onConflictDoUpdate({ target: mailSettings.id, set: next })
      .run();
    tx.update(outbox).set({ nextAt: write.now }).where(isNotNull(outbox.error)).run();
    recordAudit(tx, write, { action: 'update', ...edited, facts: { mailFields } });
  });
}

const TEST_MS = 20_000;

/** In both languages, since the server doesn't know the reader's. */
const TEST_MAIL = {
  id: 0,
  subject: 'Veldlicht: testbericht / test message',
  body: 'Dit is een testbericht. Als je dit leest, werkt de e-mail van je site.\n\n---\n\nThis is a test message. If you can read it, the mail of your site works.\n',
  replyToName: null,
  replyToAddress: null,
  picture: null,
  senderName: null,
  contactId: null,
  replyId: null,
};

/**
 * Sends a test message to the admin's own address, through the server of the form or the current one; returns the
 * outcome. Throws as `changeMail` about a server, or `invalid_input` without an address or a server.
 */
export async function sendTestMail(
  deps: MailDeps & Pick<Deps, 'folder' | 'now' | 'log'>,
  server: MailServer | undefined,
  { id: user, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<MailTestAnswer> {
  if (!isMailable(email)) throw new AppError('invalid_input', reason('no_address_of_yours'));
  if (server) refuseServer(deps, server);
  const way = server
    ? wayOf(server, passwordFor(deps, readRow(deps.db), server) ?? '')
    : wayOut(deps);
  if (!way) throw invalidField('host', reason('mail_host_shape'));
  const letter = { ...TEST_MAIL, recipient: email, createdAt: deps.now() };
  try {
    const signal = AbortSignal.timeout(TEST_MS);
    await createSender(way, deps)(letter, signal);
    return { outcome: 'sent', to: email };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    deps.log.warn({ user, kind: error.kind, error: error.message }, 'a test message failed');
    return { outcome: error.kind, to: email };
  }
}
