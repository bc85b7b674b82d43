/** Requests of one person about his data, and of another who leaves, and something that was sealed. */
import { uuid7 } from '../../../../shared/random.ts';
import {
  complianceRequests,
  consentRecords,
  policies,
  sealedOriginals,
} from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

const DAY_MS = 86_400_000;
const NONE = '00000000-0000-7000-8000-00000000000f';
/** `received`: of oneself; the others of whoever may be erased: `asked` waits, `begun` is a correction that is being made. */
export type ComplianceRows = Record<
  'received' | 'asked' | 'begun' | 'copy' | 'erasure' | 'draft' | 'deleted' | 'consent',
  string
>;
export const POLICY = {
  kind: 'terms',
  locale: 'en',
  edition: '9.0',
  title: 'Terms of service',
  body: 'Screens are shared.',
  effective_at: '2020-01-01T00:00:00.000Z',
} as const;
export const NO_REQUESTS: ComplianceRows = {
  ...{
    received: NONE,
    asked: NONE,
    begun: NONE,
    copy: NONE,
    erasure: NONE,
    draft: NONE,
    deleted: NONE,
    consent: NONE,
  },
};

export async function addRequests(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  { tenant_id, user_id, leaving }: { tenant_id: string; user_id: string; leaving: string },
): Promise<ComplianceRows> {
  const now = server.clock.now();
  const [received, asked, begun] = [uuid7(now), uuid7(now), uuid7(now)];
  const [copy, erasure] = [uuid7(now), uuid7(now)];
  const common = { tenant_id, created_by: user_id, due_at: new Date(now + 30 * DAY_MS) };
  const own = { ...common, subject_id: user_id, subject_email: 'desk@test.example' };
  const other = {
    ...{ ...common, subject_id: leaving, subject_email: 'leaving@test.example' },
    ...{ state: 'in_progress' as const, verified_at: new Date(now) },
  };
  await db.insert(complianceRequests).values([
    { ...own, id: received, kind: 'object' },
    { ...other, id: asked, kind: 'object', state: 'received', verified_at: null },
    { ...other, id: begun, kind: 'rectify' },
    { ...other, id: copy, kind: 'access' },
    { ...other, id: erasure, kind: 'erasure' },
  ]);
  await db.insert(sealedOriginals).values({
    ...{ id: uuid7(now), tenant_id, record_id: uuid7(now), created_at: new Date(now) },
    ...{ sealed: server.secret.wrap(Buffer.from('{}')), keep_until: new Date(now + 30 * DAY_MS) },
  });
  const [draft, deleted, consent] = [uuid7(now), uuid7(now), uuid7(now)];
  const policy: typeof policies.$inferInsert = {
    ...{ id: draft, tenant_id, created_by: user_id, edition: draft.slice(-12) },
    ...{ kind: POLICY.kind, locale: POLICY.locale, title: POLICY.title, body: POLICY.body },
    effective_at: new Date(POLICY.effective_at),
  };
  await db
    .insert(policies)
    .values([policy, { ...policy, id: deleted, edition: deleted.slice(-12), deleted_at: new Date(now) }]);
  await db.insert(consentRecords).values({
    ...{ id: consent, tenant_id, subject_id: user_id, subject_email: 'desk@test.example' },
    ...{ purpose: 'terms', choice: 'given', text_version: '1.0', created_at: new Date(now) },
  });
  return { received, asked, begun, copy, erasure, draft, deleted, consent };
}
