/** Writes that may not wait for a link, each with its reason: without one they fail at once. All other writes may wait. */
import type { Area } from './wire/access.ts';

/** Numbers, because the bundles carry them. */
const RIGHTS = 0;
const ALARM = 1;
const PLATFORM = 2;
const BINDING = 3;
const MONEY = 4;
const ANSWER = 5;
const MOMENT = 6;
const MATCHES = 7;
const AUCTION = 8;
const SESSION = 9;

/** Read by docs/access.md alone. */
export const IMMEDIATE_REASONS = {
  [RIGHTS]: 'What somebody may do must not change later than he thinks.',
  [ALARM]: 'An alarm that comes late does harm.',
  [PLATFORM]: 'It changes what all of a tenant or of the platform see, beside others who change it.',
  [BINDING]: 'It binds by law from the moment it is received. A signature has an outbox of its own.',
  [MONEY]: 'Money moves once, by the figures that were on the page.',
  [ANSWER]: 'The page goes on with the answer.',
  [MOMENT]:
    'It is decided on what is seen at that moment: later screens play something else, an edit was edited again, and what was removed does not come back.',
  [MATCHES]: 'It goes to those that are chosen or match a filter at that moment.',
  [AUCTION]: 'What partners may buy is decided at once, because an auction does not wait.',
  [SESSION]: 'It ends this session too, so that nobody would be left to send it.',
} as const;
export type ImmediateReason = keyof typeof IMMEDIATE_REASONS;

/** All writes of these areas. */
export const IMMEDIATE_AREAS: Readonly<Partial<Record<Area, ImmediateReason>>> = {
  users: RIGHTS,
  pending_users: RIGHTS,
  tenants: RIGHTS,
  police_keys: RIGHTS,
  alerts: ALARM,
  system: PLATFORM,
  migration: PLATFORM,
  white_label: PLATFORM,
  contracts: BINDING,
  sign: BINDING,
  compliance: BINDING,
  billing: MONEY,
  budget: MONEY,
  earnings: MONEY,
  tester: ANSWER,
};

/** The writes of other areas, by what follows `/api/`: parts of one regular expression. */
export const IMMEDIATE_PATHS: Readonly<Record<string, ImmediateReason>> = {
  'own-privacy-requests.*': BINDING,
  'owner/e.*': MONEY,
  onboarding: ANSWER,
  'reports/[pr].*': ANSWER,
  'campaigns/forecast': ANSWER,
  'playlists/:id/preview': ANSWER,
  '(content-items|locations)/import': ANSWER,
  '.+/attachments.*': ANSWER,
  demo: MOMENT,
  'settings/retention': MOMENT,
  'playlists/:id/(assign|copy)': MOMENT,
  'campaigns/:id/(approve|(approve|drop|reject)-change)': MOMENT,
  'device-commands': MATCHES,
  '(devices|media|listings)/changes': MATCHES,
  'media/folders/rename': MATCHES,
  '.+/bulk': MATCHES,
  'programmatic/.*': AUCTION,
  sessions: SESSION,
};
