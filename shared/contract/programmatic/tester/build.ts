/** The bid request we would send, built of values given by hand (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { currency, int, MAX_INT, text } from '../../wire/wire.ts';
import { PATH, tool } from './openrtb.ts';

const MEDIA = ['banner', 'video', 'audio'] as const;
const side = int(1, 16_384);
const named = text(1, 120);
const micros = int(0, 1_000_000_000_000);
const price = z.strictObject({ micros, currency });
const codes = z._default(z.array(text(1, 64)).check(z.maxLength(100)), []);
const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
const FLOOR_MODES = ['cpm', 'cpm_per_sec', 'durfloors'] as const;
const buildDeal = z.strictObject({
  deal_code: text(1, 64),
  at: z._default(z.nullable(int(1, MAX_INT)), null),
  guar: z._default(z.boolean(), false),
  private_auction: z._default(z.boolean(), false),
  floor: z.strictObject({
    mode: z.enum(FLOOR_MODES),
    amount_micros: z._default(z.nullable(micros), null),
    currency,
  }),
  durfloors: z._default(
    z
      .array(
        z.strictObject({
          mindur: z._default(z.nullable(int(0, 3_600)), null),
          maxdur: z._default(z.nullable(int(0, 3_600)), null),
          floor_micros: micros,
        }),
      )
      .check(z.maxLength(20)),
    [],
  ),
  wseat: codes,
  wadomain: codes,
});
/** Values as they are: a page fills them from a placement, and shows what it filled in. */
export const buildOpenrtb = endpoint({
  ...tool,
  path: `${PATH}/build`,
  summary: 'The bid request we would send for a spot with these values',
  body: z.strictObject({
    placement: z.strictObject({
      code: named,
      screen_id: named,
      name: z._default(text(0, 120), ''),
      w: side,
      h: side,
      ppi: z._default(z.nullable(int(1, 2_000)), null),
      media: z._default(z.array(z.enum(MEDIA)).check(z.minLength(1)), ['banner', 'video']),
      mimes: z._default(z.array(text(3, 100)).check(z.minLength(1), z.maxLength(20)), [
        'image/jpeg',
        'image/png',
        'video/mp4',
      ]),
      spot_len_s: z._default(z.array(int(1, 300)).check(z.minLength(1), z.maxLength(10)), [10]),
      allow_audio: z._default(z.boolean(), false),
      boxing_allowed: z._default(z.boolean(), true),
      venuetypetax: z._default(int(0, 5), 5),
      venuetype: z._default(z.array(text(1, 20)).check(z.minLength(1), z.maxLength(20)), ['103']),
      /** Impressions of one play; four decimals count. */
      multiplier: z._default(z.number().check(z.gt(0), z.maximum(10_000)), 1),
      sourcetype: z._default(z.literal([0, 1, 2, 3]), 0),
      vendor: z._default(z.nullable(text(1, 120)), null),
    }),
    /** Seconds from now until the spot is planned to play, and from now until its last report. */
    lead_s: z._default(int(1, 86_400), 900),
    exp_s: z._default(int(1, 604_800), 4_500),
    position: z._default(
      z.nullable(
        z.strictObject({
          lat: degrees(90),
          lon: degrees(180),
          accuracy_m: z._default(z.nullable(int(0, 100_000)), null),
          age_s: z._default(z.nullable(int(0, 86_400)), null),
          country: z._default(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))), null),
        }),
      ),
      null,
    ),
    partner: z.strictObject({
      at: z._default(int(1, MAX_INT), 1),
      tmax_ms: z._default(int(50, 10_000), 300),
      currencies: z.array(currency).check(z.minLength(1), z.maxLength(20)),
      seats_allow: codes,
      seats_block: codes,
      schain: z._default(z.nullable(z.strictObject({ asi: named, sid: text(1, 64) })), null),
    }),
    floor: price,
    deals: z._default(z.array(buildDeal).check(z.maxLength(20)), []),
    publisher: z.strictObject({ id: named, name: named, domain: named }),
    bcat: codes,
    badv: codes,
  }),
  answer: z.object({ request: z.record(z.string(), z.unknown()) }),
});
