import { describe, expect, it } from 'vitest';
import {
  decideAccess,
  homePath,
  isInBusinessPortal,
  visibleRoutes,
  canOpenArea,
  type Decision,
  type UserAccess,
} from '../../../console/app/guards.ts';
import { isKnownPath, isPublicPath, PATHS, PUBLIC_PATHS, REDIRECTS } from '../../../console/app/paths.ts';
import { routes } from '../../../console/app/routes/index.ts';
import { ADMIN_ROLES, isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`);
const routeAt = (path: string) => routes.find(route => patternOf(route.path).test(path));
const target = (path: string): string => (REDIRECTS as Record<string, string>)[path] ?? path;

/** Every kind of visitor there is; staff act in a customer's tenant or at home. */
const visitors: UserAccess[] = ROLES.flatMap(role =>
  [true, false].flatMap(hasPortal =>
    (isStaff(role) ? [true, false] : [false]).map(isOutsideHomeTenant => ({
      role,
      hasPortal,
      isOutsideHomeTenant,
    })),
  ),
);
const visitor = (role: Role, more: Partial<UserAccess> = {}): UserAccess => ({
  role,
  hasPortal: false,
  isOutsideHomeTenant: false,
  ...more,
});
const outcome = (path: string, who: UserAccess): Decision => {
  const route = routeAt(target(path));
  if (!route) throw new Error(`no page at ${path}`);
  return decideAccess(route, who);
};
/** Where it ends, following what it is sent to. */
function ends(path: string, who: UserAccess): { at: string; decision: Decision; hops: number } {
  let at = target(path);
  for (let hops = 0; hops <= 3; hops++) {
    const decision = outcome(at, who);
    if (decision.at !== 'redirect') return { at, decision, hops };
    at = target(decision.to);
  }
  throw new Error(`${path} does not end`);
}

describe('the table of pages', () => {
  it('draws every address behind the sign-in once', () => {
    const behind = Object.values(PATHS).filter(path => !isPublicPath(path));
    expect(routes.map(route => route.path).sort()).toEqual([...behind].sort());
  });

  it('leads every short address to a page', () => {
    for (const to of Object.values(REDIRECTS)) expect(routeAt(to)?.path).toBe(to);
  });

  it('ROUTE-USER-13 takes the literal before the id, in every list', () => {
    const literals = {
      '/creatives/upload': 'upload',
      '/playlists/new': 'newPlaylist',
      '/campaigns/new': 'newCampaign',
      '/admin/campaigns/new': 'adminNewCampaign',
      '/admin/playlists/new': 'adminNewPlaylist',
      '/creatives/0198': 'creative',
      '/playlists/0198': 'playlist',
      '/playlists/0198/edit': 'editPlaylist',
      '/admin/contracts/templates': 'contractTemplates',
    };
    for (const [path, title] of Object.entries(literals)) expect(routeAt(path)?.title).toBe(title);
  });

  it('knows what is a page and what is not', () => {
    const pages = ['/admin', '/playlists/x/edit', '/creatives/', '/owner', '/terms', '/admin/reports'];
    const none = ['/', '/no', '/admin/no', '/playlists/x/y', '/owner/no', '/players'];
    expect(pages.filter(path => !isKnownPath(path))).toEqual([]);
    expect(none.filter(isKnownPath)).toEqual([]);
    expect(Object.values(PUBLIC_PATHS).every(isPublicPath)).toBe(true);
  });

  it('offers in menus only what is there', () => {
    expect(routes.filter(route => route.menu !== undefined && route.screen === null)).toEqual([]);
  });
});

describe('guards', () => {
  it('AMBIG-GUARD-02 end every visitor at every path within three steps, on a page he may open or a denial', () => {
    let decided = 0;
    for (const who of visitors)
      for (const path of [...routes.map(route => route.path), ...Object.keys(REDIRECTS)]) {
        const { at, decision, hops } = ends(path, who);
        expect(hops).toBeLessThanOrEqual(3);
        const route = routeAt(at);
        if (decision.at === 'open' && route)
          expect([at, who.role, canOpenArea(who.role, route.area, route.level)]).toEqual([
            at,
            who.role,
            true,
          ]);
        if (decision.at === 'denied') expect(decision.required).not.toContain(who.role);
        if (decision.at === 'lacking') expect(decision.required.length).toBeGreaterThan(0);
        decided++;
      }
    expect(decided).toBe(visitors.length * (routes.length + Object.keys(REDIRECTS).length));
  });

  it('send each role home to a page that is there', () => {
    for (const who of visitors) {
      const { at, decision } = ends(homePath(who), who);
      expect([who, decision.at, routeAt(at)?.screen === null]).toEqual([who, 'open', false]);
    }
  });

  it('GUARD-04 forward a device owner from everywhere under /admin to his dashboard', () => {
    for (const path of ['/admin', '/admin/users', '/admin/programmatic/deals', '/admin/player-config'])
      expect(ends(path, visitor('device_owner'))).toMatchObject({
        at: '/owner/dashboard',
        decision: { at: 'open' },
      });
  });

  it('GUARD-07 let the seven roles of the admin area in; a device owner and a viewer go to their landings', () => {
    for (const role of ADMIN_ROLES) expect(outcome('/admin', visitor(role))).toEqual({ at: 'open' });
    expect(outcome('/admin', visitor('device_owner'))).toEqual({ at: 'redirect', to: '/owner/dashboard' });
    expect(outcome('/admin', visitor('viewer'))).toEqual({ at: 'redirect', to: '/campaigns' });
    expect(outcome('/admin', visitor('viewer', { hasPortal: true }))).toEqual({
      at: 'redirect',
      to: '/business/dashboard',
    });
    expect(outcome('/admin/users', visitor('viewer'))).toEqual({ at: 'denied', required: ADMIN_ROLES });
  });

  it('GUARD-08 AMBIG-GUARD-04 keep the owner portal for device owners and admins; all others go to /admin', () => {
    for (const role of ROLES)
      expect([role, outcome('/owner/dashboard', visitor(role))]).toEqual([
        role,
        role === 'device_owner' || role === 'admin' ? { at: 'open' } : { at: 'redirect', to: '/admin' },
      ]);
  });

  it('GUARD-06 AMBIG-GUARD-03 keep white-label for the role owner, and staff acting as the tenant', () => {
    const page = '/business/white-label/settings';
    expect(outcome(page, visitor('owner', { hasPortal: true }))).toEqual({ at: 'open' });
    expect(outcome(page, visitor('staff_admin', { isOutsideHomeTenant: true }))).toEqual({ at: 'open' });
    for (const role of ['admin', 'manager', 'analyst', 'viewer'] as const)
      expect(outcome(page, visitor(role, { hasPortal: true }))).toEqual({
        at: 'denied',
        required: ['owner'],
      });
  });

  it('GUARD-14 OPEN-ROLE-01 pass every member of a tenant with the portal, and staff acting as one', () => {
    for (const role of ROLES) {
      const isMember = role !== 'device_owner' && !isStaff(role);
      expect([role, isInBusinessPortal(visitor(role, { hasPortal: true }))]).toEqual([role, isMember]);
      expect([role, isInBusinessPortal(visitor(role))]).toEqual([role, false]);
      expect([role, isInBusinessPortal(visitor(role, { isOutsideHomeTenant: true }))]).toEqual([
        role,
        isStaff(role),
      ]);
    }
    expect(outcome('/business/dashboard', visitor('device_owner', { hasPortal: true }))).toEqual({
      at: 'redirect',
      to: '/owner/dashboard',
    });
    expect(outcome('/business/dashboard', visitor('manager'))).toEqual({ at: 'redirect', to: '/admin' });
  });

  it('GUARD-15 AMBIG-GUARD-08 keep police keys behind a guard of their own, on top of the admin guard', () => {
    const page = '/admin/police-api-keys';
    expect(outcome(page, visitor('device_owner'))).toMatchObject({ at: 'redirect' });
    for (const role of ADMIN_ROLES)
      expect([role, outcome(page, visitor(role))]).toEqual([
        role,
        role === 'staff_super_admin' || role === 'staff_admin'
          ? { at: 'open' }
          : { at: 'denied', required: ['staff_super_admin', 'staff_admin'] },
      ]);
  });

  it('offer of a page that stands twice the one nearer to the visitor', () => {
    const playlistsOf = (role: Role) =>
      visibleRoutes(routes, visitor(role))
        .filter(({ menu, path }) => menu === 'content' && path.endsWith('playlists'))
        .map(({ path }) => path);
    for (const role of ADMIN_ROLES) expect([role, playlistsOf(role)]).toEqual([role, ['/admin/playlists']]);
    for (const role of ['viewer', 'device_owner'] as const) expect(playlistsOf(role)).toEqual(['/playlists']);
  });

  it('keep pages of readers from who may only submit', () => {
    for (const path of ['/business/profile', '/business/locations']) {
      expect(outcome(path, visitor('viewer', { hasPortal: true }))).toMatchObject({ at: 'denied' });
      expect(outcome(path, visitor('analyst', { hasPortal: true }))).toEqual({ at: 'open' });
    }
  });

  it('tell a viewer of the portal which permission he lacks', () => {
    const who = visitor('viewer', { hasPortal: true });
    expect(outcome('/business/analytics', who)).toEqual({ at: 'lacking', required: ['view_analytics'] });
    expect(outcome('/creatives/upload', who)).toEqual({ at: 'lacking', required: ['manage_creatives'] });
    expect(outcome('/campaigns/new', who)).toEqual({ at: 'lacking', required: ['manage_campaigns'] });
    expect(outcome('/creatives', who)).toEqual({ at: 'open' });
    expect(outcome('/business/submit', who)).toEqual({ at: 'open' });
  });
});
