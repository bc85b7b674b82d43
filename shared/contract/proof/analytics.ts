/** Figures of what was played: read from roll-ups and from what came since, so that they agree with the plays themselves. */
import * as z from 'zod/mini';
import { AGE_GROUPS, GENDERS } from '../playout/audience.ts';
import { CAMPAIGN_STATES } from '../sales/campaign.ts';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant } from '../wire/wire.ts';
import { GROUPS_BY, playFilter } from './play.ts';

/** What is shown where nobody names a time. */
export const DEFAULT_DAYS = 30;
/** Side of a grid cell of the map: a hundredth of a degree, about a kilometre. */
export const CELLS_PER_DEGREE = 100;
/** Rows of a breakdown, by plays; what is left over is one row more. */
export const MOST_ROWS = 50;

export const ANALYTICS_FILTERS = ['device_id', 'creative_id', 'campaign_id', 'result', 'zone', 'q'] as const;
const span = {
  from: z.optional(instant),
  to: z.optional(instant),
  /** Whose days these are; UTC where none is named. */
  tz: z.optional(z.string().check(z.maxLength(60))),
};
const filter = { ...span, ...playFilter };
const access = { who: 'user', area: 'analytics', level: 'R' } as const;

/** When these figures were true, and what may still come of the time they are of. */
const basis = {
  as_of: instant,
  from: instant,
  to: instant,
  /** Where the time before begins; it ends at `from`. */
  before: instant,
  /** Screens out of reach, and since when the first of them is: they may still hand in plays. */
  expected: z.object({ screens: z.int(), since: z.nullable(instant) }),
};

/** Quarantined plays are in none of these but their own. */
const figures = z.object({
  plays: z.int(),
  not_shown: z.int(),
  duration_ms: z.number(),
  quarantined: z.int(),
  /** Shown to the end, as docs/proof.md says what counts. */
  completed: z.int(),
  /** In the name of a campaign. */
  sold_plays: z.int(),
  sold_ms: z.number(),
  screens: z.int(),
});
export type Figures = z.infer<typeof figures>;

export const BREAKDOWNS = ['device', 'creative', 'campaign', 'zone', 'result'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];
const breakdownRow = z.object({
  /** The id or word; null: plays of no campaign. */
  key: z.nullable(z.string()),
  name: z.string(),
  plays: z.int(),
  duration_ms: z.number(),
  before_plays: z.int(),
});
export type BreakdownRow = z.infer<typeof breakdownRow>;
const breakdown = z.object({
  rows: z.array(breakdownRow),
  /** How many rows there are, and the plays of those that are left out. */
  total: z.int(),
  rest_plays: z.int(),
});

/** Of the time from a screen's first play of a drive to its last: how much had a picture. */
const uptime = z.object({
  on_ms: z.number(),
  dark_ms: z.number(),
  /** null: no screen was on for a whole hour. */
  share: z.nullable(z.number()),
  before_share: z.nullable(z.number()),
  /** Those that were dark for longest. */
  screens: z.array(z.object({ id, name: z.string(), on_ms: z.number(), dark_ms: z.number() })),
  /** Screens in service that played nothing in this time, and so are in none of these figures; by name. */
  without_picture: z.optional(
    z.object({
      total: z.int(),
      screens: z.array(z.object({ id, name: z.string(), last_seen_at: instant })),
    }),
  ),
});

const group = z.object({ at: instant, plays: z.int(), duration_ms: z.number() });
export const analyticsOverview = endpoint({
  method: 'GET',
  path: '/api/analytics/overview',
  access,
  summary: 'Plays, time on screen and screens of a time, beside the time before, and how they break down',
  query: z.object({ ...filter, group_by: z._default(z.enum(GROUPS_BY), 'day') }),
  answer: z.object({
    ...basis,
    now: figures,
    earlier: figures,
    groups: z.array(group),
    earlier_groups: z.array(group),
    by: z.record(z.enum(BREAKDOWNS), breakdown),
    uptime,
  }),
});

const campaignFigures = z.object({
  id,
  name: z.string(),
  advertiser: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  plays: z.int(),
  duration_ms: z.number(),
  screens: z.int(),
  delivered: z.int(),
  before_delivered: z.int(),
  /** Of its plan, what falls into this time; null: it has no plan in plays. */
  planned: z.nullable(z.int()),
  spent_minor: z.int(),
  /** Cost of a thousand delivered plays; null: nothing was delivered, or it has no price. */
  ecpm_minor: z.nullable(z.int()),
});
export type CampaignFigures = z.infer<typeof campaignFigures>;
export const analyticsCampaigns = endpoint({
  method: 'GET',
  path: '/api/analytics/campaigns',
  access,
  summary: 'What each campaign delivered in a time, against its plan',
  query: z.object(filter),
  answer: z.object({ ...basis, currency: z.string(), rows: z.array(campaignFigures) }),
});

const creativeFigures = z.object({
  id,
  name: z.string(),
  plays: z.int(),
  before_plays: z.int(),
  duration_ms: z.number(),
  completed: z.int(),
  failed: z.int(),
  not_shown: z.int(),
  screens: z.int(),
  scans: z.int(),
  before_scans: z.int(),
});
export type CreativeFigures = z.infer<typeof creativeFigures>;
export const analyticsCreatives = endpoint({
  method: 'GET',
  path: '/api/analytics/creatives',
  access,
  summary: 'Plays, completion, failures and scans of each creative',
  query: z.object(filter),
  answer: z.object({ ...basis, rows: z.array(creativeFigures) }),
});

/** null: too few people to say. */
const people = z.nullable(z.int());
export const analyticsAudience = endpoint({
  method: 'GET',
  path: '/api/analytics/audience',
  access,
  summary: 'How many people were before screens, by hour of the day and by group; nothing below ten',
  query: z.object({ ...span, device_id: z.optional(id) }),
  answer: z.object({
    ...basis,
    people,
    before_people: people,
    screens: z.int(),
    hours: z.array(z.object({ hour: z.int(), people, screen_hours: z.int() })),
    groups: z.array(z.object({ age: z.enum(AGE_GROUPS), gender: z.enum(GENDERS), people })),
  }),
});

const CELL = /^-?\d{1,5}:-?\d{1,5}$/;
export const analyticsMap = endpoint({
  method: 'GET',
  path: '/api/analytics/map',
  access,
  summary:
    'Plays by cell of a grid, and the screens of one cell; cells with fewer than ten plays are left out',
  query: z.object({
    ...filter,
    /** Hour of the day in the zone, 0 to 23. */
    hour: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(23))),
    cell: z.optional(z.string().check(z.regex(CELL, 'A cell like 3872:-914'))),
  }),
  answer: z.object({
    ...basis,
    cells: z.array(
      z.object({
        cell: z.string(),
        plays: z.int(),
        duration_ms: z.number(),
        screens: z.int(),
      }),
    ),
    /** Cells that are left out, and their plays. */
    hidden: z.object({ cells: z.int(), plays: z.int() }),
    /** Plays whose place is not part of the record. */
    placeless: z.int(),
    /** Of the cell that is named. */
    screens: z.array(z.object({ id, name: z.string(), plays: z.int(), duration_ms: z.number() })),
  }),
});

/** The corners of a cell, in degrees. */
export function cellBounds(cell: string): { south: number; west: number; north: number; east: number } {
  const [lat = 0, lng = 0] = cell.split(':').map(Number);
  const degrees = (n: number) => n / CELLS_PER_DEGREE;
  return { south: degrees(lat), west: degrees(lng), north: degrees(lat + 1), east: degrees(lng + 1) };
}
