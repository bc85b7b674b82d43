/** Creative mappings: which of our creatives a partner's `crid` is, and what we decided of it (contract §5, AdCOM). */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, id, instant, int, sha256, text, webUrl } from '../wire/wire.ts';

/** In the order of AdCOM's audit status, 1 to 6. */
export const AUDIT_STATES = ['pending', 'pre_approved', 'approved', 'denied', 'changed', 'expired'] as const;
export type AuditState = (typeof AUDIT_STATES)[number];
export const auditStatusOf = (state: AuditState) => AUDIT_STATES.indexOf(state) + 1;
const MAX_LIST = 20;
const MAX_ATTR = 500;
export const adomains = z
  .array(z.string().check(z.regex(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, 'A domain like example.org')))
  .check(z.maxLength(MAX_LIST));
export const crid = text(1, 255);
const REASON_MAX = 500;

const editable = {
  /** Ours, whose approved file is shown; null: nothing is shown yet. */
  creative_id: z.nullable(id),
  adomain: adomains,
  cat: z.array(text(1, 20)).check(z.maxLength(MAX_LIST)),
  /** AdCOM creative attributes. */
  attr: z.array(int(1, MAX_ATTR)).check(z.maxLength(MAX_LIST)),
  source_url: z.nullable(webUrl),
  /** From then on it is expired. */
  expires_at: z.nullable(instant),
};
export const creativeMapping = z.object({
  ...common,
  ...editable,
  partner_id: id,
  crid: z.string(),
  /** Of the file of our creative. */
  mime: z.nullable(z.string()),
  w: z.nullable(z.int()),
  h: z.nullable(z.int()),
  dur_s: z.nullable(z.number()),
  /** Of the approved file, frozen by the decision; another file means `changed`. */
  sha256: z.nullable(sha256),
  state: z.enum(AUDIT_STATES),
  /** The number of `state` in AdCOM. */
  audit_status: int(1, AUDIT_STATES.length),
  audited_by: z.nullable(id),
  reject_reason: z.nullable(z.string()),
  partner_name: z.string(),
  creative_name: z.nullable(z.string()),
});
export type CreativeMapping = z.infer<typeof creativeMapping>;

export const creativeMappingCreate = z.strictObject({
  ...editable,
  partner_id: id,
  crid,
  creative_id: z._default(editable.creative_id, null),
  adomain: z._default(editable.adomain, []),
  cat: z._default(editable.cat, []),
  attr: z._default(editable.attr, []),
  source_url: z._default(editable.source_url, null),
  expires_at: z._default(editable.expires_at, null),
});
export const creativeMappingPatch = z.partial(z.strictObject(editable));
const decides = { area: 'submissions', level: 'A' } as const;

export const creativeMappings = entity({
  path: '/api/programmatic/creative-mappings',
  bulk: ['delete', 'restore'],
  area: 'programmatic',
  row: creativeMapping,
  create: creativeMappingCreate,
  patch: creativeMappingPatch,
  removable: true,
  listOptions: {
    sorts: ['crid', 'partner_name', 'state', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: { status: { state: AUDIT_STATES } },
    ids: ['partner_id', 'creative_id'],
  },
  actions: {
    /** 422 RULE without an approved creative. */
    approve: {
      summary: 'Allow exactly the file that its creative has now',
      from: ['pending', 'pre_approved', 'denied', 'changed', 'expired'],
      to: 'approved',
      access: decides,
      confirm: true,
    },
    deny: {
      summary: 'Refuse it, and tell the partner why',
      from: ['pending', 'pre_approved', 'approved', 'changed', 'expired'],
      to: 'denied',
      access: decides,
      body: z.strictObject({ reason: text(3, REASON_MAX) }),
    },
    recheck: {
      summary: 'Look at it again',
      from: ['approved', 'denied', 'changed', 'expired'],
      to: 'pending',
      access: decides,
    },
  },
});
