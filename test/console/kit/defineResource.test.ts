import { expect, it } from 'vitest';
import { defineResource } from '../../../console/kit/resource/defineResource.ts';
import { location, locations } from '../../../shared/contract/fleet/location.ts';
import { user } from '../../../shared/contract/identity/auth.ts';
import { users } from '../../../shared/contract/identity/user.ts';

const place = {
  name: 'locations',
  entity: locations,
  row: location,
  pages: ['locations'],
  opensIn: 'sheet',
} as const;
const columns = [{ key: 'name', as: 'text' }] as const;
const label = (row: { name: string }) => row.name;
const live = { shape: 'live', tone: 'ok' } as const;

it('a column, a state or a word that is not there does not compile', () => {
  const whole = defineResource({
    ...place,
    label,
    columns,
    stateBadges: { status: { active: live, archived: live } },
  });
  // @ts-expect-error no such field
  defineResource({ ...place, label, columns: [{ key: 'nmae', as: 'text' }] });
  // @ts-expect-error a number is not shown as a text
  defineResource({ ...place, label, columns: [{ key: 'radius_m', as: 'text' }] });
  // @ts-expect-error archived has no badge
  defineResource({ ...place, label, columns, stateBadges: { status: { active: live } } });
  const noShape = { active: live, archived: { tone: 'ok' } } as const;
  // @ts-expect-error the badge has no shape
  defineResource({ ...place, label, columns, stateBadges: { status: noShape } });
  const states = { pending_approval: live, active: live, rejected: live, suspended: live, deactivated: live };
  defineResource({
    ...{ entity: users, row: user, pages: ['users'], opensIn: 'sheet', columns: [], label: () => '' },
    name: 'locations',
    // @ts-expect-error these texts have no word for most of these states
    stateBadges: { status: states },
  } as const);
  expect(whole.sortable).toEqual(locations.listOptions.sorts);
});
