/**
 * Places of the cells below 1024 px, where a row is a card: name and buttons, address, badges. It stays
 * one table for screen readers.
 */
export const rowGrid = {
  head: 'max-lg:sr-only',
  row: 'max-lg:grid max-lg:grid-cols-[auto_1fr_auto] max-lg:gap-x-1.5 max-lg:border-t max-lg:border-hairline max-lg:px-4 max-lg:py-3 max-lg:first:border-t-0',
  username:
    'max-lg:col-span-2 max-lg:row-start-1 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  email:
    'max-lg:col-span-2 max-lg:row-start-2 max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0',
  badge: 'max-lg:row-start-3 max-lg:h-auto max-lg:border-0 max-lg:p-0 max-lg:pt-2',
  actions:
    'max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-lg:-mt-1.5 max-lg:-mr-2 max-lg:h-auto max-lg:border-0 max-lg:p-0',
} as const;
