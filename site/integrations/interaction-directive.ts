import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Makes `client:interaction` known: an island whose script comes when a visitor begins to act. */
export function interactionDirective(): AstroIntegration {
  return {
    name: 'veldlicht-interaction-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'interaction',
          entrypoint: fileURLToPath(new URL('./interaction.ts', import.meta.url)),
        }),
    },
  };
}
