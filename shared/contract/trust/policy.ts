/** Legal texts in versions: drafted, published, superseded by the next (contract §9). */
import * as z from 'zod/mini';
import { DOCUMENT_KINDS, POLICY_KINDS } from './legalTexts.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, instant, name, text } from '../wire/wire.ts';

export const POLICY_STATES = ['draft', 'published', 'superseded'] as const;
export type PolicyState = (typeof POLICY_STATES)[number];
export const POLICY_LOCALES = ['en', 'zh'] as const;
const EDITION_MAX = 20;
export const POLICY_BODY_MAX = 60_000;
/** Publishing asks the password anew after so many minutes. */
const REAUTH_MIN = 15;

const editable = {
  /** What people call its version: 2.0, or 2027-01. */
  edition: text(1, EDITION_MAX),
  title: name,
  body: text(1, POLICY_BODY_MAX),
  effective_at: instant,
};
const named = { kind: z.enum(POLICY_KINDS), locale: z.enum(POLICY_LOCALES) };
export const policy = z.object({
  ...common,
  ...named,
  ...editable,
  /** Rows keep what was valid once. */
  edition: z.string(),
  state: z.enum(POLICY_STATES),
  published_at: z.nullable(instant),
});
export type Policy = z.infer<typeof policy>;
export const policyCreate = z.strictObject({ ...named, ...editable });
export const policyPatch = z.partial(z.strictObject(editable));

export const policies = entity({
  path: '/api/compliance/policies',
  bulk: ['delete', 'restore'],
  area: 'compliance',
  row: policy,
  create: policyCreate,
  patch: policyPatch,
  /** A draft alone: people agreed to what was published. */
  removable: true,
  listOptions: {
    sorts: ['effective_at', 'created_at', 'edition'],
    defaultSort: '-effective_at',
    enums: {
      status: { state: POLICY_STATES },
      kind: { kind: POLICY_KINDS },
      locale: { locale: POLICY_LOCALES },
    },
  },
  actions: {
    publish: {
      summary: 'Publish it: from its date on it holds, and the one before is superseded',
      from: ['draft'],
      to: 'published',
      access: { level: 'A', reauth_min: REAUTH_MIN },
      confirm: true,
    },
  },
});

const publicVersion = z.object({ edition: z.string(), effective_at: instant });
export const publicPolicy = endpoint({
  method: 'GET',
  path: '/api/public/policies/:kind',
  access: { who: 'anyone' },
  summary: 'A legal text of the platform as it holds now, or an earlier version of it',
  params: z.object({ kind: z.enum(DOCUMENT_KINDS) }),
  query: z.object({
    locale: z._default(z.enum(POLICY_LOCALES), 'en'),
    /** Left out: the one that holds now. */
    edition: z.optional(text(1, EDITION_MAX)),
  }),
  answer: z.object({
    /** null: none was published, and the template stands. */
    shown: z.nullable(z.object({ ...publicVersion.shape, title: z.string(), body: z.string() })),
    /** All that were ever in force or are announced, the newest first. */
    versions: z.array(publicVersion),
  }),
});
