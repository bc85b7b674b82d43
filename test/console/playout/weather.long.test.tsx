import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const PATH = '/api/player-config/weather';
const OFF: WeatherSource = {
  ...{ source: 'off', url: null, lat: null, lng: null, version: 1 },
  ...{ sky: null, temperature_c: null, wind_kmh: null, stale_min: 120 },
  ...{ reading: null, checked_at: null, fault: null },
};
const SERVICE = { ...OFF, source: 'provider', url: 'https://weather.example/v1', lat: 52.5, lng: 13.4 };
const open = (row: object, answers: Answers = {}) =>
  openConsole({
    path: '/admin/player-config/weather',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), { [`GET ${PATH}`]: () => json(row), ...answers }),
  });

describe('the weather of screens', () => {
  it('asks for what its source needs alone, sends that, and puts what is refused at its field', async () => {
    const { to } = await open(OFF, {
      [`PATCH ${PATH}`]: () => refusal('VALIDATION', { lng: ['Required'] }),
    });
    const source = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Source' });
    expect([source.value, screen.queryByLabelText('Sky'), screen.queryByLabelText('Latitude')]).toEqual([
      ...['off', null, null],
    ]);
    fireEvent.change(source, { target: { value: 'manual' } });
    expect(await screen.findByLabelText('Sky')).toBeTruthy();
    fireEvent.change(source, { target: { value: 'provider' } });
    const address = await screen.findByLabelText('Service address');
    expect(screen.queryByLabelText('Sky')).toBeNull();
    fireEvent.change(address, { target: { value: 'https://weather.example/v1' } });
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '52.5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText('Longitude').getAttribute('aria-invalid')).toBe('true'));
    expect(to(PATH).find(({ method }) => method === 'PATCH')?.body).toEqual({
      ...{ source: 'provider', url: 'https://weather.example/v1', lat: 52.5 },
    });
  });

  it('begins by hand with nothing set, and says what is missing', async () => {
    const { to } = await open(OFF, {
      [`PATCH ${PATH}`]: () => refusal('VALIDATION', { sky: ['Required'] }),
    });
    const source = await screen.findByRole('combobox', { name: 'Source' });
    fireEvent.change(source, { target: { value: 'manual' } });
    const sky = await screen.findByLabelText<HTMLSelectElement>('Sky');
    expect(sky.selectedOptions[0]?.textContent).toBe('Not set');
    for (const name of ['Temperature (°C)', 'Wind (km/h)']) {
      const field = screen.getByLabelText<HTMLInputElement>(name);
      expect([field.value, field.placeholder]).toEqual(['', 'Not set']);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sky.getAttribute('aria-invalid')).toBe('true'));
    expect(to(PATH).find(({ method }) => method === 'PATCH')?.body).toEqual({ source: 'manual' });
  });

  it('says what screens were told last, how old that is, and why it cannot be read', async () => {
    const reading = { sky: 'rain', temperature_c: 8, wind_kmh: 14, stale_min: 120 };
    await open({
      ...{ ...SERVICE, fault: 'private', checked_at: '2026-01-02T00:00:00.000Z' },
      reading: { ...reading, at: '2026-01-01T00:00:00.000Z' },
    });
    const section = await screen.findByRole('region', { name: 'On screens now' });
    expect(section.textContent).toContain('Rain, 8 °C, wind 14 km/h');
    expect(section.textContent).toContain('older than screens accept');
    expect(section.textContent).toContain('private network');
  });

  it('shows nothing of screens while it is off', async () => {
    await open(OFF);
    await screen.findByRole('combobox', { name: 'Source' });
    expect(screen.queryByRole('region', { name: 'On screens now' })).toBeNull();
  });
});
