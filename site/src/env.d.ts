/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** All that the page being rendered may know. */
    page: import('@veldlicht/contract/snapshot').PageData;
  }
}
