/** Turns off zod's JIT, which the page's policy forbids, before zod loads. Every copy of zod reads this global. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
