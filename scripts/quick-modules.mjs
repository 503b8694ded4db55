// Loaded before the programs. Node reads the package.json of a package anew for every module of it, and
// for every import of it, to learn formats and exports. drizzle-orm's is 180 kB, which costs seconds and
// much garbage at each start. The modules of these packages are all ES modules and name each other with
// their extension, so nothing is to be read; what is imported by name is looked up once.
import { registerHooks } from 'node:module';

const isWithin = /\/node_modules\/(?:drizzle-orm|hono)\//;
const isNamed = /^(?:drizzle-orm|hono)(?:\/|$)/;
const known = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (specifier.startsWith('.') && isWithin.test(parent)) {
      const url = new URL(specifier, parent).href;
      return { url, format: 'module', shortCircuit: true };
    }
    if (!isNamed.test(specifier)) return next(specifier, context);
    const found = known.get(specifier) ?? next(specifier, context);
    known.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
