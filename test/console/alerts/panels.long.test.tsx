/** What the API says of keys, feeds and imported alerts stands on their pages. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { policeKeyUsage } from '../../../shared/contract/alerts/policeKey.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { AT, common, draft, REACH } from './alertPages.ts';

afterEach(cleanup);

const open = (role: Role, path: string, answers: Answers) =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(person(role), answers) });

const KEY = {
  ...common,
  ...{ label: 'Control room', scopes: ['alerts:create'], ip_allow: [], rate_per_min: 30 },
  ...{ client_id: idOf(2), agency: 'City police', prefix: 'pk_live_3f9a1c2e', last4: '77aa', env: 'live' },
  ...{ state: 'active', not_before: null, expires_at: AT, last_used_at: null, last_used_ip: null },
};
const CLIENT = {
  ...common,
  ...{ id: idOf(2), agency: 'City police', contact: 'ops@police.example', max_priority: 1, state: 'active' },
  ...{ keys: 1, jurisdiction: { areas: [], geocodes: [{ name: 'CITY', value: 'RIVERSIDE' }] } },
};

it('the use of a key names the call, the message, why it was refused and how often', async () => {
  const use = { seq: 1, at: AT, call: 'POST /api/police/v1/alerts', ip: '203.0.113.7', hash: 'a1' };
  const items: Answer<typeof policeKeyUsage>['items'] = [
    {
      ...{
        ...use,
        seq: 2,
        action: 'police.keys.refuse',
        status: 403,
        error: 'SCOPE',
        reason: 'jurisdiction',
      },
      ...{ times: 3, identifier: 'harbour-17', alert_id: null },
    },
    {
      ...{ ...use, action: 'police.keys.use', status: 200, error: null, reason: null, times: null },
      ...{ identifier: 'harbour-16', alert_id: idOf(9) },
    },
  ];
  await open('staff_admin', '/admin/police-api-keys', {
    'GET /api/police/keys': () => listOf([KEY]),
    [`GET /api/police/keys/${KEY.id}`]: () => json(KEY),
    [`GET /api/police/keys/${KEY.id}/usage`]: () => json({ items }),
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Control room' }));
  const [refused, used] = (await screen.findAllByText('POST /api/police/v1/alerts')).map(one =>
    one.closest('li')!,
  );
  expect(within(refused!).getByText('Message harbour-17')).toBeTruthy();
  expect(
    within(refused!).getByText('The alert reaches outside the jurisdiction of this partner.'),
  ).toBeTruthy();
  expect(within(refused!).getByText('Refusal no. 3 of this kind within an hour')).toBeTruthy();
  expect(within(used!).getByText('Message harbour-16')).toBeTruthy();
  expect(within(used!).queryByText(/within an hour/)).toBeNull();
});

it('the example beside a new key has a place in the jurisdiction of the partner', async () => {
  await open('staff_admin', '/admin/police-api-keys', {
    'GET /api/police/keys': () => listOf([KEY]),
    [`POST /api/police/keys/${KEY.id}/rotate`]: () => json({ ...KEY, key: 'pk_live_secret' }),
    [`GET /api/police/clients/${CLIENT.id}`]: () => json(CLIENT),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Control room' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Rotate/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Rotate/ }));
  const example = await screen.findByRole('region', { name: /^Example/ });
  expect(example.textContent).toContain(
    '<geocode><valueName>CITY</valueName><value>RIVERSIDE</value></geocode>',
  );
});

it('a feed says how many of its entries could not be taken', async () => {
  const feed = {
    ...common,
    ...{ name: 'Weather service', url: 'https://alerts.example/feed.atom', kind: 'atom', poll_s: 300 },
    ...{ auto_publish: false, max_priority: 2, state: 'ok', checked_at: AT, ok_at: AT, due_at: AT },
    ...{ error: null, failed: 7, alerts: 2 },
  };
  await open('admin', '/admin/emergency-alerts/feeds', {
    'GET /api/alert-feeds': () => listOf([feed]),
    [`GET /api/alert-feeds/${feed.id}`]: () => json(feed),
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Weather service' }));
  const sheet = await screen.findByRole('dialog', { name: 'Weather service' });
  expect((await within(sheet).findByText('Entries not taken in')).nextElementSibling?.textContent).toBe('7');
});

it('the document that an imported alert came in can be downloaded, and a written one has none', async () => {
  const pageOf = async (row: typeof draft) =>
    open('admin', `/admin/emergency-alerts/${row.id}`, {
      'GET /api/alerts': () => listOf([row]),
      [`GET /api/alerts/${row.id}`]: () => json(row),
      'POST /api/alerts/preview-targets': () => json(REACH),
      [`GET /api/alerts/${row.id}/original`]: () => new Response('<alert/>'),
    });
  const { to } = await pageOf({ ...draft, source: 'cap_feed', raw_sha256: 'a1'.repeat(32) });
  fireEvent.click(await screen.findByRole('button', { name: 'Download the original document' }));
  await waitFor(() => expect(to(`/api/alerts/${draft.id}/original`)).toHaveLength(1));
  cleanup();
  await pageOf(draft);
  expect(await screen.findByRole('button', { name: 'Download CAP file' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download the original document' })).toBeNull();
});
