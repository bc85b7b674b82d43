/** Mutants: security holes that a test must find, each one replacement in one file of the product. */
export interface Mutant {
  name: string;
  file: string;
  /** Occurs in the file exactly once. */
  find: string;
  replace: string;
  test: 'matrix' | 'foreign' | 'rowLevelSecurity' | 'bodies';
  /** Runs only the tests with this title; others would only take time. */
  title?: string;
  /** The server refuses to start, so the tests do not begin. */
  refusesStart?: true;
}

const mutant = (
  test: Mutant['test'],
  name: string,
  file: string,
  swap: [find: string, replace: string],
): Mutant => ({
  ...{ test, name, file },
  find: swap[0],
  replace: swap[1],
  ...(test === 'foreign' ? { title: 'the repositories alone' } : {}),
});
const CONTENT = 'server/content';
const IDENTITY = 'server/identity';
const POLICIES = 'server/db/migrations/0000_first.sql';

/** Row-level security works; a repository forgets the tenant filter. */
const unfiltered: Mutant[] = [
  mutant('foreign', 'creatives read and listed without their tenant', `${CONTENT}/creatives/creatives.ts`, [
    'scope: ctx => and(eq(creatives.tenant_id, ctx.tenant_id), creativeInReach(ctx))',
    'scope: ctx => creativeInReach(ctx)',
  ]),
  mutant('foreign', 'a playlist locked without its tenant', `${CONTENT}/playlists/playlists.ts`, [
    ".where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(playlists.id, id))\n    .for('update')",
  ]),
  mutant('foreign', 'a media file read without its tenant', `${CONTENT}/media/assets.ts`, [
    'eq(mediaAssets.tenant_id, ctx.tenant_id), assetInReach(ctx)',
    'assetInReach(ctx)',
  ]),
  mutant('foreign', 'media bytes found without their tenant', `${CONTENT}/media/assets.ts`, [
    '.where(and(eq(mediaAssets.tenant_id, tenant_id), named))',
    '.where(named)',
  ]),
  mutant('foreign', 'screens read and listed without their tenant', 'server/fleet/devices/devices.ts', [
    'scope: ({ tenant_id }) => eq(devices.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  mutant('foreign', 'places read and listed without their tenant', 'server/fleet/devices/locations.ts', [
    'scope: ({ tenant_id }) => eq(locations.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  mutant('foreign', 'a screen locked without its tenant', 'server/fleet/devices/devices.ts', [
    ".where(and(eq(devices.id, id), eq(devices.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(devices.id, id))\n    .for('update')",
  ]),
  mutant('foreign', 'plays listed without their tenant', 'server/proof/filter.ts', [
    '    eq(plays.tenant_id, tenant_id),\n',
    '',
  ]),
  mutant('foreign', 'a user locked without his tenant', `${IDENTITY}/users/users.ts`, [
    ".where(and(eq(users.id, id), eq(users.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(users.id, id))\n    .for('update')",
  ]),
  mutant('foreign', 'users listed without their tenant', `${IDENTITY}/users/users.ts`, [
    'scope: ({ tenant_id }) => eq(users.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  mutant('foreign', 'audit events listed without their tenant', 'server/trust/audit/list.ts', [
    '    eq(auditEvents.tenant_id, tenant_id),\n',
    '',
  ]),
];

/** The filters work; row-level security does not. */
const withoutRls: Mutant[] = [
  {
    ...mutant('rowLevelSecurity', 'row-level security off', POLICIES, [
      // The tables it leaves open are left alone by the migrations that call it again.
      `NOT t.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
`,
      `NOT t.relforcerowsecurity
  LOOP
`,
    ]),
    refusesStart: true,
  },
  mutant('rowLevelSecurity', 'row-level security off on one table', POLICIES, [
    "AND c.column_name = 'tenant_id'",
    "AND c.column_name = 'tenant_id' AND c.table_name <> 'devices'",
  ]),
  {
    ...mutant('rowLevelSecurity', 'a login that sees past it stays what it is', 'server/db/rls.ts', [
      '  return ROLE;',
      '  return null;',
    ]),
    refusesStart: true,
  },
  mutant('rowLevelSecurity', 'the start no longer asks whether it holds', 'server/db/rls.ts', [
    'if (seen.includes(other) || !seen.includes(own))',
    'if (seen.length === 0)',
  ]),
  mutant('rowLevelSecurity', "a tenant's transaction sees all tenants", 'server/db/tenantTransactions.ts', [
    "run('tenant', tenant_id, act)",
    "run('everywhere', tenant_id, act)",
  ]),
  mutant('rowLevelSecurity', 'a look-up may write users', POLICIES, [
    'CREATE POLICY look_up ON users FOR SELECT',
    'CREATE POLICY look_up ON users',
  ]),
  mutant('rowLevelSecurity', 'the look-up of devices reads users too', POLICIES, [
    "CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in')",
    "CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) IN ('sign_in', 'device'))",
  ]),
];

