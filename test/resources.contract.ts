/** What every definition of the console is held to: its pages, which checks there are, which of them apply to it and why others do not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decideAccess } from '../console/app/guards.ts';
import { PATHS } from '../console/app/paths.ts';
import type { Resource, Row } from '../console/kit/resource/defineResource.ts';
import type { Field, Form } from '../console/kit/resource/form.ts';
import { routes } from '../console/app/routes/index.ts';
import type { Route } from '../console/app/routes/route.ts';
import type { Endpoint } from '../shared/contract/wire/endpoint.ts';
import type { Role } from '../shared/contract/wire/roles.ts';
import { isAbove, whoMay } from './support/console/firstRows.ts';

const FOLDER = join(import.meta.dirname, '../console');
/** Every definition of a resource or of settings stands in a file of this name. */
export const definitionFiles = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.resource.tsx'))
  .sort()
  .map(name => join(FOLDER, name));

export interface Definition {
  resource: Resource<Row>;
  /** Where its list stands. */
  path: string;
  list: Route;
  /** Page of one row and of a new one, where it has them. */
  record: Route | null;
  create: Route | null;
  /** Who may do most on it. */
  role: Role;
}
/** A page without a list: a settings definition has sections instead of columns. */
const isList = (value: unknown): value is Resource<Row> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'pages' in value;

const routeOf = (path: string) => routes.find(route => route.path === path);
const visitorOf = (role: Role) => ({ role, hasPortal: true, isOutsideHomeTenant: false });

/** null: it stands on no page of its own, it is a panel of another. */
function placed(resource: Resource<Row>): Definition | null {
  const list = resource.pages.map(name => routeOf(PATHS[name])).find(route => route !== undefined);
  if (!list) return null;
  const above = isAbove(resource.endpoints.list);
  const role = whoMay(
    { area: resource.area, above },
    one => decideAccess(list, visitorOf(one)).at === 'open',
  );
  if (role === null) throw new Error(`nobody may open ${list.path}`);
  const { path } = list;
  return {
    ...{ resource, path, list, role },
    record: resource.opensIn === 'page' ? (routeOf(`${path}/:id`) ?? null) : null,
    create: routeOf(`${path}/new`) ?? null,
  };
}

export async function loadDefinitions(): Promise<{ lists: Definition[]; others: string[] }> {
  const lists: Definition[] = [];
  const others: string[] = [];
  for (const file of definitionFiles) {
    const module = (await import(file)) as { default?: unknown };
    const found = isList(module.default) ? placed(module.default) : null;
    if (found) lists.push(found);
    else if (module.default !== undefined) others.push(file);
  }
  if (lists.length === 0)
    throw new Error('no definition of a list was found: none would be held to anything');
  return { lists, others };
}

type Texty = Field<Record<string, unknown>> & { input: { as: 'text' | 'area' } };
/** Free text: what somebody may write anything into. */
export const textFields = (form: Form<Row> | undefined): Texty[] =>
  (form?.fields ?? []).filter(({ input }) => input.as === 'text' || input.as === 'area') as Texty[];
/** Texts of the form that changes a row. */
export const editable = ({ resource }: Definition) =>
  resource.endpoints.patch && resource.endpoints.read ? textFields(resource.form) : [];
export const creatable = ({ resource, create }: Definition) =>
  create && resource.endpoints.create ? textFields(resource.createForm) : [];
/** Every call by which rows are made, changed or moved. */
export const writesOf = ({ resource }: Definition): Endpoint[] =>
  [
    resource.endpoints.create,
    resource.endpoints.patch,
    ...Object.values(resource.actions).map(doing => doing.call),
  ].filter(call => call?.body !== undefined) as Endpoint[];

/** Why a check does not apply; null where it does. */
type Why = (of: Definition) => string | null;
const always: Why = () => null;
const unless =
  (holds: (of: Definition) => boolean, why: string): Why =>
  of =>
    holds(of) ? null : why;

export const CHECKS = {
  'address round trip': unless(of => of.resource.paging !== 'whole', 'a short list comes whole'),
  Back: unless(
    of => of.resource.opensIn !== 'nothing' || of.resource.paging !== 'whole',
    'one page, no record',
  ),
  '10,000 rows': unless(of => of.resource.paging !== 'whole', 'a short list comes whole'),
  'export = rows': unless(of => of.resource.endpoints.export !== undefined, 'no export'),
  'stale version': unless(of => editable(of).length > 0, 'no form that changes text of a row'),
  'mass assignment': unless(of => writesOf(of).length > 0, 'nothing is written'),
  matrix: always,
  XSS: unless(of => editable(of).length + creatable(of).length > 0, 'no text can be written'),
  'axe × themes × languages': always,
  keyboard: always,
  '320 px': always,
  'pseudo-locale': always,
} as const satisfies Record<string, Why>;
export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

/** What came of each check of each definition. */
export interface Outcome {
  definition: string;
  check: CheckName;
  result: 'ok' | 'failed' | 'does not apply';
  why: string;
}

/** The table the run ends with. */
export function summaryOf(definitions: readonly string[], outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ result }) => result === 'failed');
  const idle = outcomes.filter(({ result }) => result === 'does not apply');
  const line = ({ definition, check, why }: Outcome) => `  ${definition}: ${check}: ${why}`;
  const all = definitions.length * CHECK_NAMES.length;
  return [
    `${definitions.length} definitions × ${CHECK_NAMES.length} checks = ${all}, ${failed.length} failing`,
    ...failed.map(line),
    `${idle.length} do not apply:`,
    ...idle.map(line),
  ].join('\n');
}
