/** Where plays were: at the location of a screen that has one, else in a cell of the grid of the map. */
import { sql } from 'drizzle-orm';
import { cellBounds } from '../../../shared/contract/proof/analytics.ts';
import { LEAST_K } from '../../../shared/contract/playout/audience.ts';
import type { ReportLabels } from './labels.ts';

/** Cells with fewer plays than ten are one place (contract §9), whatever a campaign has of them. */
const FEW = 'few';

/** `with …` that goes on from `gatheredBy` with a `cell`: its rows, each with its location or its cell. */
export const placedSource = (tenant_id: string) => sql`
  , located as (
    select g.*, d.location_id, case when d.location_id is null then g.cell end as open_cell
    from gathered g join devices d on d.id = g.device_id and d.tenant_id = ${tenant_id}
  ), few as (
    select open_cell from located where open_cell is not null and result <> 'not_shown'
    group by 1 having sum(plays) < ${LEAST_K}
  ), placed as (
    select l.*, case when l.open_cell in (select open_cell from few) then ${FEW}::text else l.open_cell end as place
    from located l
  )`;

const DIGITS = 3;
/** The middle of a cell. */
function middleOf(cell: string): string {
  const { south, north, west, east } = cellBounds(cell);
  return `${((south + north) / 2).toFixed(DIGITS)}, ${((west + east) / 2).toFixed(DIGITS)}`;
}

export function placeName(
  { location, place }: { location: string | null; place: string | null },
  labels: ReportLabels,
): string {
  if (location !== null) return location;
  if (place === null) return labels('places.none');
  return place === FEW ? labels('places.few', { least: LEAST_K }) : middleOf(place);
}
