/** A white label that may be published, with a domain that may be looked up. */
import { whiteLabels } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

export async function addWhiteLabel({ db, server }: Pick<TestServer, 'db' | 'server'>, tenant_id: string) {
  const draft = {
    ...{ app_name: 'Harbour Signs', primary: '#7a1f5c', primary_dark: '#f0a8d8' },
    ...{ accent: '#1f5fa8', accent_dark: '#7db7ff', logo_light: null, logo_dark: null, player_splash: null },
    ...{ mail_name: null, mail_address: null },
  };
  const id = uuid7(server.clock.now());
  const domain = { domain: 'signs.harbour.example', domain_token: 'a1b2c3' };
  await db
    .insert(whiteLabels)
    .values({ id, tenant_id, draft, ...domain })
    .onConflictDoNothing();
}
