/** Partners that bid on our screens: how they are called, what they may buy, and in which state they are (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import {
  byId,
  common,
  country,
  currency,
  email,
  id,
  instant,
  int,
  MAX_INT,
  name,
  text,
  webUrl,
} from '../wire/wire.ts';
import { AUTH_TYPES, credentials } from './partners/credentials.ts';
import { SUSPENDED_BY } from './partners/suspended.ts';

export const PARTNER_KINDS = ['openrtb_dsp', 'prebid_server', 'ssp_pull', 'vast_tag', 'mock'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];
/** The mock has a call of its own, since it needs no address. */
export const REAL_PARTNER_KINDS = ['openrtb_dsp', 'prebid_server', 'ssp_pull', 'vast_tag'] as const;
export const PARTNER_STATES = ['draft', 'testing', 'active', 'paused', 'suspended', 'archived'] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];
/** A paused partner is suspended, too: it must not come back by a click while the kill switch holds. */
export const PARTNER_TRANSITIONS: Transitions<PartnerState> = {
  draft: ['testing', 'archived'],
  testing: ['active', 'archived'],
  active: ['paused', 'suspended', 'archived'],
  paused: ['active', 'suspended', 'archived'],
  suspended: ['testing', 'archived'],
  archived: [],
};
export const isPartnerEditable = (state: PartnerState) => state !== 'archived';
export const LATE_POLICIES = ['bill', 'hold', 'makegood', 'drop'] as const;
/** What a partner's answer to the test request was, or why there was none. */
export const TEST_FAULTS = [
  ...(['status', 'invalid', 'timeout', 'unreachable', 'unresolved'] as const),
  ...(['private', 'url', 'size', 'encoding'] as const),
] as const;

export const PARTNER_TMAX_MS = { least: 50, usual: 300, most: 10_000 } as const;
export const PARTNER_QPS = { least: 1, usual: 50, most: 5_000 } as const;
export const PARTNER_CONCURRENCY = { least: 1, usual: 8, most: 64 } as const;
const MAX_CURRENCIES = 10;
const MAX_SEATS = 100;
const MAX_NOTICE_HOSTS = 20;
const MAX_MIMES = 20;
const MAX_DURATION_S = 300;
const [MAX_LEAD_S, MAX_REPORT_S] = [86_400, 30 * 86_400];
const BASIS_POINTS = 10_000;
const [MAX_REGIONS, MAX_GVL] = [100, 65_535];
/** Of OpenRTB, which every partner speaks. */
export const PROTOCOL_VERSION = '2.6';
export const MAX_SEAT_LENGTH = 64;
/** First price, second price; from 500 on by agreement with the partner. */
const auctionType = z
  .int()
  .check(z.refine(at => at === 1 || at === 2 || (at >= 500 && at <= 999), '1, 2, or 500 to 999'));
const distinct = <T extends string>() =>
  z.refine<T[]>(all => new Set(all).size === all.length, 'Each only once');
const seats = z.array(text(1, MAX_SEAT_LENGTH)).check(z.maxLength(MAX_SEATS), distinct());
export const mimes = z
  .array(z.string().check(z.regex(/^(image|video|audio)\/[a-z0-9.+-]{1,40}$/, 'A type like video/mp4')))
  .check(z.maxLength(MAX_MIMES), distinct());

const hostname = z.string().check(
  z.overwrite(value => value.trim().toLowerCase()),
  z.regex(
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'A host name like mail.example.net',
  ),
);

const media = z.strictObject({ banner: z.boolean(), video: z.boolean(), audio: z.boolean() });
const notices = z.strictObject({
  nurl: z.boolean(),
  burl: z.boolean(),
  lurl: z.boolean(),
  /** The price that won is in the notice to those who lost. */
  price_in_lurl: z.boolean(),
});
/** Our node of the supply chain, as the partner knows us. */
const schain = z.strictObject({ asi: text(1, 253), sid: text(1, 64) });

