/** What the gallery shows: a small fleet that stands still, so that two pictures of it can be laid side by side. */
import { createSession, type Session } from '../app/session/session.ts';
import { systemClock } from '../../shared/clock.ts';
import type { User } from '../../shared/contract/identity/auth.ts';
import { noHours, type Location } from '../../shared/contract/fleet/location.ts';

const ID = '00000000-0000-7000-8000-000000000001';
const AT = '2026-01-05T08:00:00.000Z';
const row = {
  id: ID,
  tenant_id: ID,
  created_at: AT,
  updated_at: AT,
  created_by: null,
  version: 1,
  deleted_at: null,
};

const sampleUser: User = {
  ...row,
  email: 'somebody@fleet.example',
  first_name: 'Mara',
  last_name: 'Kent',
  role: 'admin',
  status: 'active',
  locale: 'en',
  tz: 'Europe/Lisbon',
  is_signatory: false,
  prefs: { theme: 'system', density: 'comfortable', shortcuts: true },
  last_login_at: null,
  must_change_password: false,
};
const listOf = (...names: string[]) => ({
  items: names.map((name, i) => ({ ...row, id: `${ID.slice(0, -1)}${i}`, name })),
  total: names.length,
  limit: 25,
  offset: 0,
  facets: {},
});
export const DEVICE_IDS = [0, 1, 2].map(i => `${ID.slice(0, -1)}${i}`);
const DEVICE_NAMES = ['Cab 1182', 'Cab 0417', 'Lobby Norte 2'];
/** A small picture in the colours of the harbour. */
export const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"%3E%3Cpath fill="%230b5d5b" d="M0 0h16v9H0z"/%3E%3Cpath fill="%23ffb81c" d="M2 4h7v2H2z"/%3E%3C/svg%3E';
const PLACE = {
  ...{ lat: 38.7, lng: -9.1, tz: 'Europe/Lisbon', external_id: null },
  ...{ hours: noHours(), venue: null },
};
export const PLACES: readonly Location[] = [
  {
    ...row,
    ...PLACE,
    name: 'Airport, arrivals',
    address: 'Alameda das Comunidades',
    radius_m: 400,
    status: 'active',
  },
  {
    ...row,
    ...PLACE,
    id: ID.replace(/1$/, '2'),
    name: 'Cais do Sodré',
    address: '',
    radius_m: 1_500,
    status: 'archived',
  },
];
const RESPONSES: Record<string, unknown> = {
  '/api/auth/me': {
    user: sampleUser,
    tenants: [{ id: ID, name: 'Harbour Cabs', slug: 'harbour', portal_business: false }],
  },
  '/api/devices': listOf(...DEVICE_NAMES),
  ...Object.fromEntries(
    DEVICE_IDS.map((id, i) => [`/api/devices/${id}`, { ...row, id, name: DEVICE_NAMES[i] }]),
  ),
  '/api/own-tickets/devices': { items: DEVICE_IDS.map((id, i) => ({ id, name: DEVICE_NAMES[i] })) },
  '/api/creatives': listOf('Tram 28', 'Café Lumo'),
  '/api/playlists': listOf('City loop'),
  '/api/saved-views': listOf(),
};

/** The real session over a server that always says the same. */
export const sampleSession = (): Session =>
  createSession({
    fetch: input => {
      const { pathname } = new URL(input as string, location.origin);
      const answer = RESPONSES[pathname] ?? { error: 'NOT_FOUND', message: pathname, details: {} };
      return Promise.resolve(Response.json(answer, { status: pathname in RESPONSES ? 200 : 404 }));
    },
    tokens: {
      read: () => Promise.resolve({ access_token: 'a', refresh_token: 'r' }),
      write: () => Promise.resolve(),
    },
    clock: systemClock,
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    log: () => undefined,
  });

/** A working day's plays, per hour; the evening has not come yet. */
export const YESTERDAY = [
  4, 2, 1, 0, 0, 3, 18, 64, 120, 96, 80, 84, 110, 118, 92, 88, 97, 134, 151, 126, 80, 44, 20, 9,
];
const HOURS_SO_FAR = 17;
export const TODAY = YESTERDAY.map((n, h) =>
  h < HOURS_SO_FAR ? Math.round(n * (h % 3 === 0 ? 1.2 : 0.9)) : null,
);
const WEEKLY = [1, 0.9, 0.95, 1.05, 1.3, 1.1, 0.5];
export const WEEK = WEEKLY.map((share, day) =>
  YESTERDAY.map((n, h) => (day === WEEKLY.length - 1 && h >= HOURS_SO_FAR ? null : Math.round(n * share))),
);
export const MONDAY = Date.parse('2026-01-05T00:00:00.000Z');
