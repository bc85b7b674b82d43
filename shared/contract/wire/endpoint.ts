/** The definition of an endpoint. Each is a single export, so that bundles contain only endpoints they use. */
import type * as z from 'zod/mini';
import type { Area, KeyScope, Level } from './access.ts';
import type { LimitName } from './limits.ts';

export type Schema = z.core.$ZodType;

/** Access policy: anybody, this machine, a signed-in user by area and level, a paired or a new player, a partner. */
export type Access =
  | { who: 'anyone' }
  | { who: 'loopback' }
  | {
      who: 'user';
      area: Area;
      level: Level;
      /** Spans all tenants. */
      tenants?: 'all';
      /** In another tenant only staff may call it; `tree`: those whose own tenant stands above it, too. */
      crossing?: 'staff' | 'tree';
      /** Requires that the password was entered within so many minutes. */
      reauth_min?: number;
      /** The handler opens transactions itself, because it streams or waits. */
      transactions?: 'own';
    }
  | { who: 'device' }
  | { who: 'new_device' }
  | { who: 'device_or_link' }
  /** A partner, by a key with this scope or one of these. */
  | { who: 'police'; scope: KeyScope | readonly KeyScope[] };

export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  A extends Schema | 'bytes' | 'text' | undefined = Schema | 'bytes' | 'text' | undefined,
  X extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's form: `/api/devices/:id`. */
  path: string;
  access: X;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Undefined: 204 without a body. */
  answer?: A;
  /** A write by its method alone: it changes nothing, so that a suspended tenant may call it. */
  changesNothing?: true;
  /** Requires `If-Match: "<version>"`; `optional`: holds to it where it is sent. */
  versioned?: boolean | 'optional';
  /** The field of the body that is a new password: where only it is wrong, the answer is WEAK_PASSWORD. */
  newPassword?: string;
  /** Rate limit; unlimited where unset. */
  limit?: LimitName;
  /** The answer contains a secret: it is shown once and not stored for idempotent replay. */
  showsSecret?: boolean;
  /** Maximum bytes of the body; default 1 MiB, of callers whom nobody knows 64 KiB. */
  bodyLimit?: number;
  /** Types of a body that is a document of its own and none of ours; read as bytes. */
  documents?: readonly string[];
  /** Accepts gzip bodies (at most `bodyLimit` when unpacked) and answers with gzip where the client accepts it. */
  gzip?: boolean;
}

type Out<S> = S extends Schema ? z.infer<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;

export type Params<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A, infer _X> ? Out<P> : never;
export type Query<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A, infer _X> ? Out<Q> : never;
export type Body<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A, infer _X> ? Out<B> : never;
export type BodyInput<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _A, infer _X> ? In<B> : never;
export type QueryInput<E> =
  E extends Endpoint<infer _P, infer Q, infer _B, infer _A, infer _X> ? In<Q> : never;
export type Answer<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A, infer _X>
    ? A extends 'bytes' | 'text'
      ? Response
      : Out<A>
    : never;

export const endpoint = <
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends Schema | 'bytes' | 'text' | undefined = undefined,
  const X extends Access = Access,
>(
  e: Endpoint<P, Q, B, A, X>,
) => e;

/** Contract §0: writes under this path carry no idempotency key. */
export const isKeyless = (path: string) => path.startsWith('/api/auth/');

export const TENANT_HEADER = 'x-tenant-id';
/** Called in one's own tenant, whichever one acts in: staff price the plans of the platform. */
export const HOME_PATH = '/api/plans';

/** Builds a URL: `/api/devices/:id` + `{id}` + `{q}` → `/api/devices/…?q=…`. Null and undefined values are left out. */
export function address(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(/:([a-z_0-9]+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query as Record<string, unknown>))
    if (value !== undefined && value !== null) search.set(key, `${value as string | number | boolean}`);
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}
