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
import { isKnownPath, PATHS, REDIRECTS } from '../../../console/app/paths.ts';
import { isPublicPath, PUBLIC_PATHS } from '../../../console/app/publicPaths.ts';
import { routes } from '../../../console/app/routes/index.ts';
import { PAGES } from './expectedPages.ts';
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
const sent = (to: string): Decision => ({ at: 'redirect', to });
/** Every page at or below an address. */
const under = (area: string) =>
  routes.map(route => route.path).filter(path => path === area || path.startsWith(`${area}/`));
/** The roles of the admin area, by hand. */
const SEVEN: readonly Role[] = [
  'staff_super_admin',
  'staff_admin',
  'staff_support',
  'owner',
  'manager',
  'analyst',
  'admin',
];
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

  it('AMBIG-ROUTE-06 knows what is a page and what is not', () => {
    const pages = ['/admin', '/playlists/x/edit', '/creatives/', '/owner', '/terms', '/admin/reports'];
    const none = ['/admin/creatives', '/', '/no', '/admin/no', '/playlists/x/y', '/owner/no', '/players'];
    expect(pages.filter(path => !isKnownPath(path))).toEqual([]);
    expect(none.filter(isKnownPath)).toEqual([]);
    expect(Object.values(PUBLIC_PATHS).every(isPublicPath)).toBe(true);
  });

  it('OPEN-ROLE-04 gives every page the guard, the area and the level that are written down', () => {
    const asked = routes.map(({ path, guard, area, level }) => [path, `${guard} ${area}:${level}`]);
    expect(Object.fromEntries(asked)).toEqual(PAGES);
  });
});

describe('guards', () => {
  it('AMBIG-GUARD-02 C1 end every visitor at every path within three steps, on a page he may open or a denial', () => {
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
      expect([who, decision.at, routeAt(at) === undefined]).toEqual([who, 'open', false]);
    }
  });

  it('GUARD-02 GUARD-04 keep everything under /admin for the roles of the admin area', () => {
    for (const path of under('/admin')) {
      expect([path, outcome(path, visitor('device_owner'))]).toEqual([path, sent('/owner/dashboard')]);
      const required = SEVEN.filter(role => outcome(path, visitor(role)).at === 'open');
      const viewer = path === '/admin' ? sent('/campaigns') : { at: 'denied', required };
      expect([path, outcome(path, visitor('viewer'))]).toEqual([path, viewer]);
      for (const role of SEVEN)
        expect([path, role, outcome(path, visitor(role)).at]).not.toContain('redirect');
    }
    for (const path of ['/admin/programmatic', '/admin/player-config', '/admin/reports'])
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
    const required = SEVEN.filter(role => role !== 'manager' && role !== 'analyst');
    expect(outcome('/admin/users', visitor('viewer'))).toEqual({ at: 'denied', required });
  });

  it('GUARD-03 AMBIG-GUARD-03 keep everything under /owner for device owners and admins', () => {
    for (const path of under('/owner'))
      for (const who of visitors) {
        const isFor = who.role === 'device_owner' || who.role === 'admin';
        expect([path, who, outcome(path, who)]).toEqual([path, who, isFor ? { at: 'open' } : sent('/admin')]);
      }
  });

  it('GUARD-20 AMBIG-PERM-01 ask of the pages of everybody no area role, only what they need', () => {
    const needs: Record<string, string> = {
      '/creatives/upload': 'manage_creatives',
      '/creatives/slides/new': 'manage_creatives',
      '/creatives/:id/slide': 'manage_creatives',
      '/playlists/new': 'manage_creatives',
      '/playlists/:id/edit': 'manage_creatives',
      '/campaigns/new': 'manage_campaigns',
      '/campaigns/:id/edit': 'manage_campaigns',
    };
    const paths = ['/creatives', '/playlists', '/campaigns', '/onboarding'].flatMap(under);
    expect(paths).toHaveLength(14);
    const managers = ['staff_super_admin', 'staff_admin', 'owner', 'admin', 'manager'];
    for (const path of paths)
      for (const who of visitors) {
        const need = needs[path];
        const isOpen = need === undefined || managers.includes(who.role);
        const expected = isOpen ? { at: 'open' } : { at: 'lacking', required: [need] };
        expect([path, who, outcome(path, who)]).toEqual([path, who, expected]);
      }
  });

  it('GUARD-08 AMBIG-GUARD-04 keep the owner portal for device owners and admins; all others go to /admin', () => {
    for (const role of ROLES)
      expect([role, outcome('/owner/dashboard', visitor(role))]).toEqual([
        role,
        role === 'device_owner' || role === 'admin' ? { at: 'open' } : { at: 'redirect', to: '/admin' },
      ]);
  });

  it('GUARD-06 AMBIG-GUARD-03 keep white-label for the role owner, and staff acting as the tenant', () => {
    expect(under('/business/white-label')).toHaveLength(2);
    for (const page of under('/business/white-label'))
      for (const who of visitors) {
        const isFor = isStaff(who.role) ? who.isOutsideHomeTenant : who.role === 'owner' && who.hasPortal;
        expect([page, who, outcome(page, who).at === 'open']).toEqual([page, who, isFor]);
        const isOther = ['admin', 'manager', 'analyst', 'viewer'].includes(who.role) && who.hasPortal;
        if (isOther) expect(outcome(page, who)).toEqual({ at: 'denied', required: ['owner'] });
      }
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
    for (const path of under('/business'))
      for (const who of visitors) {
        const decision = outcome(path, who);
        if (who.role === 'device_owner') expect([path, decision]).toEqual([path, sent('/owner/dashboard')]);
        else if (!isInBusinessPortal(who))
          expect([path, decision]).toEqual([path, sent(who.role === 'viewer' ? '/campaigns' : '/admin')]);
        else expect([path, decision.at]).not.toContain('redirect');
      }
  });

  it('GUARD-15 AMBIG-GUARD-08 keep police keys behind a guard of their own, on top of the admin guard', () => {
    const page = '/admin/police-api-keys';
    expect(outcome(page, visitor('device_owner'))).toEqual(sent('/owner/dashboard'));
    const required = ['staff_super_admin', 'staff_admin'];
    expect(outcome(page, visitor('viewer'))).toEqual({ at: 'denied', required });
    for (const role of ADMIN_ROLES)
      expect([role, outcome(page, visitor(role))]).toEqual([
        role,
        role === 'staff_super_admin' || role === 'staff_admin' ? { at: 'open' } : { at: 'denied', required },
      ]);
  });

  it('ROLE-10 open no page to a role that is not one of the nine', () => {
    for (const who of [visitor('root' as Role), visitor('root' as Role, { hasPortal: true })])
      for (const route of routes)
        expect([route.path, decideAccess(route, who)]).toEqual([
          route.path,
          { at: 'denied', required: expect.any(Array) as unknown },
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
