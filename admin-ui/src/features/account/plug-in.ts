/** Address of the Lightroom plug-in, which the build packs and names by its hash (vite.config.ts). */
export const plugInAddress = '/admin/assets/veldlicht-lightroom.zip';
