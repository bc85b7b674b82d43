/** A server in this process on loopback with its own empty database, and users to call it as. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/context/config.ts';
import { buildApp } from '../../server/app/app.ts';
import { defaultTenant, firstRun } from '../../server/identity/firstRun.ts';
import { hashPassword } from '../../server/identity/passwords/passwords.ts';
import { openServer } from '../../server/app/open.ts';
import type { PartnerCalls } from '../../server/programmatic/calls/callPartner.ts';
import { users } from '../../server/db/schema.ts';
import { uuid7 } from '../../shared/random.ts';

const PASSWORD = 'Own-password-1';
const SOCKETS = 128;

interface BenchOptions {
  /** PostgreSQL; left out: the embedded engine. */
  databaseUrl?: string;
  partnerCalls?: PartnerCalls;
}
export async function startBench({ databaseUrl, partnerCalls }: BenchOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wayside-bench-'));
  const flags = ['--demo', 'off', '--data', dataDir, '--port', '0'];
  const config = { ...readConfig(flags, { DATABASE_URL: databaseUrl }), logLevel: 'silent' as const };
  const { server, network, database } = await openServer(config, { ...(partnerCalls && { partnerCalls }) });
  await firstRun(server);
  const app = await buildApp(server, network);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });

  return {
    ...{ app, server, database, tenant_id, port, dataDir },
    /** The headers of a new administrator. */
    async signIn(): Promise<Record<string, string>> {
      const id = uuid7(Date.now());
      const email = `${id}@test.example`;
      const password_hash = await hashPassword(PASSWORD);
      await database.db
        .insert(users)
        .values({ id, tenant_id, email, role: 'admin', status: 'active', password_hash });
      const payload = { email, password: PASSWORD };
      const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
      const { tokens } = login.json<{ tokens: { access_token: string } }>();
      return { authorization: `Bearer ${tokens.access_token}`, 'x-tenant-id': tenant_id };
    },
    /** The status of the answer, once all of it is there. */
    get: (path: string, headers: Record<string, string> = {}, at = port) =>
      new Promise<number>((done, fail) => {
        const sent = request({ host: '127.0.0.1', port: at, path, headers, agent }, answer =>
          answer.resume().on('end', () => done(answer.statusCode ?? 0)),
        );
        sent.on('error', fail).end();
      }),
    async close() {
      agent.destroy();
      await app.close();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
