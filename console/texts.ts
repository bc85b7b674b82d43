/** Every namespace of texts, typed from English: an unknown key does not compile. */
import type auth from '../public/locales/en/auth.json';
import type charts from '../public/locales/en/charts.json';
import type common from '../public/locales/en/common.json';
import type creatives from '../public/locales/en/creatives.json';
import type devices from '../public/locales/en/devices.json';
import type navigation from '../public/locales/en/navigation.json';
import type palette from '../public/locales/en/palette.json';
import type pieces from '../public/locales/en/pieces.json';
import type playlists from '../public/locales/en/playlists.json';
import type plays from '../public/locales/en/plays.json';
import type register from '../public/locales/en/register.json';
import type screens from '../public/locales/en/screens.json';
import type dpa from '../public/locales/en/dpa.json';
import type guide from '../public/locales/en/guide.json';
import type pricing from '../public/locales/en/pricing.json';
import type privacy from '../public/locales/en/privacy.json';
import type publicPages from '../public/locales/en/public.json';
import type terms from '../public/locales/en/terms.json';

export interface Texts {
  auth: typeof auth;
  charts: typeof charts;
  common: typeof common;
  creatives: typeof creatives;
  devices: typeof devices;
  navigation: typeof navigation;
  palette: typeof palette;
  pieces: typeof pieces;
  playlists: typeof playlists;
  plays: typeof plays;
  register: typeof register;
  screens: typeof screens;
  dpa: typeof dpa;
  guide: typeof guide;
  pricing: typeof pricing;
  privacy: typeof privacy;
  public: typeof publicPages;
  terms: typeof terms;
}
