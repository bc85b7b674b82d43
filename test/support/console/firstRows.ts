/** One row of every listed entity, so that tests can multiply it. */
import { MARCH_FILE } from '../../server/reports/bodies.ts';
import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { COMMAND_LIFE_MS } from '../../../shared/contract/fleet/command.ts';
import { entities } from '../contract.ts';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { allows, type Area } from '../../../shared/contract/wire/access.ts';
import { isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../../server/db/database.ts';
import {
  deviceCommands,
  devices,
  incidentNotes,
  incidents,
  notices,
  tenants,
  users,
  validations,
} from '../../../server/db/schema.ts';
import type { Server } from '../../../server/context/server.ts';
import { makeScreen } from '../device.ts';
import { addPlaylist, call } from '../server/playlist.ts';
import { addPartners } from '../server/rows/programmatic/partnerRows.ts';
import { addBilling } from '../server/rows/sales/billingRows.ts';
import { addMigrations } from '../server/rows/migrationRows.ts';
import { addBudgets } from '../server/rows/sales/budgetRows.ts';
import { addCampaignRows } from '../server/rows/sales/campaignRows.ts';
import { addContracts } from '../server/rows/sales/contractRows.ts';
import { addEarnings } from '../server/rows/sales/earningRows.ts';
import { addCreativeIn } from '../server/rows/submissionRows.ts';
import { addCreative } from '../server/upload.ts';
import { bodyOf } from './values.ts';

export interface Standing {
  app: FastifyInstance;
  server: Server;
  db: Db;
  tenant_id: string;
}
interface By {
  id: string;
  headers: Record<string, string>;
}

/** Roles of a tenant before staff, because queries over one tenant are faster. */
const ROLES = ['manager', 'admin', 'owner', 'device_owner', 'staff_super_admin'] as const satisfies Role[];
/** Who may do most in an area, of those that come near it at all; what stands above tenants is left to staff. */
export function whoMay(
  { area, above = false }: { area: Area; above?: boolean },
  near: (role: Role) => boolean = () => true,
): Role | null {
  const levels = ['A', 'W', 'S', 'R'] as const;
  for (const level of levels) {
    const able = ROLES.filter(role => near(role) && allows(role, area, level));
    const found = above ? able.at(-1) : able[0];
    if (found) return found;
  }
  return null;
}

export interface Person {
  email: string;
  role: Role;
  password_hash: string;
}
/** Staff stand at the platform, all others in the tenant. */
export async function addPeople({ db, tenant_id }: Standing, people: readonly Person[]): Promise<string[]> {
  const [platform] = await db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  const rows = people.map(person => ({
    ...person,
    id: uuid7(Date.now()),
    tenant_id: isStaff(person.role) ? (platform?.id ?? '') : tenant_id,
    status: 'active' as const,
  }));
  await db.insert(users).values(rows);
  return rows.map(row => row.id);
}

/** `ids`: of rows that others may name, by field. */
export async function addFirstRows(at: Standing, manager: By, device_owner: string) {
  const { app, db, tenant_id } = at;
  await db.update(tenants).set({ portal_business: true }).where(eq(tenants.id, tenant_id));
  const screen = makeScreen(at);
  await screen.pair(manager, { name: 'Cab 7001' });
  const creative = await addCreative({ app }, manager, 'picture.jpg');
  const { sha256 } = creative.asset;
  await screen.send([await screen.ledger().play({ id: creative.id, sha256 })]);
  const playlist = await addPlaylist({ app }, manager, [], 'Empty loop');
  const own = { tenant_id, kind: 'tablet', state: 'unpaired' };
  await db.insert(devices).values([
    { ...own, id: uuid7(Date.now()), name: 'Cab 1' },
    { ...own, id: uuid7(Date.now()), name: 'Cab 2', owner_user_id: device_owner },
  ]);
  await db.insert(users).values({
    ...{ tenant_id, id: uuid7(Date.now()), email: 'waits@test.example' },
    ...{ role: 'viewer', status: 'pending_approval' },
  });
  const device = { tenant_id, device_id: screen.id };
  await db.insert(deviceCommands).values({
    ...{ ...device, id: uuid7(Date.now()), kind: 'identify', params: {} },
    expires_at: new Date(Date.now() + COMMAND_LIFE_MS),
  });
  const struck = { tenant_id, kind: 'playback' as const };
  const incident_id = uuid7(Date.now());
  await db.insert(incidents).values({ ...struck, id: incident_id, opened_at: new Date() });
  await db.insert(incidentNotes).values({
    ...{ ...struck, device_id: screen.id, id: uuid7(Date.now()), incident_id },
    ...{ is_seen: false, at: new Date(), detail: 'The item on screen broke' },
  });
  const told = { incident_id, event: 'opened' as const, kind: struck.kind, names: ['Cab 7001'], screens: 1 };
  const since = new Date().toISOString();
  await db
    .insert(notices)
    .values({ tenant_id, id: uuid7(Date.now()), kind: 'now', lines: [{ ...told, since }], emails: 1 });
  await db.insert(validations).values({
    ...{ tenant_id, id: uuid7(Date.now()), creative_id: creative.id, asset_id: creative.asset.id },
    ...{ rule: 'ratio', state: 'warn', measured: 25, most: 2 },
  });
  await db.update(users).set({ is_signatory: true }).where(eq(users.id, manager.id));
  const { invoices } = await addBilling(at, tenant_id);
  const { templates } = await addContracts(at, { tenant_id, party: manager.id });
  const cab = uuid7(Date.now());
  await db.insert(devices).values({ ...own, id: cab, name: 'Cab 3', owner_user_id: device_owner });
  const { payee } = await addEarnings(at, { tenant_id, device_id: cab, owner_user_id: device_owner });
  const budgets = await addBudgets(at, tenant_id);
  await addMigrations(at, { tenant_id, user_id: manager.id });
  const { live } = await addCampaignRows(at, tenant_id, creative.id);
  const draft = await addCreativeIn(at, 'draft', { like: creative.id, user_id: manager.id });
  const selling = await addPartners(at, {
    ...{ tenant_id, creative_id: creative.id, playlist_id: playlist.id },
  });
  return {
    playlist_id: playlist.id,
    /** That may be submitted. */
    creative_id: draft,
    device_id: screen.id,
    /** Of somebody who may sign. */
    user_id: manager.id,
    template_id: templates.published,
    invoice_id: invoices.open,
    campaign_id: live,
    /** A budget that takes what another gives. */
    to_id: budgets.other,
    /** Of somebody who can be paid. */
    owner_user_id: payee,
    /** A partner, and a placement that it does not know. */
    partner_id: selling.partner.active,
    placement_id: selling.placement.free,
    fallback_creative_id: selling.creative_id,
    tenant_id,
  };
}

/** Tenants and sub-tenants share one set of short names. */
const OWN: Readonly<Record<string, object>> = {
  '/api/sub-tenants': { slug: 'below-it' },
  /** It is about one thing alone, and in the currency of that. */
  '/api/programmatic/disputes': { campaign_id: null, partner_id: null, currency: 'EUR' },
  '/api/reports/reconciliations': MARCH_FILE,
};
export const ownSlug = (path: string): object => OWN[path] ?? {};

/** One of each entity that can be made, of what its schema asks for. */
export async function addMade(
  { app }: Standing,
  byFor: (of: { area: Area }) => By,
  ids: Readonly<Record<string, string>>,
) {
  /** Whoever is no staff makes tenants below the one acted in. */
  const below = { parent_id: ids['tenant_id'] ?? '' };
  for (const { create, path, area } of entities) {
    const endpoint: Endpoint | undefined = create;
    if (!endpoint?.body) continue;
    const answer = await call({ app }, byFor({ area }), 'POST', path, {
      payload: {
        ...bodyOf(endpoint.body, { ids: area === 'tenants' ? { ...ids, ...below } : ids }),
        ...ownSlug(path),
      },
    });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
  }
  await addPoliceKey({ app }, byFor({ area: 'police_keys' }));
}

/** A key is made by a call of its own, which shows it. */
async function addPoliceKey(at: Pick<Standing, 'app'>, by: By) {
  const clients = await call(at, by, 'GET', '/api/police/clients');
  const [client] = clients.json<{ items: { id: string }[] }>().items;
  const answer = await call(at, by, 'POST', '/api/police/keys', {
    payload: { client_id: client?.id, label: 'Control room', env: 'test', scopes: ['alerts:create'] },
  });
  if (answer.statusCode !== 200) throw new Error(`the police key: ${answer.statusCode} ${answer.body}`);
}

/** Whether its rows span all tenants. */
export const isAbove = ({ access }: Endpoint) => access.who === 'user' && access.tenants === 'all';
