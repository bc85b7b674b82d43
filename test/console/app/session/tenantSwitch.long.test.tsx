/** After a change of tenant nothing of the former one is on the page, whichever list, record or filter was open. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadDefinitions, type Definition } from '../../../resources.contract.ts';
import { address, HOME_PATH } from '../../../../shared/contract/wire/endpoint.ts';
import { isDue } from '../../../support/dailyShare.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  TENANT,
  TOKENS,
} from '../../../support/console/console.tsx';
import { valueOf } from '../../../support/console/values.ts';

const OTHER = '00000000-0000-7000-8000-000000000009';
const SECRET = 'Formerfleet';
const PRESENT = 'Presentfleet';
const ROW_ID = '00000000-0000-7000-8000-00000000aaaa';
const SAID = /believable/gi;
/** Whatever a field refers to. */
const ANY_ID = new Proxy<Record<string, string>>({}, { get: () => ROW_ID });

afterEach(cleanup);

/** What that schema answers, where every free text carries the word: a record read by itself may hold more than its row. */
function rowOf({ resource }: Definition, word: string, schema = resource.row): Record<string, unknown> {
  const row = valueOf(schema, resource.name, { ids: ANY_ID }) as Record<string, unknown>;
  const named = JSON.parse(JSON.stringify(row).replaceAll(SAID, word)) as Record<string, unknown>;
  return { ...named, id: ROW_ID, tenant_id: word === SECRET ? TENANT : OTHER };
}

const everything = () =>
  [
    document.documentElement.outerHTML,
    document.title,
    ...[...document.querySelectorAll('input, textarea')].map(field => (field as HTMLInputElement).value),
  ].join('\n');

async function open(of: Definition, path = of.path) {
  const { resource, role } = of;
  const isHeld = { now: false };
  const waiting: (() => void)[] = [];
  const rows = { [TENANT]: rowOf(of, SECRET), [OTHER]: rowOf(of, PRESENT) } as const;
  const record = resource.endpoints.read?.answer as typeof resource.row | undefined;
  const records = { [TENANT]: rowOf(of, SECRET, record), [OTHER]: rowOf(of, PRESENT, record) } as const;
  const answer = async (asked: { headers: Headers; url: URL }) => {
    const tenant = asked.headers.get('x-tenant-id') === OTHER ? OTHER : TENANT;
    if (isHeld.now && tenant === TENANT) await new Promise<void>(done => waiting.push(done));
    return json(
      asked.url.pathname.endsWith(ROW_ID)
        ? records[tenant]
        : { items: [rows[tenant]], total: 1, limit: 25, offset: 0, facets: {}, next_cursor: null },
    );
  };
  const tenants = [
    { id: TENANT, name: 'One fleet', slug: 'one', portal_business: true },
    { id: OTHER, name: 'Another fleet', slug: 'another', portal_business: true },
  ];
  const view = await openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: {
      'GET /api/auth/me': () => json({ user: person(role), tenants }),
      [`GET ${resource.endpoints.list.path}`]: answer,
      [`GET ${address(resource.endpoints.read?.path ?? '/none', { id: ROW_ID })}`]: answer,
    },
  });
  return { ...view, isHeld, waiting };
}

const { lists } = await loadDefinitions();
/** A list with one of its records open beside it, where it opens so. */
const pathOf = ({ path, resource }: Definition) =>
  resource.opensIn === 'sheet' ? `${path}?id=${ROW_ID}` : path;

/** Plans are those of the tenant of one's own account, wherever one acts. */
const isReadAtHome = ({ endpoints }: Definition['resource']) => endpoints.list.path.startsWith(HOME_PATH);
/** The others on the days that follow. */
const due = lists.filter(({ resource }) => !isReadAtHome(resource)).filter((_, nth) => isDue(nth, 4));
it.each(due.map(of => [of.resource.name, of] as const))(
  'C4 after a change of tenant no byte of the former one is rendered: %s',
  async (_, of) => {
    const { isHeld, waiting } = await open(of, pathOf(of));
    await waitFor(() => expect(everything()).toContain(SECRET));
    const seen: string[] = [];
    const look = () => void (everything().includes(SECRET) && seen.push(everything()));
    const observer = new MutationObserver(look);
    const change = (tenant: string) =>
      fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: tenant } });
    const watch = () =>
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

    change(OTHER);
    watch();
    look();
    await waitFor(() => expect(everything()).toContain(PRESENT));
    observer.disconnect();

    /** What was asked for the former tenant is answered when it is the former again. */
    isHeld.now = true;
    change(TENANT);
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    change(OTHER);
    watch();
    for (const release of waiting) release();
    await waitFor(() => expect(everything()).toContain(PRESENT));
    await new Promise(done => setTimeout(done, 20));
    look();
    observer.disconnect();
    expect(seen).toEqual([]);
  },
);
