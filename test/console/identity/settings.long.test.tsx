import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
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

const general = {
  name: 'Harbour Cabs',
  country: 'PT',
  tax_id: null,
  legal_address: '',
  billing_address: '',
  contact_email: null,
  contact_phone: null,
  version: 4,
};
const locale = { tz: 'Europe/Lisbon', currency: 'EUR', version: 4 };
const open = (path: string, answers: Answers = {}, role: Role = 'admin') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/settings/general': () => json(general),
      'GET /api/settings/locale': () => json(locale),
      ...answers,
    }),
  });
const GENERAL = '/api/settings/general';
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('settings', () => {
  it('show the section the address names, and the first where it names none', async () => {
    await open('/admin/settings?section=locale');
    expect(await screen.findByDisplayValue(/^Lisbon, Europe/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Region' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Region' }).getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('link', { name: 'General' }));
    expect(await screen.findByDisplayValue('Harbour Cabs')).toBeTruthy();
    expect(location.search).toBe('?section=general');
    history.back();
    expect(await screen.findByDisplayValue(/^Lisbon, Europe/)).toBeTruthy();
  });

  it('are kept section by section: what was changed alone, over the version that was read', async () => {
    const { to } = await open('/admin/settings', {
      [`PATCH ${GENERAL}`]: () => json({ ...general, tax_id: '123', version: 5 }),
    });
    fireEvent.change(await screen.findByLabelText('Tax number'), { target: { value: '123' } });
    save();
    await waitFor(() => expect(to(GENERAL).some(call => call.method === 'PATCH')).toBe(true));
    const sent = to(GENERAL).find(call => call.method === 'PATCH');
    expect([sent?.body, sent?.headers.get('if-match')]).toEqual([{ tax_id: '123' }, '"4"']);
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('put what the server refuses at its field', async () => {
    await open('/admin/settings', {
      [`PATCH ${GENERAL}`]: () => refusal('VALIDATION', { tax_id: ['Invalid input'] }),
    });
    fireEvent.change(await screen.findByLabelText('Tax number'), { target: { value: 'x' } });
    save();
    await waitFor(() =>
      expect(screen.getByLabelText('Tax number').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Tax number'));
  });

  it('show both versions when somebody else was faster', async () => {
    const theirs = { ...general, name: 'Harbour Taxis', version: 9 };
    let now = general;
    await open('/admin/settings', {
      'GET /api/settings/general': () => json(now),
      [`PATCH ${GENERAL}`]: () => {
        now = theirs;
        return refusal('VERSION_CONFLICT', theirs);
      },
    });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Harbour Fleet' } });
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Changed by somebody else' });
    expect(within(dialog).getByText('Harbour Taxis')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep theirs' }));
    expect(await screen.findByDisplayValue('Harbour Taxis')).toBeTruthy();
  });

  it('ask before a section with unsaved work is left for another', async () => {
    await open('/admin/settings');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Half done' } });
    fireEvent.click(screen.getByRole('link', { name: 'Region' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    expect(screen.getByDisplayValue('Half done')).toBeTruthy();
  });

  it('are only looked at by who may only read them', async () => {
    await open('/admin/settings', {}, 'staff_support');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).disabled).toBe(true);
    expect(screen.getByText(/but not change them/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('a section with a default of the platform', () => {
  const UPLOADS = '/api/settings/uploads';
  const none = { media_taken: null, image_mb: null, video_mb: null, video_s: null, storage_warn_gb: null };
  const defaults = {
    ...{ media_taken: 'images_and_videos', image_mb: 20, video_mb: 500, video_s: 300, storage_warn_gb: 0 },
  };
  const origins = {
    ...{ media_taken: 'product', image_mb: 'tenant', video_mb: 'platform', video_s: 'product' },
    storage_warn_gb: 'product',
  };
  const own = {
    ...{ ...none, image_mb: 4, inherited: defaults, scope: 'tenant', origins, version: 7 },
    effective: { ...defaults, image_mb: 4, video_mb: 100 },
  };
  const path = '/admin/settings?section=uploads';

  it('names the origin of each value, and gives one of the tenant’s own back at once', async () => {
    const { to } = await open(path, {
      [`GET ${UPLOADS}`]: () => json(own),
      [`PATCH ${UPLOADS}`]: () => json({ ...own, ...none, version: 8 }),
    });
    const list = within(await screen.findByRole('region', { name: 'In force now' }));
    const lines = list.getAllByRole('listitem').map(line => line.textContent);
    expect(lines.slice(0, 3)).toEqual([
      'Accepted filesImages and videosBuilt-in default',
      'Largest image (MB)4 MBSet by this tenantUse default',
      'Largest video (MB)100 MBSet for the platform',
    ]);
    fireEvent.click(list.getByRole('button', { name: 'Use default: Largest image (MB)' }));
    await waitFor(() => expect(to(UPLOADS).some(call => call.method === 'PATCH')).toBe(true));
    const sent = to(UPLOADS).find(call => call.method === 'PATCH');
    expect([sent?.body, sent?.headers.get('if-match')]).toEqual([{ image_mb: null }, '"7"']);
  });

  it('gives nothing back for who may only read', async () => {
    await open(path, { [`GET ${UPLOADS}`]: () => json(own) }, 'staff_support');
    await screen.findByRole('region', { name: 'In force now' });
    expect(screen.queryByRole('button', { name: /Use default/ })).toBeNull();
  });
});

describe('the demo', () => {
  const found = { screens: 6, plays: 28_520, playlists: 1, creatives: 4, people: 6, is_demo_user: false };
  const none = { screens: 0, plays: 0, playlists: 0, creatives: 0, people: 0, is_demo_user: false };
  const DEMO = '/admin/settings?section=demo';

  it('is counted, and taken away by whoever confirms', async () => {
    let now = found;
    const { to } = await open(DEMO, {
      'GET /api/demo': () => json(now),
      'DELETE /api/demo': () => {
        now = none;
        return json(found);
      },
    });
    expect(await screen.findByText('28,520')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove demo data' }));
    const dialog = await screen.findByRole('dialog');
    expect(to('/api/demo').some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove demo data' }));
    expect(await screen.findByText('There is no demo data.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is taken away by none of its own people, nor by who only reads', async () => {
    const answers = { 'GET /api/demo': () => json({ ...found, is_demo_user: true }) };
    await open(DEMO, answers);
    expect(await screen.findByText(/signed in as a demo user/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove demo data' })).toBeNull();
    cleanup();
    await open(DEMO, { 'GET /api/demo': () => json(found) }, 'staff_support');
    expect(await screen.findByText('28,520')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove demo data' })).toBeNull();
  });
});
