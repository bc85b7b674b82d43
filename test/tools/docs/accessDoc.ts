/** docs/access.md, from the tables of the contract. */
import { join } from 'node:path';
import { AREAS, isLeftToItsOwn, type Cell } from '../../../shared/contract/wire/access.ts';
import type { Access, Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import {
  IMMEDIATE_AREAS,
  IMMEDIATE_PATHS,
  IMMEDIATE_REASONS,
  type ImmediateReason,
} from '../../../shared/contract/immediate.ts';
import { LIMITS } from '../../../shared/contract/wire/limits.ts';
import { isAbove, landing, PERMISSIONS, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';

export const FILE = join(import.meta.dirname, '../../../docs/access.md');
const MINUTE_S = 60;
const HOUR_S = 3_600;

const SHORT: Record<Role, string> = {
  staff_super_admin: 'SSA',
  staff_admin: 'SA',
  staff_support: 'SS',
  owner: 'OW',
  admin: 'AD',
  manager: 'MG',
  analyst: 'AN',
  viewer: 'VW',
  device_owner: 'DO',
};
const RULE_TEXT = {
  own: 'what is his own',
  own_devices: 'what plays on his own devices',
  own_tenant: 'his own tenant',
  of_tenant: "the tenant's part, not the platform's",
  as_tenant: 'acting in the tenant switched to',
  draft: 'drafts',
  request: 'asking, not setting',
  signatory: 'who may sign for the tenant',
} as const;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map(row => `| ${row.join(' | ')} |`),
];
const cellText = ({ level, rule }: Cell) =>
  level === '-' ? '–' : rule === null ? level : `${level} (${RULE_TEXT[rule]})`;

function who(access: Access): string {
  switch (access.who) {
    case 'anyone':
      return 'anyone';
    case 'loopback':
      return 'this machine';
    case 'device':
      return 'a paired screen';
    case 'new_device':
      return 'a screen that pairs';
    case 'police':
      return `a partner's key with ${[access.scope].flat().join(' or ')}`;
    case 'device_or_link':
      return 'a paired screen, or a signed link';
    case 'user':
      return [
        `${access.area} ${access.level}`,
        ...(access.tenants === 'all' ? ['over tenants'] : []),
        ...(access.crossing === 'staff' ? ['in another tenant: staff only'] : []),
        ...(access.crossing !== 'staff' && isLeftToItsOwn(access)
          ? ["outside one's own tenants: staff only"]
          : []),
        ...(access.reauth_min === undefined ? [] : [`password within ${access.reauth_min} min`]),
      ].join(', ');
  }
}

const spanText = (s: number) =>
  s % HOUR_S === 0 ? `${s / HOUR_S} h` : s % MINUTE_S === 0 ? `${s / MINUTE_S} min` : `${s} s`;
const byText = {
  network: 'network',
  user: 'user',
  tenant: 'tenant',
  device: 'screen',
  key: 'key',
  tries: 'what is tried',
} as const;
const limitText = ({ limit }: Endpoint) => (limit === undefined ? '' : limit);

/** Every reason with the areas and the paths it holds for. */
function immediateRows(): string[][] {
  const of = (held: Readonly<Record<string, ImmediateReason>>, reason: string) =>
    Object.keys(held)
      .filter(name => String(held[name]) === reason)
      .map(name => `\`${name.replaceAll('|', '\\|')}\``)
      .join(', ');
  return Object.entries(IMMEDIATE_REASONS).map(([reason, text]) => [
    text,
    of(IMMEDIATE_AREAS, reason),
    of(IMMEDIATE_PATHS, reason),
  ]);
}

export function accessDoc(): string {
  const sorted = [...endpoints].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  return [
    '# Who may do what',
    '',
    'Made by `npm run docs` from `shared/contract/wire/{access,rules,roles,limits}.ts` and `shared/contract/immediate.ts`, which server, console and tests read.',
    '',
    '## Roles',
    '',
    ...table(
      ['role', '', 'starts at', 'permissions', 'grants, approves and edits'],
      ROLES.map(role => [
        role,
        SHORT[role],
        `\`${landing(role)}\``,
        PERMISSIONS[role].join(', '),
        ROLES.filter(other => isAbove(role, other))
          .map(other => SHORT[other])
          .join(' ') || '–',
      ]),
    ),
    '',
    'Nobody edits himself. The last owner of a tenant and the last staff_super_admin stay. Staff roles belong to the platform tenant, all others to its customers.',
    '',
    '## Areas',
    '',
    '`–` denied, `R` read, `S` submit or own only, `W` create and edit, `A` also approve and decide.',
    '',
    ...table(
      ['area', ...ROLES.map(role => SHORT[role]), 'permissions it names'],
      Object.entries(AREAS).map(([area, row]) => [
        area,
        ...ROLES.map(role => cellText(row.cells[role])),
        row.permissions.join(', '),
      ]),
    ),
    '',
    '## Tenants',
    '',
    '- A request acts in one tenant: `X-Tenant-Id`, or the user’s own. That tenant is the scope of row-level security.',
    '- staff_super_admin and staff_admin act in any tenant; staff_support in the platform alone.',
    '- `TENANT_ACCESS=spec` (the default, the specification’s word): owner and admin act in any tenant but the platform. `strict`: in their own and its sub-tenants.',
    '- An owner or admin in another tenant said his password within 30 minutes, and never touches its passwords, reset links, sessions or keys, nor suspends or deletes it.',
    '- A row of another tenant and one that does not exist answer alike: 404.',
    '- A suspended tenant can be read, not changed, but by staff; an archived one is open to staff alone, who may have to answer a request about what is in it.',
    '- Each write in another tenant stands in that tenant’s audit log, and all that is read there by its address, the same one once in 15 minutes.',
    '',
    '## Calls',
    '',
    ...table(
      ['call', 'who', 'limit'],
      sorted.map(endpoint => [
        `\`${endpoint.method} ${endpoint.path}\``,
        who(endpoint.access),
        limitText(endpoint),
      ]),
    ),
    '',
    'Uploads (`/api/uploads`) ask for creatives W; `/metrics` answers this machine only; `/docs`, `/healthz`, `/readyz` and the pages answer anyone.',
    '',
    '## Writes that may not wait',
    '',
    'Without a link these fail at once, and so do sign-ins, passwords, keys and whatever asks for the password again; every other write of a page may wait in the queue.',
    '',
    ...table(['reason', 'all of the areas', 'of others, after `/api/`'], immediateRows()),
    '',
    '## Limits',
    '',
    'Counted in the database, so all nodes share them. A network is a /24 of IPv4 or a /64 of IPv6.',
    '',
    ...table(
      ['limit', 'of', 'at most', 'within', 'counted by'],
      Object.entries(LIMITS).map(([name, { max, per_s, by, what }]) => [
        name,
        what,
        String(max),
        spanText(per_s),
        byText[by],
      ]),
    ),
    '',
  ].join('\n');
}