const editable = {
  name,
  /** null: the mock of this server. */
  endpoint_url: z.nullable(webUrl),
  /** Hosts that notices may go to beside that of the endpoint, each with all below it (S7). */
  notice_hosts: z.array(hostname).check(z.maxLength(MAX_NOTICE_HOSTS), distinct()),
  request_gzip: z.boolean(),
  accept_gzip: z.boolean(),
  tmax_ms: int(PARTNER_TMAX_MS.least, PARTNER_TMAX_MS.most),
  qps_limit: int(PARTNER_QPS.least, PARTNER_QPS.most),
  concurrency: int(PARTNER_CONCURRENCY.least, PARTNER_CONCURRENCY.most),
  at: auctionType,
  currencies: z.array(currency).check(z.minLength(1, 'Required'), z.maxLength(MAX_CURRENCIES), distinct()),
  /** Either list is empty. */
  seats_allow: seats,
  seats_block: seats,
  media,
  mimes,
  max_duration_s: int(1, MAX_DURATION_S),
  notices,
  schain: z.nullable(schain),
  /** Of the clearing price, hundredths of a percent. */
  revenue_share_bps: int(0, BASIS_POINTS),
  /** From the auction to the play, at most. */
  max_lead_s: int(1, MAX_LEAD_S),
  /** After the play, until it must be reported. */
  report_deadline_s: int(1, MAX_REPORT_S),
  late_policy: z.enum(LATE_POLICIES),
  requires_creative_preapproval: z.boolean(),
  /** Requests say that nothing is billed. */
  test_mode: z.boolean(),
  maintainer_email: z.nullable(email),
  /** Countries it buys in; none: everywhere. */
  regions: z.array(country).check(z.maxLength(MAX_REGIONS), distinct()),
  /** Its number in the vendor list of the IAB, for the record: no request names a person. */
  gvl_id: z.nullable(int(1, MAX_GVL)),
};
export const partnerTest = z.object({
  at: instant,
  passed: z.boolean(),
  http_status: z.nullable(z.int()),
  latency_ms: z.nullable(int(0, MAX_INT)),
  fault: z.nullable(z.enum(TEST_FAULTS)),
});
export type PartnerTest = z.infer<typeof partnerTest>;

export const partner = z.object({
  ...common,
  ...editable,
  kind: z.enum(PARTNER_KINDS),
  state: z.enum(PARTNER_STATES),
  suspended_by: z.nullable(z.enum(SUSPENDED_BY)),
  auth: z.object({
    type: z.enum(AUTH_TYPES),
    /** User of `basic`, parameter of `query`, header of `hmac`. */
    name: z.nullable(z.string()),
    /** The secret itself is never read back. */
    last4: z.nullable(z.string()),
  }),
  last_test: z.nullable(partnerTest),
  /** Screens that it knows by a name of its own. */
  mapped: int(0, MAX_INT),
});
export type Partner = z.infer<typeof partner>;

const oneSeatList = z.refine<{ seats_allow?: string[] | undefined; seats_block?: string[] | undefined }>(
  ({ seats_allow = [], seats_block = [] }) => seats_allow.length === 0 || seats_block.length === 0,
  { path: ['seats_block'], error: 'Either allowed or blocked seats' },
);
const NO_ADDRESS = { path: ['endpoint_url'], error: 'Required' };
export const partnerCreate = z
  .strictObject({
    ...editable,
    kind: z.enum(REAL_PARTNER_KINDS),
    notice_hosts: z._default(editable.notice_hosts, []),
    request_gzip: z._default(editable.request_gzip, false),
    accept_gzip: z._default(editable.accept_gzip, true),
    tmax_ms: z._default(editable.tmax_ms, PARTNER_TMAX_MS.usual),
    qps_limit: z._default(editable.qps_limit, PARTNER_QPS.usual),
    concurrency: z._default(editable.concurrency, PARTNER_CONCURRENCY.usual),
    at: z._default(editable.at, 1),
    seats_allow: z._default(seats, []),
    seats_block: z._default(seats, []),
    media: z._default(media, { banner: true, video: true, audio: false }),
    mimes: z._default(mimes, ['image/jpeg', 'image/png', 'video/mp4']),
    max_duration_s: z._default(editable.max_duration_s, 60),
    notices: z._default(notices, { nurl: true, burl: true, lurl: true, price_in_lurl: false }),
    schain: z._default(editable.schain, null),
    revenue_share_bps: z._default(editable.revenue_share_bps, 0),
    max_lead_s: z._default(editable.max_lead_s, 3_600),
    report_deadline_s: z._default(editable.report_deadline_s, 900),
    late_policy: z._default(editable.late_policy, 'hold'),
    requires_creative_preapproval: z._default(z.boolean(), true),
    test_mode: z._default(z.boolean(), false),
    maintainer_email: z._default(editable.maintainer_email, null),
    regions: z._default(editable.regions, []),
    gvl_id: z._default(editable.gvl_id, null),
  })
  .check(
    oneSeatList,
    z.refine(({ endpoint_url }) => endpoint_url !== null, NO_ADDRESS),
  );
