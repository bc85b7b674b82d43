/** What is typed of a partner: its groups stand as choices beside each other and go out as they are in the contract. */
import * as z from 'zod/mini';
import {
  LATE_POLICIES,
  partnerPatch,
  REAL_PARTNER_KINDS,
  type Partner,
} from '../../../shared/contract/programmatic/partner.ts';
import { AUTH_TYPES } from '../../../shared/contract/programmatic/partners/credentials.ts';
import { PLACEMENT_MEDIA } from '../../../shared/contract/programmatic/placement.ts';
import { text, webUrl } from '../../../shared/contract/wire/wire.ts';

const words = {
  ...{ banner: z.boolean(), video: z.boolean(), audio: z.boolean() },
  ...{ nurl: z.boolean(), burl: z.boolean(), lurl: z.boolean(), price_in_lurl: z.boolean() },
  schain_asi: z.nullable(text(1, 253)),
  schain_sid: z.nullable(text(1, 64)),
};
const { media: _m, notices: _n, schain: _s, endpoint_url: _e, ...plain } = partnerPatch.shape;
export const changeSchema = z.partial(
  z.strictObject({ ...plain, ...words, endpoint_url: z.nullable(webUrl) }),
);
type Change = z.infer<typeof changeSchema>;

export const changeFrom = ({ media, notices, schain, ...row }: Partner) => ({
  ...{ name: row.name, endpoint_url: row.endpoint_url, currencies: row.currencies },
  notice_hosts: row.notice_hosts,
  ...media,
  ...notices,
  ...{ mimes: row.mimes, max_duration_s: row.max_duration_s },
  ...{ at: row.at, tmax_ms: row.tmax_ms, qps_limit: row.qps_limit, concurrency: row.concurrency },
  ...{ seats_allow: row.seats_allow, seats_block: row.seats_block },
  ...{ schain_asi: schain?.asi ?? null, schain_sid: schain?.sid ?? null },
  ...{ revenue_share_bps: row.revenue_share_bps, max_lead_s: row.max_lead_s },
  ...{ report_deadline_s: row.report_deadline_s, late_policy: row.late_policy },
  requires_creative_preapproval: row.requires_creative_preapproval,
  ...{ request_gzip: row.request_gzip, accept_gzip: row.accept_gzip, test_mode: row.test_mode },
  ...{ maintainer_email: row.maintainer_email, regions: row.regions, gvl_id: row.gvl_id },
});

/** Of a group of which one field is changed all go out. */
export function changeBody(changed: Change, row: Partner): object {
  const part = <K extends keyof Change>(keys: readonly K[], before: object | null) =>
    keys.some(key => changed[key] !== undefined)
      ? {
          ...before,
          ...Object.fromEntries(
            keys.flatMap(key => (changed[key] === undefined ? [] : [[key, changed[key]]])),
          ),
        }
      : undefined;
  const { schain_asi, schain_sid } = changed;
  const rest = Object.fromEntries(Object.entries(changed).filter(([key]) => !(key in words)));
  const media = part(PLACEMENT_MEDIA, row.media);
  const notices = part(NOTICES, row.notices);
  const isChain = schain_asi !== undefined || schain_sid !== undefined;
  const asi = schain_asi === undefined ? (row.schain?.asi ?? null) : schain_asi;
  const sid = schain_sid === undefined ? (row.schain?.sid ?? null) : schain_sid;
  return {
    ...rest,
    ...(media && { media }),
    ...(notices && { notices }),
    /** The supply chain is named whole or not at all. */
    ...(isChain && { schain: asi === null && sid === null ? null : { asi: asi ?? '', sid: sid ?? '' } }),
  };
}

const NOTICES = ['nurl', 'burl', 'lurl', 'price_in_lurl'] as const;
const NAME = { name: 'name', input: { as: 'text' } } as const;
const CURRENCIES = { name: 'currencies', input: { as: 'tags', max: 10, maxLength: 3 }, hint: true } as const;
const MAINTAINER = {
  name: 'maintainer_email',
  input: { as: 'text', type: 'email', nullable: true },
  hint: true,
} as const;
const TEST_MODE = { name: 'test_mode', input: { as: 'check' }, hint: true } as const;
export const CHANGE_FIELDS = [
  NAME,
  { name: 'endpoint_url', input: { as: 'text', nullable: true }, hint: true },
  { name: 'notice_hosts', input: { as: 'tags', max: 20, maxLength: 253 }, hint: true },
  CURRENCIES,
  { name: 'banner', input: { as: 'check' } },
  { name: 'video', input: { as: 'check' } },
  { name: 'audio', input: { as: 'check' } },
  { name: 'mimes', input: { as: 'tags', maxLength: 50 }, hint: true },
  { name: 'max_duration_s', input: { as: 'duration', unit: 's' } },
  { name: 'at', input: { as: 'number' }, hint: true },
  { name: 'tmax_ms', input: { as: 'number' }, hint: true },
  { name: 'qps_limit', input: { as: 'number' } },
  { name: 'concurrency', input: { as: 'number' } },
  { name: 'seats_allow', input: { as: 'tags', max: 100, maxLength: 64 }, hint: true },
  { name: 'seats_block', input: { as: 'tags', max: 100, maxLength: 64 } },
  { name: 'nurl', input: { as: 'check' } },
  { name: 'burl', input: { as: 'check' }, hint: true },
  { name: 'lurl', input: { as: 'check' } },
  { name: 'price_in_lurl', input: { as: 'check' } },
  { name: 'schain_asi', input: { as: 'text', nullable: true }, hint: true },
  { name: 'schain_sid', input: { as: 'text', nullable: true } },
  { name: 'revenue_share_bps', input: { as: 'percent', scale: 'basis' }, hint: true },
  { name: 'max_lead_s', input: { as: 'duration', unit: 's' }, hint: true },
  { name: 'report_deadline_s', input: { as: 'duration', unit: 's' }, hint: true },
  { name: 'late_policy', input: { as: 'select', options: LATE_POLICIES }, hint: true },
  { name: 'requires_creative_preapproval', input: { as: 'check' }, hint: true },
  { name: 'request_gzip', input: { as: 'check' } },
  { name: 'accept_gzip', input: { as: 'check' } },
  { name: 'regions', input: { as: 'tags', max: 100, maxLength: 2 }, hint: true },
  { name: 'gvl_id', input: { as: 'number', nullable: true }, hint: true },
  TEST_MODE,
  MAINTAINER,
] as const;

/** All else begins with what is usual. */
export const CREATE_FIELDS = [
  NAME,
  { name: 'kind', input: { as: 'select', options: REAL_PARTNER_KINDS } },
  { name: 'endpoint_url', input: { as: 'text' }, hint: true },
  CURRENCIES,
  TEST_MODE,
  MAINTAINER,
] as const;
export const CREDENTIAL_FIELDS = [
  { name: 'type', input: { as: 'select', options: AUTH_TYPES } },
  {
    name: 'name',
    input: { as: 'text', nullable: true },
    hint: true,
    when: { field: 'type', is: ['basic', 'query', 'hmac'] },
  },
  {
    name: 'secret',
    input: { as: 'text', nullable: true },
    hint: true,
    when: { field: 'type', is: ['bearer', 'basic', 'query', 'hmac'] },
  },
] as const;
