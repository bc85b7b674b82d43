import { describe, expect, it } from 'vitest';
import { decide, home } from '../../console/guards.ts';
import { isKnown, PATHS } from '../../console/paths.ts';
import { routes } from '../../console/routes.ts';
import { allows } from '../../shared/contract/access.ts';
import { ROLES } from '../../shared/contract/roles.ts';

const at = (path: string) =>
  routes.find(route => new RegExp(`^${route.path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`).test(path));

describe('routes', () => {
  it('draw every address once', () => {
    expect(routes.map(route => route.path).sort()).toEqual(Object.values(PATHS).sort());
  });

  it.each([
    ['/creatives/upload', 'upload'],
    ['/creatives/0198', 'creative'],
    ['/playlists/new', 'newPlaylist'],
    ['/playlists/0198', 'playlist'],
    ['/playlists/0198/edit', 'editPlaylist'],
    ['/admin', 'overview'],
  ])('take %s for %s, the literal before the id', (path, title) => expect(at(path)?.title).toBe(title));

  it('know what is a page and what is not', () => {
    expect(['/admin', '/playlists/x/edit', '/creatives/'].map(isKnown)).toEqual([true, true, true]);
    expect(['/', '/no', '/admin/no', '/playlists/x/y'].map(isKnown)).toEqual([false, false, false, false]);
  });
});

describe('guards', () => {
  it.each(ROLES.flatMap(role => routes.map(route => [role, route.path, route] as const)))(
    'end %s at %s on a page that may be opened, or on the denial, within three steps',
    (role, _path, first) => {
      let route = first;
      for (let hops = 0; hops < 3; hops++) {
        const decision = decide(route, role);
        if (decision.at === 'open') return expect(allows(role, route.area, route.level)).toBe(true);
        if (decision.at === 'denied') return expect(decision.required).not.toContain(role);
        route = at(decision.to)!;
      }
      throw new Error('does not end');
    },
  );

  it('send each role home to a page it may open', () => {
    for (const role of ROLES) expect(decide(at(home(role))!, role)).toEqual({ at: 'open' });
  });

  it('forward a viewer from /admin itself and deny him what is below', () => {
    expect(decide({ path: '/admin', area: 'admin', level: 'R' }, 'viewer')).toMatchObject({ at: 'redirect' });
    expect(decide({ path: '/admin/devices', area: 'devices', level: 'R' }, 'viewer')).toMatchObject({
      at: 'denied',
    });
  });

  it('forward a device owner from everywhere under /admin', () => {
    expect(decide({ path: '/admin/devices', area: 'devices', level: 'R' }, 'device_owner')).toMatchObject({
      at: 'redirect',
    });
  });
});
