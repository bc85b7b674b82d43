import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { campaign } from '../../../shared/contract/sales/campaign.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { creativeRow, itemRow, playlistDetailRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { valueOf } from '../../support/console/values.ts';

afterEach(cleanup);

const loop = playlistDetailRow(1, [itemRow(1)], { name: 'Day loop' });
const open = (path: string, role: Role = 'admin') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/playlists': () => listOf([loop]),
      [`GET /api/playlists/${loop.id}`]: () => json(loop),
      [`GET /api/playlists/${loop.id}/versions`]: () => json({ items: [] }),
      'GET /api/creatives': () => listOf([creativeRow(4)]),
    }),
  });
const linksTo = (pages: string) =>
  [...document.querySelectorAll('main a')]
    .map(link => link.getAttribute('href') ?? '')
    .filter(href => href.includes(pages));

const row = {
  ...(valueOf(campaign, 'campaign') as Record<string, unknown>),
  name: 'Airport spring',
  state: 'draft',
  change: null,
  deleted_at: null,
};
const CAMPAIGN_ID = String((row as { id?: unknown }).id);
const openCampaigns = (path: string, role: Role = 'admin') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/campaigns': () => listOf([row]),
      [`GET /api/campaigns/${CAMPAIGN_ID}`]: () => json(row),
    }),
  });

describe.each(['/campaigns', '/admin/campaigns'])('campaigns under %s', base => {
  it.each([
    ['list', '', 'Campaigns'],
    ['record', `/${CAMPAIGN_ID}`, 'Airport spring'],
    ['editor', `/${CAMPAIGN_ID}/edit`, 'Edit Airport spring'],
  ])('AMBIG-ROUTE-05 link from their %s within their own base', async (_, path, title) => {
    await openCampaigns(`${base}${path}`);
    await screen.findByRole('heading', { level: 1, name: title });
    if (path === '') await screen.findByText('Airport spring');
    const links = linksTo('campaigns');
    expect(links.filter(href => !href.startsWith(`${base}/`) && href !== base)).toEqual([]);
  });

  it('AMBIG-ROUTE-05 lead from a record to its editor within it', async () => {
    await openCampaigns(`${base}/${CAMPAIGN_ID}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit Airport spring' });
    expect(location.pathname).toBe(`${base}/${CAMPAIGN_ID}/edit`);
  });
});

it.each(['viewer', 'analyst', 'device_owner'] as const)(
  'AMBIG-ROUTE-05 a campaign at the top level is only read by a %s',
  async role => {
    await openCampaigns('/campaigns', role);
    await screen.findByText('Airport spring');
    expect(screen.queryByRole('button', { name: 'New campaign' })).toBeNull();
    cleanup();
    await openCampaigns(`/campaigns/${CAMPAIGN_ID}`, role);
    await screen.findByRole('heading', { level: 1, name: 'Airport spring' });
    expect(screen.queryByRole('button', { name: /^(Edit|Submit|Delete|Approve)$/ })).toBeNull();
  },
);

describe.each(['/playlists', '/admin/playlists'])('playlists under %s', base => {
  it.each([
    ['list', '', 'Playlists'],
    ['record', `/${loop.id}`, 'Day loop'],
    ['editor', `/${loop.id}/edit`, 'Edit Day loop'],
  ])('AMBIG-ROUTE-05 link from their %s within their own base', async (_, path, title) => {
    await open(`${base}${path}`);
    await screen.findByRole('heading', { level: 1, name: title });
    await screen.findAllByText(/Day loop/);
    const links = linksTo('playlists');
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(href => !href.startsWith(`${base}/`) && href !== base)).toEqual([]);
  });

  it('AMBIG-ROUTE-05 lead from a record to its editor and from a new one back within it', async () => {
    await open(`${base}/${loop.id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit Day loop' });
    expect(location.pathname).toBe(`${base}/${loop.id}/edit`);
    cleanup();
    await open(`${base}/new`);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByRole('heading', { level: 1, name: 'Playlists' });
    expect(location.pathname).toBe(base);
  });
});

it.each(['viewer', 'analyst'] as const)(
  'AMBIG-ROUTE-05 a playlist at the top level is only read by a %s',
  async role => {
    await open(`/playlists/${loop.id}`, role);
    await screen.findByRole('heading', { level: 1, name: 'Day loop' });
    await screen.findAllByText(/Day loop/);
    expect(screen.queryByRole('button', { name: /Edit|Publish|Save|Delete/ })).toBeNull();
  },
);
