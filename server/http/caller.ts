/** Who is asking, once the access policy of the endpoint has been met. */
import type { PublicJwk } from '../../shared/contract/fleet/jwk.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';

export type Caller =
  | { kind: 'anyone' }
  | {
      kind: 'user';
      user_id: string;
      email: string;
      session_id: string;
      role: Role;
      is_signatory: boolean;
      home_tenant_id: string;
      /** The tenant this request acts in: X-Tenant-Id where the role may, else his own. */
      tenant_id: string;
      /** ms; when he last said his password. */
      authenticated_at: number;
      must_change_password: boolean;
      /** The tenant acted in is suspended or archived: its own people write nothing. */
      is_read_only: boolean;
    }
  | { kind: 'device'; device_id: string; key_id: string; tenant_id: string }
  | { kind: 'new_device'; key_id: string; jwk: PublicJwk };

export type UserCaller = Extract<Caller, { kind: 'user' }>;
export type DeviceCaller = Extract<Caller, { kind: 'device' }>;
export type NewDeviceCaller = Extract<Caller, { kind: 'new_device' }>;
/** What `who` of an access policy promises the handler. */
export type CallerOf<W> = W extends 'user'
  ? UserCaller
  : W extends 'device'
    ? DeviceCaller
    : W extends 'new_device'
      ? NewDeviceCaller
      : Caller;

export const isCrossing = (caller: UserCaller) => caller.tenant_id !== caller.home_tenant_id;
