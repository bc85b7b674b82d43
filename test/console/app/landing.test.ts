import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isKnownPath, PATHS, REDIRECTS } from '../../../console/app/paths.ts';
import { landingPath } from '../../../console/app/routes/landing.ts';

const as = (role: 'viewer' | 'admin' | 'device_owner') => ({
  role,
  hasPortal: false,
  isOutsideHomeTenant: false,
});

describe('whoever has signed in', () => {
  it('returns to the page he was sent away from, with its search', () => {
    expect(landingPath(as('admin'), '/admin/devices?status=offline')).toBe('/admin/devices?status=offline');
    expect(landingPath(as('viewer'), '/playlists/0192/edit#items')).not.toBe('/playlists/0192/edit#items');
    expect(landingPath(as('viewer'), '/playlists/0192')).toBe('/playlists/0192');
  });

  it('is at home where he may not open it, where there is no such page, and where he wanted none', () => {
    for (const role of ['viewer', 'device_owner'] as const) {
      const home = landingPath(as(role), null);
      expect(landingPath(as(role), '/admin/devices')).toBe(home);
      expect(landingPath(as(role), '/nowhere')).toBe(home);
      expect(landingPath(as(role), '//elsewhere.example/admin')).toBe(home);
      expect(landingPath(as(role), 'https://elsewhere.example/admin')).toBe(home);
    }
  });
});

describe('the router', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../../docs/requirements.tsv'), 'utf8').split('\n');
  const valuesOf = (id: string) =>
    (rows.find(row => row.startsWith(`${id}\t`))?.split('\t')[3] ?? '').split(' | ');

  it('AMBIG-ROUTE-07 has each address of the specification, relative ones below the path of their heading', () => {
    const specified = rows
      .filter(row => /^ROUTE-(USER|OWNER|ADMIN|PROG|PCFG|BIZ)-/.test(row))
      .flatMap(row => /Route (\/\S+)/.exec(row)?.[1] ?? []);
    expect(specified.length).toBeGreaterThan(80);
    const known = new Set<string>(Object.values(PATHS));
    expect(specified.filter(path => !known.has(path) && !isKnownPath(path))).toEqual([]);
    const relative = valuesOf('AMBIG-ROUTE-07');
    expect(relative).toContain('/admin/analytics/campaigns');
    expect(relative.filter(path => !known.has(path))).toEqual([]);
  });

  it('ROUTE-OWNER-01 ROUTE-ADMIN-07 ROUTE-PROG-01 ROUTE-PROG-03 ROUTE-PROG-04 ROUTE-BIZ-01 OPEN-BIZ-03 OPEN-PCFG-01 leads each short address where the specification says', () => {
    const specified = rows
      .filter(row => /^(ROUTE-(OWNER|ADMIN|PROG|BIZ)|OPEN-BIZ)-/.test(row))
      .flatMap(row => {
        const [, from, to] = /\t(\/\S+) -> (\/\S+)\t/.exec(row) ?? [];
        return from === undefined ? [] : [[from, to]];
      });
    expect(REDIRECTS).toEqual({
      ...Object.fromEntries(specified),
      '/admin/player-config': '/admin/player-config/weights',
    });
  });
});
