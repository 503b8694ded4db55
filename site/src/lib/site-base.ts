/**
 * Where this site stands: '' at the top of its address, or the address that the preview stands
 * below. It comes before every path that a script makes.
 */
export const siteBase =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '');
