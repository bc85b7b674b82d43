/** A small believable fleet for a first look: role names as users, numbered vehicles, media of our own. */
import { join } from 'node:path';
import { ROLES } from '../../shared/contract/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import { publish } from '../content/publish.ts';
import { takeFile } from '../content/take.ts';
import { devices, playlistItems, playlists, users } from '../db/schema.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import type { Network } from '../network/network.ts';
import type { Server } from '../server.ts';

const MEDIA_DIR = join(import.meta.dirname, 'media');
const REASON = 'part of the demo';
const MEDIA = [
  { filename: 'tram-28.webp', name: 'Tram 28' },
  { filename: 'waterfront.mp4', name: 'Waterfront drive' },
  { filename: 'night-market.webp', name: 'Night market' },
  { filename: 'museum-pass.webp', name: 'Museum pass' },
];
const CABS = ['1182', '0417', '0933', '1201', '0099', '0765'];
const TZ = 'Europe/Lisbon';

export async function seedDemo(server: Server, network: Network): Promise<void> {
  const { db, clock } = server;
  const tenant_id = await defaultTenant(db);
  const made = () => uuid7(clock.now());
  const roles = ROLES.filter(role => !role.startsWith('staff_'));
  await db.insert(users).values(
    roles.map(role => ({
      id: made(),
      tenant_id,
      email: `${role.replace('_', '-')}@demo.example`,
      role,
      status: 'active',
      tz: TZ,
      demo: true,
    })),
  );
  const creatives: string[] = [];
  for (const { filename, name } of MEDIA) {
    const path = join(MEDIA_DIR, filename);
    const taken = await takeFile(server, {
      path,
      filename,
      name,
      tenant_id,
      by: null,
      approval_reason: REASON,
    });
    creatives.push(taken.creative_id);
  }
  const playlist_id = made();
  await db.insert(playlists).values({ id: playlist_id, tenant_id, name: 'City loop' });
  await db.insert(playlistItems).values(
    creatives.map((creative_id, position) => ({
      id: made(),
      playlist_id,
      position,
      creative_id,
      duration_ms: 8_000,
    })),
  );
  await db.insert(devices).values(
    CABS.map(number => ({
      id: made(),
      tenant_id,
      name: `Cab ${number}`,
      vehicle: number,
      state: 'unpaired',
      tz: TZ,
      playlist_id,
    })),
  );
  await publish(server, network, { playlist_id, tenant_id, by: null });
}
