/** The principal of a request, known after the access policy of the endpoint was enforced. */
import type { Feature } from '../../shared/contract/identity/settings/features.ts';
import type { PublicJwk } from '../../shared/contract/fleet/jwk.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';

/** Of whose session a token speaks; the database has not been asked. */
export interface SessionClaim {
  user_id: string;
  session_id: string;
}

export type Principal =
  | { kind: 'anyone' }
  | {
      kind: 'user';
      user_id: string;
      email: string;
      session_id: string;
      role: Role;
      is_signatory: boolean;
      home_tenant_id: string;
      /** The tenant of this request: X-Tenant-Id where the role allows it, else the home tenant. */
      tenant_id: string;
      /** That tenant is neither his own nor below it. */
      is_outside: boolean;
      /** ms; when the user last entered his password. */
      authenticated_at: number;
      must_change_password: boolean;
      /** His role requires a second factor, and he has none. */
      must_set_second_factor: boolean;
      /** The tenant, or his own, is suspended: he cannot write. */
      is_read_only: boolean;
      /** What the tenant acted in has switched off. */
      features_off: readonly Feature[];
    }
  | { kind: 'device'; device_id: string; key_id: string; tenant_id: string }
  | { kind: 'new_device'; key_id: string; jwk: PublicJwk }
  | {
      kind: 'police';
      tenant_id: string;
      client_id: string;
      /** Of the row of the key. */
      key_id: string;
    };

export type UserPrincipal = Extract<Principal, { kind: 'user' }>;
export type DevicePrincipal = Extract<Principal, { kind: 'device' }>;
export type PolicePrincipal = Extract<Principal, { kind: 'police' }>;
export type NewDevicePrincipal = Extract<Principal, { kind: 'new_device' }>;
/** The principal type that a handler gets for the `who` of its access policy. */
export type PrincipalOf<W> = W extends 'user'
  ? UserPrincipal
  : W extends 'device'
    ? DevicePrincipal
    : W extends 'new_device'
      ? NewDevicePrincipal
      : W extends 'police'
        ? PolicePrincipal
        : Principal;

export const isCrossTenant = (principal: UserPrincipal) => principal.tenant_id !== principal.home_tenant_id;

/** Throws where the tenant he acts in, or his own, is suspended. */
export function requireWritable({ is_read_only }: Pick<UserPrincipal, 'is_read_only'>): void {
  if (is_read_only)
    throw new AppError('STATE', 'This tenant is suspended: it can be read, not changed.', {
      status: 'suspended',
    });
}
