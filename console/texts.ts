/** Every namespace of texts, typed from English: an unknown key does not compile. */
import type audit from '../public/locales/en/audit.json';
import type auth from '../public/locales/en/auth.json';
import type charts from '../public/locales/en/charts.json';
import type common from '../public/locales/en/common.json';
import type creatives from '../public/locales/en/creatives.json';
import type devices from '../public/locales/en/devices.json';
import type navigation from '../public/locales/en/navigation.json';
import type palette from '../public/locales/en/palette.json';
import type pendingUsers from '../public/locales/en/pendingUsers.json';
import type pieces from '../public/locales/en/pieces.json';
import type playlists from '../public/locales/en/playlists.json';
import type plays from '../public/locales/en/plays.json';
import type profile from '../public/locales/en/profile.json';
import type register from '../public/locales/en/register.json';
import type screens from '../public/locales/en/screens.json';
import type sessions from '../public/locales/en/sessions.json';
import type tenants from '../public/locales/en/tenants.json';
import type users from '../public/locales/en/users.json';

export interface Texts {
  audit: typeof audit;
  auth: typeof auth;
  charts: typeof charts;
  common: typeof common;
  creatives: typeof creatives;
  devices: typeof devices;
  navigation: typeof navigation;
  palette: typeof palette;
  pendingUsers: typeof pendingUsers;
  pieces: typeof pieces;
  playlists: typeof playlists;
  plays: typeof plays;
  profile: typeof profile;
  register: typeof register;
  screens: typeof screens;
  sessions: typeof sessions;
  tenants: typeof tenants;
  users: typeof users;
}
