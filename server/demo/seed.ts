/** Demo data: a small fleet with one user per role, numbered vehicles and bundled media. */
import { join } from 'node:path';
import { isStaff, ROLES } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import { addPlaylist } from '../content/playlists/playlists.ts';
import { publish } from '../content/playlists/publish.ts';
import { ingestFile } from '../content/media/ingest.ts';
import { devices, users } from '../db/schema.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import { ROOT } from '../root.ts';

const MEDIA_DIR = join(ROOT, 'server/demo/media');
const REASON = 'part of the demo';
const MEDIA = [
  { filename: 'tram-28.webp', name: 'Tram 28' },
  { filename: 'waterfront.mp4', name: 'Waterfront drive' },
  { filename: 'night-market.webp', name: 'Night market' },
  { filename: 'museum-pass.webp', name: 'Museum pass' },
];
const CABS = ['1182', '0417', '0933', '1201', '0099', '0765'];
const TZ = 'Europe/Lisbon';
const ITEM_MS = 8_000;

export async function seedDemo(server: Server): Promise<void> {
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const creatives: string[] = [];
  for (const { filename, name } of MEDIA) {
    const path = join(MEDIA_DIR, filename);
    const given = { path, filename, name, tenant_id, user_id: null, approval_reason: REASON };
    creatives.push((await ingestFile(server, given)).creative_id);
  }
  await inTenant(server, { tenant_id, user_id: null }, ctx => insertDemo(ctx, creatives));
}

async function insertDemo(ctx: TransactionContext, creatives: readonly string[]): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const roles = ROLES.filter(role => !isStaff(role));
  const people = roles.map(role => ({
    id: uuid7(now),
    tenant_id,
    email: `${role.replace('_', '-')}@demo.example`,
    role,
    status: 'active' as const,
    tz: TZ,
    demo: true,
  }));
  await tx.insert(users).values(people);
  const driver = people.find(({ role }) => role === 'device_owner')?.id ?? null;
  const items = creatives.map(creative_id => ({
    creative_id,
    duration_ms: ITEM_MS,
    transition: 'none' as const,
    fit: null,
  }));
  const playlist_id = await addPlaylist(ctx, { name: 'City loop', items });
  await tx.insert(devices).values(
    CABS.map((number, i) => ({
      id: uuid7(now),
      tenant_id,
      name: `Cab ${number}`,
      vehicle: number,
      state: 'unpaired',
      tz: TZ,
      playlist_id,
      /** The first belongs to the demo device owner. */
      owner_user_id: i === 0 ? driver : null,
    })),
  );
  await publish(ctx, playlist_id);
}
