// Loaded before the programs. Node reads the package.json of a package anew for every module of it
// to learn its format; drizzle-orm's is 180 kB, which costs a second and much garbage at each start.
// Its modules are all ES modules and name each other with their extension, so nothing is to be read.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (!specifier.startsWith('.') || !parent.includes('/node_modules/drizzle-orm/'))
      return next(specifier, context);
    const url = new URL(specifier, parent).href;
    return { url, format: 'module', shortCircuit: true };
  },
});
