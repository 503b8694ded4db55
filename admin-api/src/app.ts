/** The whole HTTP side as a value: give it its surroundings, get a fetch function. */
import { Hono } from 'hono';
import { authRoutes } from '#auth/auth.routes.ts';
import { requireUser } from '#auth/guards.ts';
import { sessionMiddleware } from '#auth/session.middleware.ts';
import { categoriesRoutes } from '#categories/categories.routes.ts';
import { healthRoutes } from '#health/health.routes.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { createErrorHandler } from '#http/error-handler.ts';
import { sameOriginGuard } from '#http/same-origin.ts';
import { securityHeadersMiddleware } from '#http/security-headers.ts';
import { mediaRoutes } from '#media/media.routes.ts';
import { publicMediaRoutes } from '#media/public-media.routes.ts';
import { publishingRoutes } from '#publishing/publishing.routes.ts';
import { adminAppRoutes } from '#serving/admin-app.routes.ts';
import { mediaFilesRoutes } from '#serving/media-files.routes.ts';
import { siteRoutes } from '#serving/site.routes.ts';
import { settingsRoutes } from '#settings/settings.routes.ts';
import { isUploadPath, uploadsRoutes } from '#uploads/uploads.routes.ts';

export function createApp(deps: Deps) {
  const { publicOrigin } = deps.environment;
  const app = new Hono<AppEnv>();
  app.onError(createErrorHandler(deps.log));
  app.use(securityHeadersMiddleware(publicOrigin));
  app.use('/api/*', sameOriginGuard(publicOrigin, isUploadPath));
  app.use('/api/*', sessionMiddleware(deps));
  app.use('/media/*', sessionMiddleware(deps));
  // Whoever forgets a guard below /api/admin still lets nobody in.
  app.use('/api/admin/*', (c, next) => {
    requireUser(c);
    return next();
  });
  app.route('/', authRoutes(deps));
  app.route('/', categoriesRoutes(deps));
  app.route('/', publicMediaRoutes(deps));
  app.route('/', mediaRoutes(deps));
  app.route('/', uploadsRoutes(deps));
  app.route('/', publishingRoutes(deps));
  app.route('/', settingsRoutes(deps));
  app.route('/', healthRoutes(deps));
  app.all('/api/*', () => {
    throw new AppError('not_found');
  });
  app.route('/', mediaFilesRoutes(deps));
  app.route('/', adminAppRoutes(deps));
  app.route('/', siteRoutes(deps));
  app.notFound((c) => c.text('Not found', 404));
  return app;
}

export type App = ReturnType<typeof createApp>;
