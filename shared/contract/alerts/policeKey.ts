/** Keys of partners. A key is shown once, when it is made; the server keeps its SHA-256 (contract §7). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { KEY_SCOPES } from '../wire/access.ts';
import { byId, common, id, instant, int, text } from '../wire/wire.ts';
import { POLICE_REAUTH_MIN } from './policeClient.ts';

/** A test key sends tests and exercises alone. */
export const KEY_ENVS = ['live', 'test'] as const;
/** Stored: active, rotating (a newer one took its place and it ends within a day), revoked. The others follow from the clock. */
export const KEY_STATES = ['active', 'expiring', 'rotating', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];
const MAX_ADDRESSES = 20;
export const MAX_KEY_DAYS = 365;
export const MAX_KEY_RATE = 60;
/** h that the old key is good for beside the new one. */
export const ROTATION_H = 24;
/** days; from then on it is shown as expiring. */
export const EXPIRING_DAYS = 14;

const editable = {
  label: text(3, 80),
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1), z.maxLength(KEY_SCOPES.length)),
  /** Addresses or networks (`198.51.100.0/24`) it may be used from; none: wherever it is. */
  ip_allow: z.array(text(2, 49)).check(z.maxLength(MAX_ADDRESSES)),
  rate_per_min: int(1, MAX_KEY_RATE),
};
export const policeKey = z.object({
  ...common,
  ...editable,
  client_id: id,
  agency: z.string(),
  /** `pk_live_3f9a1c2e`: by which it is known in logs. */
  prefix: z.string(),
  last4: z.string(),
  env: z.enum(KEY_ENVS),
  state: z.enum(KEY_STATES),
  not_before: z.nullable(instant),
  expires_at: instant,
  last_used_at: z.nullable(instant),
  last_used_ip: z.nullable(z.string()),
});
export type PoliceKey = z.infer<typeof policeKey>;

const usable = ['active', 'expiring', 'rotating'] as const;
export const policeKeys = entity({
  path: '/api/police/keys',
  area: 'police_keys',
  access: { reauth_min: POLICE_REAUTH_MIN },
  row: policeKey,
  listOptions: {
    sorts: ['label', 'agency', 'expires_at', 'last_used_at', 'created_at'],
    defaultSort: 'label',
    enums: { status: { state: KEY_STATES }, env: { env: KEY_ENVS } },
    ids: ['client_id'],
  },
  actions: {
    /** At once: the next call with it is refused. */
    revoke: { summary: 'End it for good', from: [...usable], to: 'revoked', confirm: true },
  },
});

const access = { who: 'user', area: 'police_keys', level: 'W', reauth_min: POLICE_REAUTH_MIN } as const;
/** `key` stands in no other answer. */
const shownOnce = z.object({ ...policeKey.shape, key: z.string() });
export const createPoliceKey = endpoint({
  method: 'POST',
  path: '/api/police/keys',
  access,
  summary: 'Make a key and show it, this once',
  showsSecret: true,
  body: z.strictObject({
    ...editable,
    client_id: id,
    ip_allow: z._default(editable.ip_allow, []),
    rate_per_min: z._default(editable.rate_per_min, 30),
    env: z.enum(KEY_ENVS),
    not_before: z._default(z.nullable(instant), null),
    expires_days: z._default(int(1, MAX_KEY_DAYS), MAX_KEY_DAYS),
  }),
  answer: shownOnce,
});
/** The answer is the new key; the old one is good for 24 hours more. */
export const rotatePoliceKey = endpoint({
  method: 'POST',
  path: '/api/police/keys/:id/rotate',
  access,
  summary: 'Make the key that takes its place and show it, this once',
  showsSecret: true,
  params: byId,
  answer: shownOnce,
});

/** Newest first; each stands in the chain of the tenant's audit log, where it is verified. */
export const policeKeyUsage = endpoint({
  method: 'GET',
  path: '/api/police/keys/:id/usage',
  access: { ...access, level: 'R' },
  summary: 'What the key was used for, and what it was refused',
  params: byId,
  answer: z.object({
    items: z.array(
      z.object({
        seq: z.int(),
        at: instant,
        action: z.string(),
        /** Method and address of the call. */
        call: z.nullable(z.string()),
        /** HTTP status of the answer. */
        status: z.nullable(z.int()),
        /** The code of the refusal. */
        error: z.nullable(z.string()),
        /** Of a SCOPE its `details.reason`, else the words of the answer. */
        reason: z.nullable(z.string()),
        /** The number of this refusal among those of its kind within an hour; after the tenth, one in a thousand is written. */
        times: z.nullable(z.int()),
        /** What the partner calls its message. */
        identifier: z.nullable(z.string()),
        ip: z.nullable(z.string()),
        alert_id: z.nullable(id),
        hash: z.string(),
      }),
    ),
  }),
});
