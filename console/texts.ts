/** Every namespace of texts, typed from English: an unknown key does not compile. */
import type auth from '../public/locales/en/auth.json';
import type businessProfile from '../public/locales/en/businessProfile.json';
import type charts from '../public/locales/en/charts.json';
import type common from '../public/locales/en/common.json';
import type creatives from '../public/locales/en/creatives.json';
import type devices from '../public/locales/en/devices.json';
import type locations from '../public/locales/en/locations.json';
import type media from '../public/locales/en/media.json';
import type navigation from '../public/locales/en/navigation.json';
import type ownerDevices from '../public/locales/en/ownerDevices.json';
import type palette from '../public/locales/en/palette.json';
import type pieces from '../public/locales/en/pieces.json';
import type playlists from '../public/locales/en/playlists.json';
import type plays from '../public/locales/en/plays.json';
import type register from '../public/locales/en/register.json';
import type screens from '../public/locales/en/screens.json';
import type settings from '../public/locales/en/settings.json';

export interface Texts {
  auth: typeof auth;
  businessProfile: typeof businessProfile;
  charts: typeof charts;
  common: typeof common;
  creatives: typeof creatives;
  devices: typeof devices;
  locations: typeof locations;
  media: typeof media;
  navigation: typeof navigation;
  ownerDevices: typeof ownerDevices;
  palette: typeof palette;
  pieces: typeof pieces;
  playlists: typeof playlists;
  plays: typeof plays;
  register: typeof register;
  screens: typeof screens;
  settings: typeof settings;
}
