import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { weatherRule, type WeatherRule } from '../../../shared/contract/playout/rules/weatherRule.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { valueOf } from '../../support/console/values.ts';

afterEach(cleanup);

const PATH = '/api/player-config/weather-rules';
const rule = (more: Partial<WeatherRule>): WeatherRule => ({
  ...(valueOf(weatherRule, 'weather-rule') as WeatherRule),
  ...{ condition: 'rain', threshold: null, action: 'boost', boost: 2, status: 'active', deleted_at: null },
  ...{ sources: ['news'], campaign_ids: [], group_ids: [], stale_limit_min: 60 },
  ...more,
});
const ROWS = [
  rule({ id: '0198a000-0000-7000-8000-000000000001', name: 'News in rain', rank: 1 }),
  rule({
    ...{ id: '0198a000-0000-7000-8000-000000000002', name: 'Cold drinks', rank: 2 },
    ...{ condition: 'hot', threshold: 28, action: 'only', boost: null, sources: ['ads'] },
  }),
];
const open = () =>
  openConsole({
    path: '/admin/player-config/weather/rules',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      [`GET ${PATH}`]: () => json({ items: ROWS, total: ROWS.length }),
      [`POST ${PATH}`]: () => json(ROWS[0]!),
      'GET /api/player-config/weather': () =>
        json({
          ...{ source: 'off', url: null, lat: null, lng: null, version: 1, stale_min: 120 },
          ...{ sky: null, temperature_c: null, wind_kmh: null },
          ...{ reading: null, checked_at: null, fault: null },
        }),
    }),
  });

it('PCFG-04 rules of the weather are listed in their order, in words, and say that screens get none yet', async () => {
  await open();
  const table = await screen.findByRole('table');
  const text = within(table)
    .getAllByRole('row')
    .map(row => row.textContent);
  expect(text[1]).toMatch(/News in rain.*Rain.*Weight × 2/);
  expect(text[2]).toMatch(/Cold drinks.*28 °C or warmer.*Only then/);
  expect(await screen.findByText(/Screens get no weather/)).toBeTruthy();
});

it('asks for a threshold of what is measured and for a factor of a boost, and sends what is made', async () => {
  const { to } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Name'), { target: { value: 'Heat' } });
  expect(dialog.queryByLabelText(/From/)).toBeNull();
  fireEvent.change(dialog.getByLabelText('Weather'), { target: { value: 'hot' } });
  fireEvent.change(await dialog.findByLabelText(/From/), { target: { value: '28' } });
  fireEvent.change(dialog.getByLabelText('Weight factor'), { target: { value: '0.5' } });
  fireEvent.change(await dialog.findByLabelText('Sources'), { target: { value: 'tourism' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
  await waitFor(() =>
    expect(to(PATH).find(({ method }) => method === 'POST')?.body).toMatchObject({
      ...{
        name: 'Heat',
        condition: 'hot',
        threshold: 28,
        action: 'boost',
        boost: 0.5,
        sources: ['ads', 'tourism'],
      },
    }),
  );
});
