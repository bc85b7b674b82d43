/** What may not be written: over somebody else's version, beyond a form, above one's role. */
import { expect, type Page } from '@playwright/test';
import { decideAccess } from '../../../../console/app/guards.ts';
import { allows, cellOf } from '../../../../shared/contract/wire/access.ts';
import { address, type Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import { isStaff, ROLES, type Role } from '../../../../shared/contract/wire/roles.ts';
import { editable, writesOf } from '../../../resources.contract.ts';
import { bodyOf, shapeOf } from '../../../support/console/values.ts';
import { firstPage } from './browse.ts';
import type { Caller } from './caller.ts';
import { field, openRecord, saveForm, WORDS } from './stage.ts';
import type { ListRow, Stage } from './stage.ts';

/** Two tabs, one row: whoever is later is asked which version stands. */
export async function refusesStale(stage: Stage): Promise<void> {
  const { page, api, of } = stage;
  const [row] = (await firstPage(stage, '?limit=1')).items;
  const [{ name } = { name: '' }] = editable(of);
  const other: Page = await page.context().newPage();
  await openRecord(stage, row!.id);
  await openRecord(stage, row!.id, other);
  await field(page, name).fill('Mine, and later');
  await field(other, name).fill('Theirs, and sooner');
  await saveForm(other);
  await other.close();
  await page.locator('form button[type=submit]').click();
  const dialog = page.getByRole('dialog').filter({ hasText: WORDS.conflict.title });
  await expect(dialog).toContainText('Mine, and later');
  await expect(dialog).toContainText('Theirs, and sooner');
  await dialog.getByRole('button', { name: WORDS.conflict.keepMine }).click();
  await expect(dialog).toHaveCount(0);
  const read = of.resource.endpoints.read!;
  const now = await api.read<ListRow>(address(read.path, { id: row!.id }));
  expect(now[name]).toBe('Mine, and later');
}

const ID = '00000000-0000-7000-8000-00000000dead';
const SERVERS_OWN: Record<string, unknown> = {
  ...{ id: ID, tenant_id: ID, created_by: ID, created_at: '2026-01-05T08:00:00.000Z' },
  ...{ version: 9, deleted_at: null, status: 'active', state: 'approved', role: 'owner', no_such_field: 1 },
};

/** Every call that writes takes its own fields and says the name of each other. */
export async function takesNoForeignField(stage: Stage): Promise<void> {
  const [row] = (await firstPage(stage, '?limit=1')).items;
  for (const call of writesOf(stage.of)) {
    const strange = Object.entries(SERVERS_OWN).filter(([name]) => !(name in shapeOf(call.body!)));
    const body = { ...bodyOf(call.body!), ...Object.fromEntries(strange) };
    const { status, text } = await send(stage.api, call, row!, body);
    expect([call.path, status, text]).toEqual([call.path, 400, text]);
    const { details = {} } = JSON.parse(text) as { details?: object };
    expect([call.path, strange.map(([name]) => name).filter(name => !(name in details))]).toEqual([
      call.path,
      [],
    ]);
  }
  const after = (await firstPage(stage, '?limit=1')).items[0];
  expect(after).toMatchObject({ id: row!.id, version: row!.version });
}
const send = (api: Caller, call: Endpoint, row: ListRow, body: object) =>
  api.call(call.method, address(call.path, { id: row.id }), {
    body,
    ...(call.versioned && { version: row.version }),
  });

/** Who is given the page is given its list; who may not write is refused, whatever he sends. */
export async function holdsMatrix(stage: Stage, as: (role: Role) => Promise<Caller>): Promise<void> {
  const { of } = stage;
  const [row] = (await firstPage(stage, '?limit=1')).items;
  const { list } = of.resource.endpoints;
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const role of ROLES) {
    const api = await as(role);
    const opens =
      decideAccess(of.list, { role, hasPortal: true, isOutsideHomeTenant: isStaff(role) }).at === 'open';
    const { status } = await api.call('GET', list.path);
    const isBound = (call: Endpoint) =>
      call.access.who === 'user' && cellOf(role, call.access.area).rule !== null;
    const may = (call: Endpoint) =>
      call.access.who === 'user' && allows(role, call.access.area, call.access.level);
    if (!isBound(list) && role !== 'staff_support') {
      found[`${role} reads`] = status === 200;
      expected[`${role} reads`] = may(list);
      if (opens)
        expect([role, 'opens the page, is refused the list', may(list)]).toEqual([
          role,
          expect.any(String),
          true,
        ]);
    }
    for (const call of writesOf(of)) {
      if (isBound(call) || role === 'staff_support') continue;
      const answer = await send(api, call, row!, { no_such_field: 1 });
      found[`${role} ${call.path}`] = answer.status === 403;
      expected[`${role} ${call.path}`] = !may(call);
    }
  }
  expect(found).toEqual(expected);
}
