/** The build replaces it by the address with a hash (vite.config.ts). */
export const plugInAddress = '/admin/assets/veldlicht-lightroom.zip';
