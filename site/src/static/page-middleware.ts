import { defineMiddleware } from 'astro:middleware';
import { pagesByPath } from './pages-file.ts';

/** Hands each page of a static build its data. */
export const onRequest = defineMiddleware((context, next) => {
  const path = context.url.pathname.replace(/\.html$/, '').replace(/(?<=.)\/$/, '');
  const page = pagesByPath().get(path === '/index' ? '/' : path);
  if (!page) throw new Error(`The pages file has no page for ${path}`);
  context.locals.page = page;
  return next();
});