export const partnerPatch = z.partial(z.strictObject(editable)).check(oneSeatList);

const reaches = <const S extends PartnerState>(to: S) => ({
  from: statesBefore(PARTNER_TRANSITIONS, to),
  to,
});
export const partners = entity({
  path: '/api/programmatic/partners',
  bulk: ['activate', 'pause', 'suspend', 'archive'],
  area: 'programmatic',
  /** A partner goes on buying after a visit to a tenant is over. */
  writes: { crossing: 'tree' },
  row: partner,
  create: partnerCreate,
  patch: partnerPatch,
  listOptions: {
    sorts: ['name', 'kind', 'state', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { status: { state: PARTNER_STATES }, kind: { kind: PARTNER_KINDS } },
  },
  actions: {
    /** 422 RULE without a passed test, a mapping and credentials. */
    activate: { ...reaches('active'), summary: 'Let it bid', undo: 'pause' },
    pause: { ...reaches('paused'), summary: 'Let it bid no more for now', undo: 'activate' },
    suspend: {
      ...reaches('suspended'),
      summary: 'Stop it until it has passed a test again',
      confirm: true,
    },
    archive: { ...reaches('archived'), summary: 'Call it never again', confirm: true },
  },
});

/** Calls the partner outside of any transaction. A draft or a suspended partner is in testing from then on. */
export const testPartner = endpoint({
  method: 'POST',
  path: '/api/programmatic/partners/:id/test',
  access: { who: 'user', area: 'programmatic', level: 'W', transactions: 'own' },
  summary: 'Send it a test request and keep what came back',
  limit: 'partner_tests',
  params: byId,
  body: z.strictObject({}),
  answer: partner,
});

/** Makes the mock, placements of all screens, their mappings and a multiplier model: ready to be tested. */
export const setUpMock = endpoint({
  method: 'POST',
  path: '/api/programmatic/partners/mock',
  access: { who: 'user', area: 'programmatic', level: 'W' },
  summary: 'Set up the mock partner of this server with all screens; 422 RULE where it is off',
  body: z.strictObject({
    name: z._default(name, 'Mock partner'),
    model_name: z._default(name, 'One impression a play'),
  }),
  answer: partner,
});

export const partnerCredentials = endpoint({
  method: 'PUT',
  path: '/api/programmatic/partners/:id/credentials',
  access: { who: 'user', area: 'settings', level: 'W' },
  summary: 'Replace how it knows us; the secret is never read back',
  params: byId,
  body: credentials,
  answer: partner,
  versioned: true,
});

export const KILL_SCOPES = ['partner', 'tenant', 'all'] as const;
export const killSwitch = endpoint({
  method: 'POST',
  path: '/api/programmatic/partners/kill-switch',
  access: { who: 'user', area: 'settings', level: 'W', transactions: 'own' },
  summary: 'Suspend one partner, all of this tenant, or, for staff, all partners of the platform',
  body: z.strictObject({ scope: z.enum(KILL_SCOPES), partner_id: z._default(z.nullable(id), null) }).check(
    z.refine(({ scope, partner_id }) => (scope === 'partner') === (partner_id !== null), {
      path: ['partner_id'],
      error: 'Required',
    }),
  ),
  answer: z.object({ suspended: int(0, MAX_INT) }),
});

/** What a request may offer it, in the shape of Prebid Server's bidder info. */
export const partnerCapabilities = endpoint({
  method: 'GET',
  path: '/api/programmatic/partners/:id/capabilities',
  access: { who: 'user', area: 'programmatic', level: 'R' },
  summary: 'What a partner can be asked for, and what it still needs to be active',
  params: byId,
  answer: z.object({
    openrtb: z.object({ version: z.literal('2.6'), gzip: z.boolean() }),
    capabilities: z.object({
      dooh: z.object({ mediaTypes: z.array(z.enum(['banner', 'video', 'audio'])) }),
    }),
    currencies: z.array(z.string()),
    /** Of the place of a screen, as far as the tenant lets it leave. */
    place_decimals: int(0, MAX_INT),
    /** Placements that have a mapping it knows them by. */
    screens: int(0, MAX_INT),
    /** Approved creatives that are unchanged. */
    creatives: int(0, MAX_INT),
    missing: z.array(z.enum(['test', 'mapping', 'credentials'])),
  }),
});
