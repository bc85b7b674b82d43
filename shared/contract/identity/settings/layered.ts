/** Sections of settings that have a default of the platform: a tenant's own value may be given back by setting null. */
import * as z from 'zod/mini';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MAX_VIDEO_MS } from '../../content/media.ts';
import { countingRuleValues, DEFAULT_COUNTING_RULE, type CountingRule } from '../../proof/countingRule.ts';
import { int, MAX_INT } from '../../wire/wire.ts';
import { tenantPatch } from '../tenant.ts';
import { settingsEndpoints } from './endpoints.ts';
import { FEATURES, type Feature } from './features.ts';
import { ORIGINS, type Rule } from './origin.ts';

const MB = 1_000_000;
const MIN_VIDEO_S = 3;
const MAX_STORAGE_GB = 1_000_000;
const MIN_IDLE_MIN = 30;
/** Of latitude and longitude: 3 is about 100 metres, 2 about a kilometre. */
const MAX_PLACE_DECIMALS = 3;
const USUAL_PLACE_DECIMALS = 2;
export const SESSION_DAYS = 30;
const SESSION_H = SESSION_DAYS * 24;
const SESSION_MIN = SESSION_H * 60;

export const TAKEN_MEDIA = ['images_and_videos', 'images', 'videos'] as const;
export type TakenMedia = (typeof TAKEN_MEDIA)[number];
/** The last two are the platform's alone: no tenant may change them. */
export const SWITCHES = ['on', 'off', 'always_on', 'always_off'] as const;
export type Switch = (typeof SWITCHES)[number];
export const isFixed = (value: Switch) => value === 'always_on' || value === 'always_off';
export const isOn = (value: Switch) => value === 'on' || value === 'always_on';

const uploadValues = {
  image_mb: int(1, MAX_IMAGE_BYTES / MB),
  video_mb: int(1, MAX_VIDEO_BYTES / MB),
  video_s: int(MIN_VIDEO_S, MAX_VIDEO_MS / 1_000),
  media_taken: z.enum(TAKEN_MEDIA),
  /** A warning, not a limit; 0: none. */
  storage_warn_gb: int(0, MAX_STORAGE_GB),
};
const sessionValues = {
  /** From the sign-in on. */
  session_max_h: int(1, SESSION_H),
  /** From the last renewal on, which happens every 15 minutes while the console is in use. */
  session_idle_min: int(MIN_IDLE_MIN, SESSION_MIN),
};
const aSwitch = z.enum(SWITCHES);
const flagValues = {
  programmatic: aSwitch,
  content_feeds: aSwitch,
  data_migration: aSwitch,
} satisfies Record<Feature, typeof aSwitch>;

const bidRequestValues = { place_decimals: int(0, MAX_PLACE_DECIMALS) };

const uploadSettings = z.object(uploadValues);
const sessionSettings = z.object(sessionValues);
const bidRequestSettings = z.object(bidRequestValues);
const flagSettings = z.object(flagValues);
export type UploadSettings = z.infer<typeof uploadSettings>;
export type SessionSettings = z.infer<typeof sessionSettings>;
export type BidRequestSettings = z.infer<typeof bidRequestSettings>;
export type FlagSettings = z.infer<typeof flagSettings>;

const least = (own: number, above: number) => Math.min(own, above);
export const UPLOAD_RULES: { [K in keyof UploadSettings]: Rule<UploadSettings[K]> } = {
  image_mb: { product: MAX_IMAGE_BYTES / MB, narrow: least },
  video_mb: { product: MAX_VIDEO_BYTES / MB, narrow: least },
  video_s: { product: MAX_VIDEO_MS / 1_000, narrow: least },
  media_taken: {
    product: 'images_and_videos',
    narrow: (own, above) => (above === 'images_and_videos' ? own : above),
  },
  storage_warn_gb: { product: 0 },
};
export const SESSION_RULES: { [K in keyof SessionSettings]: Rule<SessionSettings[K]> } = {
  session_max_h: { product: SESSION_H, narrow: least },
  session_idle_min: { product: SESSION_MIN, narrow: least },
};
export const COUNTING_RULES: { [K in keyof CountingRule]: Rule<CountingRule[K]> } = {
  min_completion_pct: { product: DEFAULT_COUNTING_RULE.min_completion_pct },
  min_visible_pct: { product: DEFAULT_COUNTING_RULE.min_visible_pct },
};
export const BID_REQUEST_RULES: { [K in keyof BidRequestSettings]: Rule<BidRequestSettings[K]> } = {
  place_decimals: { product: USUAL_PLACE_DECIMALS, narrow: least },
};
const flag: Rule<Switch> = {
  product: 'on',
  narrow(own, above) {
    if (isFixed(above)) return above;
    return isOn(own) ? 'on' : 'off';
  },
};
export const FLAG_RULES = Object.fromEntries(FEATURES.map(name => [name, flag])) as Record<
  Feature,
  Rule<Switch>
>;

type Values = Record<string, z.ZodMiniType>;
type Nullable<S extends Values> = { [K in keyof S]: z.ZodMiniNullable<S[K]> };
const nullable = <S extends Values>(values: S) =>
  Object.fromEntries(
    Object.entries(values).map(([name, schema]) => [name, z.nullable(schema)]),
  ) as unknown as Nullable<S>;
const anOrigin = z.enum(ORIGINS);
const originsOf = <S extends Values>(values: S) =>
  z.object(
    Object.fromEntries(Object.keys(values).map(name => [name, anOrigin])) as {
      [K in keyof S]: typeof anOrigin;
    },
  );

/** `values` have a default of the platform, `own` are the tenant's alone. */
function layered<const P extends string, S extends Values, O extends z.core.$ZodShape>(
  path: P,
  values: S,
  own: O,
) {
  const fields = { ...own, ...nullable(values) };
  const answer = z.object({
    ...fields,
    /** What holds now. */
    effective: z.object(values),
    origins: originsOf(values),
    /** What would hold without the tenant's own values. */
    inherited: z.object(values),
    /** Of the platform itself, or of one tenant. */
    scope: z.enum(['platform', 'tenant']),
    version: int(1, MAX_INT),
  });
  return settingsEndpoints({
    ...{ path, area: 'settings', answer },
    body: z.partial(z.strictObject(fields)),
    note: '; null gives a value back to the platform',
  });
}

const { open_signup, require_second_factor_roles } = tenantPatch.shape;
export const uploads = layered('/api/settings/uploads', uploadValues, {});
export const security = layered('/api/settings/security', sessionValues, {
  open_signup,
  require_second_factor_roles,
});
/** Which plays count; a change holds for plays that are received after it. */
export const counting = layered('/api/settings/counting', countingRuleValues, {});
/** What requests to partners say of a screen. */
export const bidRequests = layered('/api/settings/bid-requests', bidRequestValues, {});
export const flags = layered('/api/settings/flags', flagValues, {});
