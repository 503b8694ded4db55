import type { SiteOf } from '@veldlicht/contract/site-facts';
import { fileRoute } from '#lib/page-of-kind.ts';

/** Reserves the rights to text and data mining, and names a contact (TDM Reservation Protocol, W3C CG report). */
function tdmText({ site }: { site: SiteOf<'tdm'> }): string {
  const reserved = { location: '/', 'tdm-reservation': 1, 'tdm-policy': `${site.origin}/licentie` };
  return `${JSON.stringify([reserved], null, 2)}\n`;
}

export const GET = fileRoute('tdm', 'application/json', tdmText);
