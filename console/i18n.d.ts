import type auth from '../public/locales/en/auth.json';
import type common from '../public/locales/en/common.json';
import type creatives from '../public/locales/en/creatives.json';
import type devices from '../public/locales/en/devices.json';
import type navigation from '../public/locales/en/navigation.json';
import type dpa from '../public/locales/en/dpa.json';
import type guide from '../public/locales/en/guide.json';
import type pricing from '../public/locales/en/pricing.json';
import type privacy from '../public/locales/en/privacy.json';
import type publicPages from '../public/locales/en/public.json';
import type terms from '../public/locales/en/terms.json';
import type screens from '../public/locales/en/screens.json';
import type playlists from '../public/locales/en/playlists.json';
import type plays from '../public/locales/en/plays.json';

/** Keys come from the English texts: an unknown one does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      common: typeof common;
      creatives: typeof creatives;
      devices: typeof devices;
      navigation: typeof navigation;
      playlists: typeof playlists;
      plays: typeof plays;
      dpa: typeof dpa;
      guide: typeof guide;
      pricing: typeof pricing;
      privacy: typeof privacy;
      public: typeof publicPages;
      terms: typeof terms;
      screens: typeof screens;
    };
  }
}
