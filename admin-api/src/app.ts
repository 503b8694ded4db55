/** Composes all middleware and routes into one Hono app. */
import { PREVIEW_PATH } from '@veldlicht/contract/preview';
import { Hono } from 'hono';
import { auditRoutes } from '#audit/audit.routes.ts';
import { authRoutes } from '#auth/auth.routes.ts';
import { createTurns } from '#auth/queues.ts';
import { requireUser } from '#auth/route-access.ts';
import { sessionMiddleware } from '#auth/session-middleware.ts';
import { backupsRoutes } from '#backups/backups.routes.ts';
import { buildRoutes, isBuildPath } from '#build/build.routes.ts';
import { categoriesRoutes } from '#categories/categories.routes.ts';
import { contactFormRoutes, isContactPath } from '#contacts/contact-form.routes.ts';
import { contactsRoutes } from '#contacts/contacts.routes.ts';
import { draftsRoutes } from '#drafts/drafts.routes.ts';
import { healthRoutes } from '#health/health.routes.ts';
import { historyRoutes } from '#history/history.routes.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { createErrorHandler } from '#http/error-handler.ts';
import { sameOriginGuard } from '#http/same-origin.ts';
import { keysRoutes } from '#keys/keys.routes.ts';
import { isPhotosPath, isRemotePath, remoteRoutes } from '#keys/remote.routes.ts';
import { publicListRoutes } from '#lists/public-lists.routes.ts';
import { mailRoutes } from '#mail/mail.routes.ts';
import { mediaRoutes } from '#media/media.routes.ts';
import { isImportPath, movingRoutes } from '#moving/moving.routes.ts';
import { passkeysRoutes } from '#passkeys/passkeys.routes.ts';
import { previewRoutes } from '#preview/preview.routes.ts';
import { publishingRoutes } from '#publishing/publishing.routes.ts';
import { adminAppRoutes } from '#serving/admin-app.routes.ts';
import { mediaFilesRoutes } from '#serving/media-files.routes.ts';
import { securityHeadersMiddleware } from '#serving/security-headers.ts';
import { siteRoutes } from '#serving/site.routes.ts';
import { settingsRoutes } from '#settings/settings.routes.ts';
import { guardRoutes, leaksRoutes, speciesRoutes } from '#species/species.routes.ts';
import { waitingHeader } from '#species/waiting-header.ts';
import { storiesRoutes } from '#stories/stories.routes.ts';
import { twoFactorRoutes } from '#two-factor/two-factor.routes.ts';
import { isUploadPath, uploadsRoutes } from '#uploads/uploads.routes.ts';
import { accessLinksRoutes } from '#users/access-links.routes.ts';
import { usersRoutes } from '#users/users.routes.ts';
import { visitsRoutes } from '#visits/visits.routes.ts';

/** Queued attempts per account. */
const WAITING_TRIES = 32;

export function createApp(deps: Deps) {
  const { publicOrigin } = deps.environment;
  const app = new Hono<AppEnv>();
  app.onError(createErrorHandler(deps.log));
  app.use(securityHeadersMiddleware(publicOrigin, deps.storage.direct?.origin));
  const takesFile = (path: string) =>
    isUploadPath(path) || isPhotosPath(path) || isImportPath(path);
  const takesToken = (path: string) => isBuildPath(path) || isRemotePath(path);
  app.use('/api/*', sameOriginGuard(publicOrigin, takesFile, isContactPath, takesToken));
  const never = () => false;
  app.use(
    `${PREVIEW_PATH}/*`,
    sameOriginGuard(publicOrigin, never, () => true, never),
  );
  app.use('/api/*', sessionMiddleware(deps));
  app.use('/api/*', waitingHeader(deps));
  app.use('/media/*', sessionMiddleware(deps));
  app.use(`${PREVIEW_PATH}/*`, sessionMiddleware(deps));
  // Defence in depth: a route below /api/admin without a guard still needs a session.
  app.use('/api/admin/*', (c, next) => {
    requireUser(c);
    return next();
  });
  const turns = createTurns(WAITING_TRIES);
  app.route('/', authRoutes(deps, turns));
  app.route('/', twoFactorRoutes(deps, turns));
  app.route('/', accessLinksRoutes(deps));
  app.route('/', passkeysRoutes(deps, turns));
  app.route('/', usersRoutes(deps));
  app.route('/', auditRoutes(deps));
  app.route('/', categoriesRoutes(deps));
  app.route('/', publicListRoutes(deps));
  app.route('/', mediaRoutes(deps));
  app.route('/', speciesRoutes(deps));
  app.route('/', guardRoutes(deps));
  app.route('/', leaksRoutes(deps));
  app.route('/', storiesRoutes(deps));
  app.route('/', uploadsRoutes(deps));
  app.route('/', draftsRoutes(deps));
  app.route('/', keysRoutes(deps));
  app.route('/', remoteRoutes(deps));
  app.route('/', publishingRoutes(deps));
  app.route('/', historyRoutes(deps));
  app.route('/', settingsRoutes(deps));
  app.route('/', contactFormRoutes(deps));
  app.route('/', contactsRoutes(deps));
  app.route('/', mailRoutes(deps));
  app.route('/', visitsRoutes(deps));
  app.route('/', backupsRoutes(deps));
  app.route('/', movingRoutes(deps));
  app.route('/', buildRoutes(deps));
  app.route('/', healthRoutes(deps));
  app.all('/api/*', () => {
    throw new AppError('not_found');
  });
  app.route('/', mediaFilesRoutes(deps));
  app.route('/', previewRoutes(deps));
  app.route('/', adminAppRoutes(deps));
  app.route('/', siteRoutes({ folder: deps.folder, database: deps }));
  app.notFound((c) => c.text('Not found', 404));
  return app;
}
