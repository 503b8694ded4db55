/**
 * Configures zod before it loads: the page's policy forbids code made from text. Zod keeps its settings where every
 * copy of it reads them.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
