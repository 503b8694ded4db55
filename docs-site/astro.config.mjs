import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';

const section = (label, nl, directory, collapsed = false) => ({
  label,
  translations: { nl },
  collapsed,
  items: [{ autogenerate: { directory } }],
});

export default defineConfig({
  // Address of the site: DOCS_URL=https://example.org DOCS_BASE=/veldlicht
  site: process.env.DOCS_URL,
  base: process.env.DOCS_BASE,
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Veldlicht',
      locales: { root: { label: 'English', lang: 'en' }, nl: { label: 'Nederlands', lang: 'nl' } },
      sidebar: [
        section('For the photographer', 'Voor de fotograaf', 'owner'),
        section('For the site builder', 'Voor wie de site opzet', 'builder'),
        {
          label: 'Moving, Lightroom, speed',
          translations: { nl: 'Verhuizen, Lightroom, snelheid' },
          items: [
            'moving',
            'moving-in',
            { autogenerate: { directory: 'moving-in' } },
            'lightroom',
            'speed',
          ],
        },
        section('For developers', 'Voor ontwikkelaars', 'developer'),
        section('Decisions', 'Beslissingen', 'decisions', true),
        {
          label: 'Project',
          items: ['changelog', 'contributing', 'security'],
        },
      ],
    }),
  ],
});
