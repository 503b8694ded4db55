/**
 * Places of the cells below 1024 px, where a row is a card: when and button, then what; the figures
 * stand in the second. It stays one table for screen readers.
 */
export const rowGrid = {
  head: 'max-lg:sr-only',
  row: 'max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-2 max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0',
  when: 'lg:pt-3 max-lg:col-start-1 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0',
  what: 'lg:py-3 max-lg:col-span-2 max-lg:row-start-2 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  figure: 'lg:pt-3 max-lg:hidden',
  action: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:h-auto max-lg:border-0 max-lg:p-0',
} as const;
