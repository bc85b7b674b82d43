/** What people agreed to and took back, by the version of the text they saw; the data processing agreement of each tenant. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { ROLES } from '../wire/roles.ts';
import { id, instant, int, MAX_INT, text } from '../wire/wire.ts';

/** `errors`: error reports of a browser. */
export const CONSENT_PURPOSES = ['terms', 'privacy', 'dpa', 'errors'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];
export const CONSENT_CHOICES = ['given', 'withdrawn'] as const;

export const consent = z.object({
  id,
  tenant_id: id,
  created_at: instant,
  /** null: no account yet, or a screen. */
  subject_id: z.nullable(id),
  /** A pseudonym once the person was erased. */
  subject_email: z.nullable(z.string()),
  subject_role: z.nullable(z.enum(ROLES)),
  device_id: z.nullable(id),
  purpose: z.enum(CONSENT_PURPOSES),
  choice: z.enum(CONSENT_CHOICES),
  text_version: z.string(),
});
export type Consent = z.infer<typeof consent>;
export const consents = entity({
  path: '/api/compliance/consents',
  area: 'compliance',
  row: consent,
  listOptions: {
    sorts: ['created_at'],
    defaultSort: '-created_at',
    enums: { choice: { choice: CONSENT_CHOICES }, purpose: { purpose: CONSENT_PURPOSES } },
    ids: ['subject_id'],
    texts: ['text_version'],
  },
});

const count = int(0, MAX_INT);
export const consentCounts = endpoint({
  method: 'GET',
  path: '/api/compliance/consent-counts',
  access: { who: 'user', area: 'compliance', level: 'R' },
  summary: 'How many gave and withdrew their consent, by purpose and version of the text',
  answer: z.object({
    items: z.array(
      z.object({
        purpose: z.enum(CONSENT_PURPOSES),
        text_version: z.string(),
        given: count,
        withdrawn: count,
      }),
    ),
  }),
});

export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/own-privacy-requests/consents',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'Note what one agrees to in this browser, or takes back',
  body: z.strictObject({
    purpose: z.enum(['errors']),
    given: z.boolean(),
    text_version: text(1, 20),
  }),
  answer: consent,
});

export const DPA_STATES = ['accepted', 'outdated', 'missing'] as const;
const dpaStatus = z.object({
  tenant_id: id,
  tenant_name: z.string(),
  state: z.enum(DPA_STATES),
  edition: z.nullable(z.string()),
  accepted_at: z.nullable(instant),
  accepted_by: z.nullable(z.string()),
  accepted_role: z.nullable(z.enum(ROLES)),
});
export type DpaStatus = z.infer<typeof dpaStatus>;
export const dpaStatuses = endpoint({
  method: 'GET',
  path: '/api/compliance/dpa',
  access: { who: 'user', area: 'compliance', level: 'R', tenants: 'all' },
  summary:
    'Which tenant accepted which version of the data processing agreement; staff at home sees all tenants',
  answer: z.object({
    /** What holds now. */
    edition: z.string(),
    items: z.array(dpaStatus),
  }),
});
export const acceptDpa = endpoint({
  method: 'POST',
  path: '/api/compliance/dpa',
  access: { who: 'user', area: 'compliance', level: 'A', tenants: 'all' },
  summary: 'Accept the data processing agreement for one’s own tenant',
  /** The version that was read; another one by now is refused. */
  body: z.strictObject({ edition: text(1, 40) }),
  answer: dpaStatus,
});
