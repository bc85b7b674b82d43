/** For each write of the white label and of sub-tenants a body that is taken, on rows of its own. */
import { tenants, whiteLabels } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { word, type Make } from '../making.ts';
import type { World } from '../world.ts';

const COLOURS = { primary: '#7a1f5c', primary_dark: '#f0a8d8', accent: '#1f5fa8', accent_dark: '#7db7ff' };
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LOOK = {
  ...{ app_name: 'Harbour Signs', ...COLOURS, logo_light: PIXEL, logo_dark: PIXEL, player_splash: PIXEL },
  ...{ mail_name: 'Harbour desk', mail_address: 'desk@harbour.example', domain: 'signs.harbour.example' },
};

async function drafted({ test }: World): Promise<number> {
  const { domain, ...draft } = LOOK;
  const id = uuid7(Date.now());
  const row = { id, tenant_id: test.tenant_id, draft, domain, domain_token: 'a1' };
  const [made] = await test.db
    .insert(whiteLabels)
    .values(row)
    .onConflictDoUpdate({ target: whiteLabels.tenant_id, set: { draft, domain, domain_token: 'a1' } })
    .returning();
  return made?.version ?? 1;
}
const onDraft: Make = async world => {
  await drafted(world);
  return { body: {} };
};

const onSubTenant =
  (
    status: 'active' | 'suspended',
    body: Record<string, unknown> = {},
    deleted_at: Date | null = null,
  ): Make =>
  async ({ test }) => {
    const id = uuid7(Date.now());
    const row = { id, name: 'Harbour', slug: `s-${id}`, kind: 'advertiser' as const, status, deleted_at };
    await test.db.insert(tenants).values({ ...row, parent_id: test.tenant_id });
    return { params: { id }, body, version: 1 };
  };
const SUB_TENANT = {
  ...{ name: 'Quay', country: 'PT', tz: 'Europe/Lisbon', currency: 'EUR', portal_business: true },
  limits: { devices: 1, users: 2, storage_gb: 3 },
};

export const WHITE_LABEL_SAMPLES: Record<string, Make> = {
  'PATCH /api/white-label': async world => ({ body: LOOK, version: await drafted(world) }),
  'POST /api/white-label/publish': onDraft,
  'POST /api/white-label/reset': onDraft,
  'POST /api/white-label/verify-domain': onDraft,
  'POST /api/sub-tenants': () =>
    Promise.resolve({ body: { ...SUB_TENANT, slug: `s-${word()}`, kind: 'advertiser' } }),
  'PATCH /api/sub-tenants/:id': onSubTenant('active', SUB_TENANT),
  'DELETE /api/sub-tenants/:id': onSubTenant('active'),
  'POST /api/sub-tenants/:id/restore': onSubTenant('active', {}, new Date()),
  'POST /api/sub-tenants/:id/suspend': onSubTenant('active'),
  'POST /api/sub-tenants/:id/reactivate': onSubTenant('suspended'),
  'POST /api/sub-tenants/:id/archive': onSubTenant('active'),
};
