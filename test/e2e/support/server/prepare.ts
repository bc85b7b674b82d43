/** `prepare.ts <data directory> <lists>`: a database with ten thousand rows behind each list, before the server starts. */
import { systemClock } from '../../../../shared/clock.ts';
import type { Area } from '../../../../shared/contract/wire/access.ts';
import { ROLES, type Role } from '../../../../shared/contract/wire/roles.ts';
import { readConfig } from '../../../../server/context/config.ts';
import { seedDemo } from '../../../../server/demo/seed.ts';
import { buildApp } from '../../../../server/app/app.ts';
import { defaultTenant, firstRun } from '../../../../server/identity/firstRun.ts';
import { hashPassword } from '../../../../server/identity/passwords/passwords.ts';
import { openServer } from '../../../../server/app/open.ts';
import { contentFeeds, submissions } from '../../../../server/db/schema.ts';
import { cloneRow } from '../../../support/server/clone.ts';
import {
  addFirstRows,
  addMade,
  addPeople,
  whoMay,
  type Standing,
} from '../../../support/console/firstRows.ts';
import { namingWrites } from '../../../support/server/naming.ts';
import { OWN_PASSWORD } from './api.ts';

/** Input of the test: each list with the user who must find the rows in it. */
export interface Wanted {
  rows: number;
  /** `many`: it comes in pages. */
  lists: readonly { email: string; role: Role; path: string; many: boolean }[];
}

const [dataDir = '', asked = ''] = process.argv.slice(2);
const { lists, rows } = JSON.parse(asked) as Wanted;
const config = {
  ...readConfig(['--demo', 'static', '--data', dataDir, '--port', '0'], {}),
  logLevel: 'silent',
};
const { server, network, database } = await openServer(config, { clock: systemClock });
await firstRun(server);
await seedDemo(server, network, 0);
const app = namingWrites(await buildApp(server, network));
const tenant_id = await defaultTenant(server.tenantTransactions);
const at: Standing = { app, server, db: database.db, tenant_id };

const password_hash = await hashPassword(OWN_PASSWORD);
const everyRole = ROLES.map(role => ({ email: `${role}@test.example`, role, password_hash }));
const people = [...everyRole, ...lists.map(({ email, role }) => ({ email, role, password_hash }))];
const ids = await addPeople(at, people);
const idOf = (email: string) => ids[people.findIndex(person => person.email === email)] ?? '';

let addresses = 0;
async function signIn(email: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: OWN_PASSWORD },
    remoteAddress: `10.1.${++addresses}.1`,
  });
  const { tokens } = answer.json<{ tokens: { access_token: string } }>();
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'x-tenant-id': tenant_id };
  return { id: idOf(email), headers };
}
const signedIn = new Map<Role, Awaited<ReturnType<typeof signIn>>>();
for (const role of ROLES) signedIn.set(role, await signIn(`${role}@test.example`));
const byFor = (of: { area: Area }) => signedIn.get(whoMay(of) ?? 'staff_super_admin')!;
const deviceOwner = lists.find(({ role }) => role === 'device_owner')?.email ?? 'device_owner@test.example';
const known = await addFirstRows(at, signedIn.get('manager')!, idOf(deviceOwner));
await addMade(at, byFor, known);
/** Nothing outside this machine is read. */
await database.db.update(contentFeeds).set({ state: 'paused' });
/** One's own submissions are seen by nobody else. */
const submitter = lists.find(({ path }) => path === '/api/own-submissions')?.email;
if (submitter !== undefined) await database.db.update(submissions).set({ created_by: idOf(submitter) });

for (const { path, email, many } of lists) {
  if (!many) continue;
  const { headers } = await signIn(email);
  const answer = await app.inject({ url: `${path}?limit=100`, headers });
  const { items = [] } = answer.json<{ items?: { id: string }[] }>();
  /** What refers to least. */
  const plain = items.reduce<{ id: string } | null>(
    (least, item) => (least && JSON.stringify(least).length <= JSON.stringify(item).length ? least : item),
    null,
  );
  if (!plain) throw new Error(`${path} shows ${email} no row to begin with: ${answer.body.slice(0, 300)}`);
  await cloneRow(database.db, plain.id, rows);
}
await app.close();
await server.close();
