import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

it('a file of locations is checked as it is chosen, wrong lines are named, and one without faults is imported', async () => {
  const bodies: { csv: string; dry_run: boolean }[] = [];
  const user = person('manager');
  const tenants = [{ id: user.tenant_id, name: 'Fleet', slug: 'fleet', portal_business: true }];
  await openConsole({
    path: '/business/locations',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, {
      'GET /api/auth/me': () => json({ user, tenants }),
      'GET /api/locations': () => listOf([]),
      'POST /api/locations/import': ({ body }) => {
        const { csv, dry_run } = body as { csv: string; dry_run: boolean };
        bodies.push({ csv, dry_run });
        const problems = csv.includes('98,') ? [{ line: 2, field: 'lat', text: 'Must be at most 90' }] : [];
        const wrong_lines = problems.length;
        return json({ lines: 1, imported: dry_run ? 0 : 1, wrong_lines, problems });
      },
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import locations from CSV' });
  const choose = (csv: string) =>
    fireEvent.change(within(dialog).getByLabelText('CSV file'), {
      target: { files: [new File([csv], 'shops.csv', { type: 'text/csv' })] },
    });
  const start = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import' });

  choose('name,lat,lng\nHarbour,98,-9.1\n');
  expect(await within(dialog).findByText('1 line needs a correction. Nothing was imported.')).toBeTruthy();
  expect(within(dialog).getByRole('row', { name: /2 lat .*90/ })).toBeTruthy();
  expect(start().disabled).toBe(true);

  const good = 'name,lat,lng\nHarbour,38.7,-9.1\n';
  choose(good);
  expect(await within(dialog).findByText('1 line is ready.')).toBeTruthy();
  await waitFor(() => expect(start().getAttribute('aria-busy')).toBeNull());
  fireEvent.click(start());
  expect(await screen.findByText('1 location imported')).toBeTruthy();
  expect(bodies.slice(-2)).toEqual([
    { csv: good, dry_run: true },
    { csv: good, dry_run: false },
  ]);
});

it('an import whose answer was lost is sent again as the same one', async () => {
  const keys: (string | null)[] = [];
  const user = person('manager');
  const tenants = [{ id: user.tenant_id, name: 'Fleet', slug: 'fleet', portal_business: true }];
  await openConsole({
    path: '/business/locations',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, {
      'GET /api/auth/me': () => json({ user, tenants }),
      'GET /api/locations': () => listOf([]),
      'POST /api/locations/import': ({ body, headers }) => {
        const { dry_run } = body as { dry_run: boolean };
        if (!dry_run) keys.push(headers.get('idempotency-key'));
        if (!dry_run && keys.length === 1) return json({ error: 'INTERNAL', message: '', details: {} }, 500);
        return json({ lines: 1, imported: dry_run ? 0 : 1, wrong_lines: 0, problems: [] });
      },
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import locations from CSV' });
  const file = new File(['name,lat,lng\nHarbour,38.7,-9.1\n'], 'shops.csv', { type: 'text/csv' });
  fireEvent.change(within(dialog).getByLabelText('CSV file'), { target: { files: [file] } });
  const start = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import' });
  await waitFor(() => expect(start().disabled).toBe(false));
  fireEvent.click(start());
  await waitFor(() => expect(keys).toHaveLength(1));
  /** That it is ready, and that it failed. */
  await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));
  await waitFor(() => expect(start().getAttribute('aria-busy')).toBeNull());
  fireEvent.click(start());
  expect(await screen.findByText('1 location imported')).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
});
