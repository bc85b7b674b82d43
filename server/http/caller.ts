/** Who is asking, once the access policy of the endpoint has been met. */
import type { Role } from '../../shared/contract/roles.ts';
import type { PublicJwk } from '../../shared/contract/pairing.ts';

export type Caller =
  | { kind: 'anyone' }
  | {
      kind: 'user';
      user_id: string;
      session_id: string;
      role: Role;
      home_tenant_id: string;
      /** The tenant this request acts in: X-Tenant-Id where the role may, else his own. */
      tenant_id: string;
      must_change_password: boolean;
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
