/** Rules of the access matrix: pure predicates on the principal and the resource. */
export interface RulePrincipal {
  user_id: string;
  home_tenant_id: string;
  tenant_id: string;
  is_signatory: boolean;
}
export interface RuleResource {
  tenant_id?: string | null;
  /** The owner: requester of a ticket, owner of a device, payee of a payout. */
  owner_user_id?: string | null;
  /** Owners of the devices that play it. */
  device_owner_ids?: readonly string[];
  state?: string;
  /** True: a value is requested; false: it is set. */
  is_request?: boolean;
  /** For settings: of the platform or of one tenant. */
  scope?: 'platform' | 'tenant';
}

export const RULES = {
  own: (actor: RulePrincipal, subject: RuleResource) => subject.owner_user_id === actor.user_id,
  own_devices: (actor: RulePrincipal, subject: RuleResource) =>
    subject.device_owner_ids?.includes(actor.user_id) ?? false,
  own_tenant: (actor: RulePrincipal, subject: RuleResource) => subject.tenant_id === actor.home_tenant_id,
  of_tenant: (actor: RulePrincipal, subject: RuleResource) =>
    subject.scope === 'tenant' && subject.tenant_id === actor.tenant_id,
  /** Staff acting as a tenant: only within the tenant they switched to. */
  as_tenant: (actor: RulePrincipal, subject: RuleResource) =>
    actor.tenant_id !== actor.home_tenant_id && subject.tenant_id === actor.tenant_id,
  draft: (_actor: RulePrincipal, subject: RuleResource) => subject.state === 'draft',
  request: (_actor: RulePrincipal, subject: RuleResource) => subject.is_request === true,
  signatory: (actor: RulePrincipal) => actor.is_signatory,
} as const satisfies Record<string, (actor: RulePrincipal, subject: RuleResource) => boolean>;
export type RuleName = keyof typeof RULES;
