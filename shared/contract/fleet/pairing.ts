import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { publicJwk } from './jwk.ts';
import { head } from '../playout/manifest.ts';
import { byId, id, instant } from '../wire/wire.ts';

/** 31 characters: no 0 O 1 I L. Shown as XXX-XXX, stored without the dash. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 6;
export const formatPairingCode = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;

const state = z.discriminatedUnion('state', [
  z.object({ state: z.literal('issued'), code: z.string(), expires_at: instant }),
  z.object({ state: z.literal('expired') }),
  z.object({
    state: z.literal('claimed'),
    device_id: id,
    key_id: z.string(),
    tenant: z.object({ name: z.string() }),
    /** The key that signs manifest heads; the player pins it. */
    server_key: publicJwk,
    /** The manifest head and its documents, to save requests; missing where there is no head yet. */
    plan: z.optional(z.object({ head, documents: z.array(z.string()) })),
  }),
]);
export type PairingState = z.infer<typeof state>;

/** Signed by the new key; X-Device is `pairing.<key_id>`. */
export const startPairing = endpoint({
  method: 'POST',
  path: '/api/player/pairing',
  access: { who: 'new_device' },
  summary: 'Ask for a pairing code',
  limit: 'pairing_codes',
  body: z.strictObject({
    jwk: publicJwk,
    facts: z.strictObject({
      app_version: z.string().check(z.maxLength(40)),
      resolution: z.string().check(z.maxLength(20)),
      user_agent: z.string().check(z.maxLength(400)),
      tz: z.string().check(z.maxLength(60)),
    }),
  }),
  /** `now`: the pairing's state; a known key is claimed at once. */
  answer: z.object({ id, code: z.string(), expires_at: instant, server_ms: z.number(), now: state }),
});

export const pairingState = endpoint({
  method: 'GET',
  path: '/api/player/pairing/:id',
  access: { who: 'new_device' },
  summary: 'Has the code been claimed?',
  params: byId,
  answer: state,
});
