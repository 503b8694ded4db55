/// <reference types="astro/client" />
import 'astro';

declare global {
  namespace App {
    interface Locals {
      /** All data of the page being rendered. */
      page: import('@veldlicht/contract/snapshot').PageData;
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** scripts/client-interaction.ts */
    'client:interaction'?: boolean;
  }
}
