/** Where the plug-in for Lightroom is downloaded; the build makes it, and puts its hash into the name (vite.config.ts). */
export const plugInAddress = '/admin/assets/veldlicht-lightroom.zip';