/** An access check is missing or too weak. */
const loosened: Mutant[] = [
  mutant('matrix', 'no level is asked for', 'server/http/guard.ts', [
    'if (!allows(principal.role, area, level))',
    'if (!allows(principal.role, area, level) && level === null)',
  ]),
  mutant('matrix', 'what is left to staff is not', 'server/http/guard.ts', [
    "if (access.crossing === 'staff' || (principal.is_outside && isLeftToItsOwn(access)))",
    'if (access.crossing === null)',
  ]),
  mutant('matrix', 'no password is asked for in another tenant', 'server/http/guard.ts', [
    '      requireRecentPassword(principal, CROSSING_MIN);\n',
    '',
  ]),
  mutant('matrix', 'managers manage users', 'shared/contract/wire/access.ts', [
    "users: row('W W R W W - - - -'",
    "users: row('W W R W W W - - -'",
  ]),
  mutant('matrix', 'whoever reads a playlist may change it', 'shared/contract/content/playlist.ts', [
    "level: 'W' },\n  summary: \"Replace the draft's items\"",
    "level: 'R' },\n  summary: \"Replace the draft's items\"",
  ]),
  mutant('matrix', 'everybody reads the audit log', 'shared/contract/trust/audit.ts', [
    "area: 'audit', level: 'R' }",
    "area: 'self', level: 'R' }",
  ]),
  mutant('matrix', 'the export of the audit log has no policy', 'shared/contract/trust/audit.ts', [
    "access: { ...access, transactions: 'own' },\n  summary: 'All events",
    "access: { who: 'anyone' },\n  summary: 'All events",
  ]),
  mutant('matrix', 'keys of screens fall in another tenant', 'shared/contract/fleet/device.ts', [
    ", crossing: 'staff' },\n  summary: 'Revoke",
    " },\n  summary: 'Revoke",
  ]),
  {
    ...mutant('matrix', 'strict is as wide as spec', `${IDENTITY}/tenants/tenantRule.ts`, [
      "return mode === 'spec' || wanted.ancestors.includes(home);",
      'return true;',
    ]),
    title: 'strict',
  },
  mutant('matrix', 'an owner acts in the platform', `${IDENTITY}/tenants/tenantRule.ts`, [
    "  if (wanted.kind === 'platform') return false;\n",
    '',
  ]),
  mutant('matrix', 'a tenant suspends itself', `${IDENTITY}/tenants/tenantWrites.ts`, [
    "if (!isStaff(principal.role)) throw new AppError('FORBIDDEN', STAFF_ONLY",
    "if (principal.role === null) throw new AppError('FORBIDDEN', STAFF_ONLY",
  ]),
  mutant('matrix', 'registrations of all tenants may be approved', `${IDENTITY}/entrances/approval.ts`, [
    'isStaff(actor.role) ? undefined : eq(users.tenant_id, actor.tenant_id)',
    'undefined',
  ]),
  mutant('matrix', 'a revoked session goes on', `${IDENTITY}/session/sessions.ts`, [
    'if (!row || row.session.revoked_at !== null || ',
    'if (!row || ',
  ]),
  mutant('matrix', 'a suspended user goes on', `${IDENTITY}/session/sessions.ts`, [
    "if (user.status !== 'active' || user.deleted_at",
    'if (user.deleted_at',
  ]),
  mutant('matrix', 'a device owner sees what all screens play', `${CONTENT}/ownDevices.ts`, [
    "ctx.rule === 'own_devices'",
    "ctx.rule === 'own'",
  ]),
];

/** A body may set fields it must not set. */
const writable: Mutant[] = [
  mutant('bodies', 'the state of a screen can be set', 'shared/contract/fleet/device.ts', [
    'const editable = {\n',
    'const editable = {\n  state: z.enum(DEVICE_STATES),\n',
  ]),
  mutant('bodies', 'the state of a user can be set', 'shared/contract/identity/user.ts', [
    'const editable = {\n',
    'const editable = {\n  status: z.enum(USER_STATES),\n',
  ]),
  mutant('bodies', 'a user is made in any state', 'shared/contract/identity/user.ts', [
    'userCreate = z.strictObject({\n',
    'userCreate = z.strictObject({\n  status: z.optional(z.enum(USER_STATES)),\n',
  ]),
  mutant('bodies', 'the parent of a tenant can be set', 'shared/contract/identity/tenant.ts', [
    'const editable = {\n',
    'const editable = {\n  parent_id: z.nullable(id),\n',
  ]),
  mutant('bodies', 'a creative passes over what it does not know', 'shared/contract/content/creative.ts', [
    'z.strictObject({ name, alt_text',
    'z.object({ name, alt_text',
  ]),
  mutant('bodies', 'a registration comes in approved', `${IDENTITY}/users/register.ts`, [
    "status: 'pending_approval',",
    "status: 'active',",
  ]),
];

export const MUTANTS: readonly Mutant[] = [...unfiltered, ...withoutRls, ...loosened, ...writable];
