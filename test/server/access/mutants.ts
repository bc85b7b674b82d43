/** Holes, each of which a test must find: one replacement in one file of the product. */
export interface Mutant {
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  test: 'matrix' | 'foreign' | 'fence' | 'bodies';
  /** Of the tests in that file only these; the others only take time. */
  title?: string;
  /** Nothing is served at all: the tests do not even begin. */
  refusesStart?: true;
}

const hole = (
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
const POLICIES = 'server/db/migrations/0001_policies.sql';

/** The fence between tenants stands; the repository has forgotten whose rows it reads. */
const unfiltered: Mutant[] = [
  hole('foreign', 'creatives read and listed without their tenant', `${CONTENT}/creatives.ts`, [
    'scope: work => and(eq(creatives.tenant_id, work.tenant_id), creativeInReach(work))',
    'scope: work => creativeInReach(work)',
  ]),
  hole('foreign', 'a playlist locked without its tenant', `${CONTENT}/playlists.ts`, [
    ".where(and(eq(playlists.id, id), eq(playlists.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(playlists.id, id))\n    .for('update')",
  ]),
  hole('foreign', 'a media file read without its tenant', `${CONTENT}/assets.ts`, [
    'eq(mediaAssets.tenant_id, work.tenant_id), assetInReach(work)',
    'assetInReach(work)',
  ]),
  hole('foreign', 'media bytes found without their tenant', `${CONTENT}/assets.ts`, [
    '.where(and(eq(mediaAssets.tenant_id, tenant_id), named))',
    '.where(named)',
  ]),
  hole('foreign', 'screens read and listed without their tenant', 'server/fleet/devices/devices.ts', [
    'scope: ({ tenant_id }) => eq(devices.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  hole('foreign', 'places read and listed without their tenant', 'server/fleet/devices/locations.ts', [
    'scope: ({ tenant_id }) => eq(locations.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  hole('foreign', 'a screen locked without its tenant', 'server/fleet/devices/devices.ts', [
    ".where(and(eq(devices.id, id), eq(devices.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(devices.id, id))\n    .for('update')",
  ]),
  hole('foreign', 'plays listed without their tenant', 'server/proof/filter.ts', [
    '    eq(plays.tenant_id, tenant_id),\n',
    '',
  ]),
  hole('foreign', 'a user locked without his tenant', `${IDENTITY}/users.ts`, [
    ".where(and(eq(users.id, id), eq(users.tenant_id, tenant_id)))\n    .for('update')",
    ".where(eq(users.id, id))\n    .for('update')",
  ]),
  hole('foreign', 'users listed without their tenant', `${IDENTITY}/users.ts`, [
    'scope: ({ tenant_id }) => eq(users.tenant_id, tenant_id)',
    'scope: () => undefined',
  ]),
  hole('foreign', 'audit events listed without their tenant', 'server/trust/audit/list.ts', [
    '    eq(auditEvents.tenant_id, tenant_id),\n',
    '',
  ]),
];

/** The filters stand; row-level security does not. */
const unfenced: Mutant[] = [
  {
    ...hole('fence', 'row-level security off', POLICIES, [
      "    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);\n",
      '',
    ]),
    refusesStart: true,
  },
  hole('fence', 'row-level security off on one table', POLICIES, [
    "AND column_name = 'tenant_id'",
    "AND column_name = 'tenant_id' AND table_name <> 'devices'",
  ]),
  {
    ...hole('fence', 'a login that sees past it stays what it is', 'server/db/rls.ts', [
      '  return ROLE;',
      '  return null;',
    ]),
    refusesStart: true,
  },
  hole('fence', 'the start no longer asks whether it holds', 'server/db/rls.ts', [
    'if (seen.includes(other) || !seen.includes(own))',
    'if (seen.length === 0)',
  ]),
  hole('fence', 'a tenant gets the door to all tenants', 'server/db/doors.ts', [
    "run('tenant', tenant_id, act)",
    "run('everywhere', tenant_id, act)",
  ]),
  hole('fence', 'a look-up may write users', POLICIES, [
    'CREATE POLICY look_up ON users FOR SELECT',
    'CREATE POLICY look_up ON users',
  ]),
  hole('fence', 'the look-up of devices reads users too', POLICIES, [
    "CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) = 'sign_in')",
    "CREATE POLICY look_up ON users FOR SELECT USING ((SELECT wayside_scope()) IN ('sign_in', 'device'))",
  ]),
];

/** Who may do what is asked too little, or not at all. */
const loosened: Mutant[] = [
  hole('matrix', 'no level is asked for', 'server/http/access.ts', [
    'if (!allows(caller.role, area, level))',
    'if (!allows(caller.role, area, level) && level === null)',
  ]),
  hole('matrix', 'what is left to staff is not', 'server/http/access.ts', [
    "if (access.crossing === 'staff')",
    'if (access.crossing === null)',
  ]),
  hole('matrix', 'no password is asked for in another tenant', 'server/http/access.ts', [
    '      requireFresh(caller, CROSSING_MIN);\n',
    '',
  ]),
  hole('matrix', 'managers manage users', 'shared/contract/wire/access.ts', [
    "users: row('W W R W W - - - -'",
    "users: row('W W R W W W - - -'",
  ]),
  hole('matrix', 'whoever reads a playlist may change it', 'shared/contract/content/playlist.ts', [
    "level: 'W' },\n  summary: \"Replace the draft's items\"",
    "level: 'R' },\n  summary: \"Replace the draft's items\"",
  ]),
  hole('matrix', 'everybody reads the audit log', 'shared/contract/trust/audit.ts', [
    "area: 'audit', level: 'R' }",
    "area: 'self', level: 'R' }",
  ]),
  hole('matrix', 'the export of the audit log has no policy', 'shared/contract/trust/audit.ts', [
    "access: { ...access, transactions: 'own' },\n  summary: 'All events",
    "access: { who: 'anyone' },\n  summary: 'All events",
  ]),
  hole('matrix', 'keys of screens fall in another tenant', 'shared/contract/fleet/device.ts', [
    ", crossing: 'staff' },\n  summary: 'Revoke",
    " },\n  summary: 'Revoke",
  ]),
  {
    ...hole('matrix', 'strict is as wide as spec', `${IDENTITY}/tenantRule.ts`, [
      "return mode === 'spec' || wanted.ancestors.includes(home);",
      'return true;',
    ]),
    title: 'strict',
  },
  hole('matrix', 'an owner acts in the platform', `${IDENTITY}/tenantRule.ts`, [
    "  if (wanted.kind === 'platform') return false;\n",
    '',
  ]),
  hole('matrix', 'a tenant suspends itself', `${IDENTITY}/tenantWrites.ts`, [
    "if (!isStaff(caller.role)) throw new AppError('FORBIDDEN', STAFF_ONLY",
    "if (caller.role === null) throw new AppError('FORBIDDEN', STAFF_ONLY",
  ]),
  hole('matrix', 'registrations of all tenants may be approved', `${IDENTITY}/userWrites.ts`, [
    'isStaff(actor.role) ? undefined : eq(users.tenant_id, actor.tenant_id)',
    'undefined',
  ]),
  hole('matrix', 'a revoked session goes on', `${IDENTITY}/sessions.ts`, [
    'if (!row || row.session.revoked_at !== null || ',
    'if (!row || ',
  ]),
  hole('matrix', 'a suspended user goes on', `${IDENTITY}/sessions.ts`, [
    "if (user.status !== 'active' || user.deleted_at",
    'if (user.deleted_at',
  ]),
  hole('matrix', 'a device owner sees what all screens play', `${CONTENT}/ownDevices.ts`, [
    "work.only === 'own_devices'",
    "work.only === 'own'",
  ]),
];

/** A body says what is not its to say. */
const writable: Mutant[] = [
  hole('bodies', 'the state of a screen can be set', 'shared/contract/fleet/device.ts', [
    'const editable = {\n',
    'const editable = {\n  state: z.enum(DEVICE_STATES),\n',
  ]),
  hole('bodies', 'the state of a user can be set', 'shared/contract/identity/user.ts', [
    'const editable = {\n',
    'const editable = {\n  status: z.enum(USER_STATES),\n',
  ]),
  hole('bodies', 'a user is made in any state', 'shared/contract/identity/user.ts', [
    'userCreate = z.strictObject({\n',
    'userCreate = z.strictObject({\n  status: z.optional(z.enum(USER_STATES)),\n',
  ]),
  hole('bodies', 'the parent of a tenant can be set', 'shared/contract/identity/tenant.ts', [
    'const editable = {\n',
    'const editable = {\n  parent_id: z.nullable(id),\n',
  ]),
  hole('bodies', 'a creative passes over what it does not know', 'shared/contract/content/creative.ts', [
    'z.strictObject({ name, alt_text',
    'z.object({ name, alt_text',
  ]),
  hole('bodies', 'a registration comes in approved', `${IDENTITY}/register.ts`, [
    "status: 'pending_approval',",
    "status: 'active',",
  ]),
];

export const MUTANTS: readonly Mutant[] = [...unfiltered, ...unfenced, ...loosened, ...writable];
