/** What becomes of each line of a CSV of mappings. Pure: a dry run and the import itself read the same plan. */
import type { importMappings, MappingState } from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { csvRows } from '../../../shared/web/csvRows.ts';

export interface ScreenRow {
  device_id: string;
  name: string;
  serial: string | null;
  placement_id: string;
  venue: string;
  mapping_id: string | null;
  state: MappingState | null;
  external_screen_id: string | null;
  external_venue_id: string | null;
}
export interface PlannedMapping {
  /** null: the partner has none of it yet. */
  mapping_id: string | null;
  placement_id: string;
  venue: string;
  external_screen_id: string;
  external_venue_id: string | null;
  state: MappingState;
}
type Failed = Answer<typeof importMappings>['failed'];
interface Plan {
  planned: PlannedMapping[];
  made: number;
  changed: number;
  same: number;
  failed: Failed;
  lines: number;
}
const EXTERNAL_MAX = 255;
const COLUMNS = ['screen', 'external_screen_id', 'external_venue_id'] as const;

/** By its id, its serial number or its name; a name that several have names none. */
function screenFinder(screens: readonly ScreenRow[]) {
  const found = new Map<string, ScreenRow | 'ambiguous'>();
  for (const key of ['name', 'serial', 'device_id'] as const)
    for (const row of screens) {
      const value = row[key]?.toLowerCase();
      if (value === undefined) continue;
      const known = key === 'name' ? found.get(value) : undefined;
      found.set(value, known === undefined ? row : 'ambiguous');
    }
  return (text: string) => found.get(text.toLowerCase());
}

export function planImport(
  csv: string,
  screens: readonly ScreenRow[],
  taken: ReadonlyMap<string, string>,
): Plan {
  const [head = [], ...lines] = csvRows(csv);
  const names = head.map(cell => cell.trim().toLowerCase());
  const [screenAt, nameAt, venueAt] = COLUMNS.map(column => names.indexOf(column));
  if (screenAt === undefined || nameAt === undefined || screenAt < 0 || nameAt < 0) {
    const text = 'The first line names the columns screen and external_screen_id';
    throw new AppError('VALIDATION', text, { csv: [text] });
  }
  const find = screenFinder(screens);
  const plan: Plan = { planned: [], made: 0, changed: 0, same: 0, failed: [], lines: lines.length };
  const [used, placed] = [new Set<string>(), new Set<string>()];
  for (const [nth, cells] of lines.entries()) {
    const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim());
    const [screen, external_screen_id, venue_id] = [cell(screenAt), cell(nameAt), cell(venueAt)];
    /** The first line names the columns. */
    const fail = (error: Failed[number]['error']) =>
      plan.failed.push({ line: nth + 2, screen: screen.slice(0, EXTERNAL_MAX), error });
    const row = find(screen);
    if (
      external_screen_id === '' ||
      external_screen_id.length > EXTERNAL_MAX ||
      venue_id.length > EXTERNAL_MAX
    )
      fail('invalid');
    else if (row === undefined) fail('no_screen');
    else if (row === 'ambiguous') fail('ambiguous');
    else if (placed.has(row.placement_id) || used.has(external_screen_id)) fail('twice');
    else if ((taken.get(external_screen_id) ?? row.placement_id) !== row.placement_id) fail('taken');
    else {
      placed.add(row.placement_id);
      used.add(external_screen_id);
      const { mapping_id, placement_id, venue } = row;
      const external_venue_id = venue_id === '' ? row.external_venue_id : venue_id;
      const isRenamed = row.external_screen_id !== external_screen_id || row.state === 'conflict';
      if (!isRenamed && row.external_venue_id === external_venue_id) plan.same += 1;
      else {
        const state = isRenamed ? 'pending' : (row.state ?? 'pending');
        const external = { external_screen_id, external_venue_id };
        plan.planned.push({ mapping_id, placement_id, venue, ...external, state });
        plan[mapping_id === null ? 'made' : 'changed'] += 1;
      }
    }
  }
  return plan;
}
