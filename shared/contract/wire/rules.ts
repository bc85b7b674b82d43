/** What a cell of the matrix may be bound to: pure questions on who acts and what he acts on. */
export interface Actor {
  user_id: string;
  home_tenant_id: string;
  tenant_id: string;
  is_signatory: boolean;
}
export interface Subject {
  tenant_id?: string | null;
  /** Whose it is: the requester of a ticket, the owner of a device, whom a payout is for. */
  owner_user_id?: string | null;
  /** Owners of the devices it plays on. */
  device_owner_ids?: readonly string[];
  state?: string;
  /** What is wanted: to set a value, or to ask for it. */
  is_request?: boolean;
  /** Of settings: the whole platform's or one tenant's. */
  scope?: 'platform' | 'tenant';
}

export const RULES = {
  own: (actor: Actor, subject: Subject) => subject.owner_user_id === actor.user_id,
  own_devices: (actor: Actor, subject: Subject) => subject.device_owner_ids?.includes(actor.user_id) ?? false,
  own_tenant: (actor: Actor, subject: Subject) => subject.tenant_id === actor.home_tenant_id,
  of_tenant: (actor: Actor, subject: Subject) =>
    subject.scope === 'tenant' && subject.tenant_id === actor.tenant_id,
  /** Staff in another's place: within the tenant switched to. */
  as_tenant: (actor: Actor, subject: Subject) =>
    actor.tenant_id !== actor.home_tenant_id && subject.tenant_id === actor.tenant_id,
  draft: (_actor: Actor, subject: Subject) => subject.state === 'draft',
  request: (_actor: Actor, subject: Subject) => subject.is_request === true,
  signatory: (actor: Actor) => actor.is_signatory,
} as const satisfies Record<string, (actor: Actor, subject: Subject) => boolean>;
export type RuleName = keyof typeof RULES;
