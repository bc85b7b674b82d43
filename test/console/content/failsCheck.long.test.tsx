import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { assetRow, creativeRow, idOf } from '../../support/console/content.ts';
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

const disco = creativeRow(1, { name: 'Disco', fails_check: true });
const check = {
  ...{ ...disco, id: idOf(50), creative_id: disco.id, rule: 'flash', state: 'fail', measured: 6, limit: 3 },
  ...{ found: [], is_quarantined: false, is_approved: true, waived_by: null, reason: '' },
};
const UNUSED = {
  ...{ creatives: [], playlists: [], screens: [], screen_count: 0, submissions: [], slides: [], content: [] },
  ...{ replaces: null, replaced_by: null },
};
const quarantine = `/api/validations/${check.id}/quarantine`;

function open(role: Role, path = `/creatives/${disco.id}`) {
  let row = disco;
  return openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/creatives': () => listOf([row]),
      [`GET /api/creatives/${disco.id}`]: () => json(row),
      [`GET /api/creatives/${disco.id}/usage`]: () => json(UNUSED),
      [`GET /api/creatives/${disco.id}/versions`]: () => json({ items: [] }),
      'GET /api/validations': () => listOf([check]),
      [`POST ${quarantine}`]: () => {
        const quarantine = { reason: 'Flashing', at: disco.updated_at, by_name: null, picture: null };
        row = { ...disco, fails_check: false, quarantine, asset: assetRow(1, { state: 'quarantined' }) };
        return json({ ...check, is_quarantined: true });
      },
    }),
  });
}

it('a creative that fails a check after its approval says so on its page and is taken off all screens in one press', async () => {
  const { to } = await open('admin');
  const title = await screen.findByText('Approved, but fails a check now');
  await screen.findByText(/^Screens that play it go on\. Rule: Flashing\./);
  fireEvent.click(await screen.findByRole('button', { name: 'Quarantine' }));
  await waitFor(() =>
    expect(to(quarantine)[0]?.body).toEqual({ reason: 'Fails a check after its approval: Flashing' }),
  );
  await screen.findByText('No screen shows it until a reviewer releases it.');
  await waitFor(() => expect(title.isConnected).toBe(false));
});

it('whoever may not decide is told, without the press', async () => {
  await open('analyst');
  await screen.findByText('Approved, but fails a check now');
  await screen.findByText(/Flashing/);
  expect(screen.queryByRole('button', { name: 'Quarantine' })).toBeNull();
});

it('its card says it, and the list can be narrowed to it', async () => {
  await open('admin', '/creatives');
  const link = await screen.findByRole('link', { name: /Disco/ });
  const card = link.closest('li') ?? document.body;
  expect(within(card).getByText('Approved, fails a check')).toBeTruthy();
});
