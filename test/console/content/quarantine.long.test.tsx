import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Quarantine } from '../../../shared/contract/content/media.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { assetRow, creativeRow, idOf, itemRow, playlistDetailRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const TAKEN: Quarantine = {
  reason: 'The music in it is not licensed.',
  at: '2026-11-24T08:00:00.000Z',
  by_name: 'Mara Lin',
  picture: null,
};
const ofDecider = assetRow(1, { state: 'quarantined' });
const ofOthers = assetRow(1, { state: 'quarantined', url: '', thumbnail_url: null });
const clip = (asset = ofDecider) => creativeRow(1, { name: 'Clip', asset, quarantine: TAKEN });
const check = {
  ...{
    ...clip(),
    id: idOf(50),
    creative_id: clip().id,
    rule: 'size',
    state: 'pass',
    measured: 0,
    limit: 200,
  },
  ...{ found: [], is_quarantined: true, is_approved: true, waived_by: null, reason: '' },
};
const open = (path: string, role: Role, answers: Answers) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), { 'GET /api/validations': () => listOf([check]), ...answers }),
  });

describe('content validation', () => {
  const queries = ({ to }: Awaited<ReturnType<typeof open>>) =>
    to('/api/validations').map(({ url }) => Object.fromEntries(url.searchParams));

  it('begins with what needs somebody, says so in its filter, which can be lifted', async () => {
    const page = await open('/admin/content-validation', 'admin', {});
    const filter = await screen.findByLabelText<HTMLSelectElement>('Attention');
    expect(filter.value).toBe('needed');
    await screen.findByText('Clip');
    expect(queries(page).at(-1)).toMatchObject({ attention: 'needed' });
    fireEvent.change(filter, { target: { value: 'all' } });
    await waitFor(() => expect(queries(page).at(-1)).not.toHaveProperty('attention'));
    expect(new URLSearchParams(location.search).get('attention')).toBe('all');
    fireEvent.change(screen.getByLabelText('Quarantine'), { target: { value: 'yes' } });
    await waitFor(() => expect(queries(page).at(-1)).toMatchObject({ quarantined: 'yes' }));
  });

  it('says before a release on how many screens and in how many playlists it plays again', async () => {
    const none = {
      creatives: [],
      submissions: [],
      slides: [],
      content: [],
      replaces: null,
      replaced_by: null,
    };
    const playlist = (n: number, is_live: boolean) => ({
      id: idOf(n),
      name: `Loop ${n}`,
      is_live,
      in_draft: true,
    });
    const page = await open(`/admin/content-validation?id=${check.id}`, 'admin', {
      [`GET /api/validations/${check.id}`]: () => json(check),
      [`GET /api/media/${check.asset.id}/usage`]: () =>
        json({ ...none, playlists: [playlist(1, true), playlist(2, false)], screens: [], screen_count: 14 }),
      [`POST /api/validations/${check.id}/release`]: () => json({ ...check, quarantine: null }),
    });
    const press = async (question?: HTMLElement) => {
      const name = { name: 'Release from quarantine' };
      const button = question
        ? within(question).getByRole('button', name)
        : await screen.findByRole('button', name);
      fireEvent.click(button);
    };
    await press();
    const question = await screen.findByRole('dialog', { name: 'Release Clip?' });
    await within(question).findByText('It plays again on 14 screens, in 1 playlist.');
    expect(page.to(`/api/validations/${check.id}/release`)).toEqual([]);
    await press(question);
    await screen.findByText('Clip released');
    expect(page.to(`/api/validations/${check.id}/release`)).toHaveLength(1);
  });

  it('that needs nobody says so, and shows all that was checked once its filter is lifted', async () => {
    const page = await open('/admin/content-validation', 'admin', {
      'GET /api/validations': ({ url }) => listOf(url.searchParams.has('attention') ? [] : [check]),
    });
    await screen.findByText('Nothing needs a decision');
    fireEvent.change(screen.getByLabelText('Attention'), { target: { value: 'all' } });
    await screen.findByText('Clip');
    expect(queries(page).at(-1)).not.toHaveProperty('attention');
  });

  it('a status in the address is not narrowed by what the list begins with', async () => {
    const page = await open('/admin/content-validation?status=warn', 'admin', {});
    await screen.findByText('Clip');
    expect(queries(page).at(-1)).toMatchObject({ status: 'warn' });
    expect(queries(page).at(-1)).not.toHaveProperty('attention');
  });

  it('has a picture and the reason in each row, and in its sheet who took it off and the file itself', async () => {
    await open('/admin/content-validation', 'admin', {
      [`GET /api/validations/${check.id}`]: () => json(check),
    });
    const row = (await screen.findByText('Clip')).closest('tr')!;
    expect(row.querySelector('img')?.getAttribute('src')).toBe(ofDecider.thumbnail_url);
    for (const text of [TAKEN.reason, 'Quarantined', '1 MB (limit 200 MB)'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    fireEvent.click(within(row).getByRole('link', { name: /Clip/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Clip' });
    await within(sheet).findByText(/^In quarantine since .*, by Mara Lin$/);
    expect(within(sheet).getByText(TAKEN.reason)).toBeTruthy();
    expect(within(sheet).getByRole('img', { name: 'Clip' }).getAttribute('src')).toBe(ofDecider.url);
  });
});

describe('a quarantined creative', () => {
  const page = (role: Role, row = clip()) =>
    open(`/creatives/${row.id}`, role, {
      'GET /api/creatives': () => listOf([row]),
      [`GET /api/creatives/${row.id}`]: () => json(row),
      [`GET /api/creatives/${row.id}/usage`]: () =>
        json({
          ...{ creatives: [], playlists: [], screens: [], screen_count: 0, submissions: [], slides: [] },
          ...{ content: [], replaces: null, replaced_by: null },
        }),
      [`GET /api/creatives/${row.id}/versions`]: () => json({ items: [] }),
    });

  it('says on its page why, by whom and since when, and is shown to whoever may release it', async () => {
    await page('manager');
    await screen.findByText(/^In quarantine since .*, by Mara Lin$/);
    expect(screen.getByText(TAKEN.reason)).toBeTruthy();
    await screen.findByText('None of them shows it now: it is in quarantine.');
    expect(screen.getByRole('img', { name: 'Clip' }).getAttribute('src')).toBe(ofDecider.url);
  });

  it('is shown to nobody else', async () => {
    await page('viewer', { ...clip(ofOthers), quarantine: { ...TAKEN, by_name: null } });
    await screen.findByText(/^In quarantine since ((?!, by ).)*$/);
    expect(screen.getByText(TAKEN.reason)).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'Clip' })).toBeNull();
  });

  it('is quarantined in the list of whoever submitted it, with the reason, and no decision is due', async () => {
    const row = {
      ...{ ...clip(ofOthers), id: idOf(60), subject: 'creative', creative_id: clip().id, state: 'approved' },
      ...{ content_item_id: null, is_newer_file: false, note: '', priority: 'normal', decisions: [] },
      sla_due: '2026-11-25T08:00:00.000Z',
    };
    const portal = { id: TENANT, name: 'Fleet', slug: 'fleet', portal_business: true };
    await open('/business/submissions', 'viewer', {
      'GET /api/auth/me': () => json({ user: person('viewer'), tenants: [portal] }),
      'GET /api/own-submissions': () => listOf([row]),
    });
    const line = (await screen.findByRole('link', { name: /Clip/ })).closest('tr')!;
    expect(within(line).getAllByText('Quarantined').length).toBeGreaterThan(0);
    expect(within(line).getByText(/^since /)).toBeTruthy();
    expect(within(line).getAllByText(TAKEN.reason).length).toBeGreaterThan(0);
    expect(line.querySelector('time[datetime^="2026-11-25"]')).toBeNull();
  });
});

describe('the editor of a playlist', () => {
  const disco = creativeRow(2, { name: 'Disco', fails_check: true });
  const loop = playlistDetailRow(1, [itemRow(1, clip(ofOthers)), itemRow(2, disco), itemRow(3)], {
    ...{ name: 'Day loop', has_draft: true },
  });
  const path = `/api/playlists/${loop.id}`;
  const openEditor = (answers: Answers = {}) =>
    open(`/playlists/${loop.id}/edit`, 'manager', {
      [`GET ${path}`]: () => json(loop),
      'GET /api/creatives': () => listOf([disco]),
      'GET /api/devices': () => listOf([]),
      ...answers,
    });

  it('marks what screens would not be given, in the loop and in the library', async () => {
    await openEditor();
    await screen.findByRole('heading', { level: 1, name: 'Edit Day loop' });
    const rows = screen.getAllByRole('listitem').filter(row => row.querySelector('[data-grip]'));
    expect(within(rows[0]!).getAllByText('Quarantined')).toHaveLength(2);
    expect(within(rows[0]!).queryByText('No preview')).toBeNull();
    expect(within(rows[1]!).getByText('Approved, fails a check')).toBeTruthy();
    expect(within(rows[2]!).queryByText(/Quarantined|fails/)).toBeNull();
    const entry = await screen.findByRole('button', { name: /^Add\s*Disco/ });
    expect(within(entry).getByText('Approved, fails a check')).toBeTruthy();
    /** Two items of ten seconds: what is in quarantine takes no time. */
    expect(screen.getByText('0:20', { selector: 'output' })).toBeTruthy();
  });

  it('names each item that keeps it from being published, with the rule and by how much', async () => {
    const refused = [
      { id: clip().id, name: 'Clip', reason: 'quarantined', checks: [] },
      {
        ...{ id: disco.id, name: 'Disco', reason: 'failed_check' },
        checks: [{ rule: 'flash', measured: 8, limit: 3, found: [] }],
      },
    ];
    const details = { because: 'left_out', names: 'Clip, Disco', refused };
    await openEditor({ [`POST ${path}/publish`]: () => refusal('RULE', details) });
    fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Not published')).toBeTruthy();
    expect(alert.textContent).toContain('Disco flashes 8 times a second; 3 are allowed.');
    expect(alert.textContent).toContain('Clip is in quarantine.');
    expect(within(alert).getByRole('link', { name: 'Open Disco' }).getAttribute('href')).toBe(
      `/creatives/${disco.id}`,
    );
  });
});
