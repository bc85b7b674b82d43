/** Every definition of the console, in a browser, over ten thousand rows: nothing here is written for any one of them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type BrowserContext } from '@playwright/test';
import { isStaff, type Role } from '../../../shared/contract/wire/roles.ts';
import { CHECK_NAMES, CHECKS, loadDefinitions, summaryOf } from '../../resources.contract.ts';
import type { CheckName, Definition, Outcome } from '../../resources.contract.ts';
import { survivesAttacks, watch } from './resources/attacks.ts';
import { addressRoundTrip, goesBack, tenThousand } from './resources/browse.ts';
import { callerOf, type Caller } from './resources/caller.ts';
import { exportsItsRows } from './resources/files.ts';
import { cutsNothing, fitsNarrow, isAccessible, worksByKeyboard } from './resources/look.ts';
import { emailOf, signIn, type Stage } from './resources/stage.ts';
import { holdsMatrix, refusesStale, takesNoForeignField } from './resources/writes.ts';
import type { Wanted } from '../support/server/prepare.ts';
import { Wayside } from '../support/server/wayside.ts';

const ROWS = 10_000;
const ROOT = join(import.meta.dirname, '../../..');
const { lists: all, others } = await loadDefinitions();
/** `CONTRACT_ONLY=users,tenants` while one works on them. */
const only = process.env['CONTRACT_ONLY']?.split(',');
const lists = all.filter(({ resource }) => only?.includes(resource.name) ?? true);

let server: Wayside;
const outcomes: Outcome[] = [];
test.beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-many-'));
  const wanted: Wanted = {
    rows: ROWS,
    lists: lists.map(({ resource, role }) => ({
      ...{ email: emailOf(resource.name), role, path: resource.endpoints.list.path },
      many: resource.paging !== 'whole',
    })),
  };
  const args = ['--import', 'tsx', 'test/e2e/support/server/prepare.ts', dir, JSON.stringify(wanted)];
  const prepared = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (prepared.status !== 0) throw new Error(prepared.stderr);
  server = await Wayside.over(dir);
});
test.afterAll(async () => {
  await server.remove();
  rmSync(server.dataDir, { recursive: true, force: true });
  process.stdout.write(
    `\n${summaryOf(
      lists.map(({ resource }) => resource.name),
      outcomes,
    )}\n`,
  );
  if (others.length > 0) process.stdout.write(`Without a list of their own: ${others.join(', ')}\n`);
});

const callers = new Map<Role, Promise<Caller>>();
function as(role: Role): Promise<Caller> {
  const known = callers.get(role) ?? callerOf(server.origin, `${role}@test.example`);
  callers.set(role, known);
  return known;
}

const RUN: Record<CheckName, (stage: Stage) => Promise<void>> = {
  'address round trip': addressRoundTrip,
  Back: goesBack,
  '10,000 rows': stage => tenThousand(stage, ROWS),
  'export = rows': exportsItsRows,
  'stale version': refusesStale,
  'mass assignment': takesNoForeignField,
  matrix: stage => holdsMatrix(stage, as),
  XSS: survivesAttacks,
  'axe × themes × languages': isAccessible,
  keyboard: worksByKeyboard,
  '320 px': fitsNarrow,
  'pseudo-locale': cutsNothing,
};

async function check(stage: Stage, name: CheckName): Promise<void> {
  const definition = stage.of.resource.name;
  const why = CHECKS[name](stage.of);
  if (why !== null) {
    outcomes.push({ definition, check: name, result: 'does not apply', why });
    return;
  }
  await test.step(name, async () => {
    const begun = Date.now();
    try {
      await RUN[name](stage);
      outcomes.push({ definition, check: name, result: 'ok', why: '' });
      if (process.env['CONTRACT_TIMES'])
        process.stdout.write(`${definition} ${name} ${Date.now() - begun} ms\n`);
    } catch (error) {
      outcomes.push({ definition, check: name, result: 'failed', why: String(error).slice(0, 400) });
      expect.soft(null, `${definition}: ${name}: ${String(error)}`).toBe('ok');
    }
  });
}

/** The rows are there, and staff begin at the platform. */
async function actInDefaultTenant(context: BrowserContext, api: Caller) {
  const { tenants } = await api.read<{ tenants: { id: string; slug: string }[] }>('/api/auth/me');
  const id = tenants.find(({ slug }) => slug === 'default-tenant')?.id ?? '';
  await context.addInitScript(tenant => sessionStorage.setItem('acting_tenant', tenant), id);
}

async function story(of: Definition, browser: Browser): Promise<void> {
  const { origin } = server;
  const definition = of.resource.name;
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const heard = await watch(page);
  const email = emailOf(definition);
  const api = await callerOf(origin, email);
  if (isStaff(of.role)) await actInDefaultTenant(context, api);
  await signIn(page, origin, email);
  const stage: Stage = { origin, page, of, api };
  for (const name of CHECK_NAMES) await check(stage, name);
  expect.soft([definition, heard]).toEqual([definition, []]);
  await context.close();
}

test('C5 every definition holds to what every definition is held to', async ({ browser }) => {
  test.setTimeout(840_000);
  for (const of of lists) await test.step(of.resource.name, () => story(of, browser));
});
