import { cleanup, render } from '@testing-library/react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { afterEach, describe, expect, it } from 'vitest';
import { Pages } from '../../../../console/app/routes/Pages.tsx';

afterEach(cleanup);
/** The title of the page that the console draws at an address. */
function drawnAt(path: string): string | null {
  const { hook } = memoryLocation({ path, static: true });
  const { container } = render(
    <Router hook={hook}>
      <Pages Guarded={({ route }) => <>{route.title}</>} />
    </Router>,
  );
  return container.textContent;
}

describe('the page at an address', () => {
  it.each([
    ['/creatives/upload', 'upload'],
    ['/playlists/new', 'newPlaylist'],
    ['/campaigns/new', 'newCampaign'],
    ['/admin/campaigns/new', 'adminNewCampaign'],
    ['/admin/playlists/new', 'adminNewPlaylist'],
    ['/admin/contracts/templates', 'contractTemplates'],
    ['/creatives/0198', 'creative'],
    ['/playlists/0198', 'playlist'],
    ['/playlists/0198/edit', 'editPlaylist'],
    ['/campaigns/0198', 'campaign'],
    ['/campaigns/0198/edit', 'editCampaign'],
    ['/admin/campaigns/0198', 'adminCampaign'],
  ])('ROUTE-USER-13 a literal wins over an id, wherever it stands: %s is %s', (path, title) => {
    expect(drawnAt(path)).toBe(title);
  });
});
