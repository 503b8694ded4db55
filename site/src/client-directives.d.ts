import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** integrations/interaction.ts */
    'client:interaction'?: boolean;
  }
}
