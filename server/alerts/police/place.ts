/** Where a partner's alert is for. Pure. */
import type { Jurisdiction } from '../../../shared/contract/alerts/policeClient.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { geoTarget, type IntakeColumns } from '../intake/columns.ts';

/** Warnings about a place that was named and could not be read. */
const UNREADABLE = ['polygon', 'circle', 'geocode'];
const WHOLE_JURISDICTION =
  'The message names no place on the map, so every screen in your whole jurisdiction shows it. Send a polygon, a circle or a geocode to show it there only.';

/**
 * One that names no place is for the whole jurisdiction, and says so. One whose place cannot be read is refused: it was
 * meant for less.
 */
export function placed(columns: IntakeColumns, jurisdiction: Jurisdiction): IntakeColumns {
  const wrong = columns.warnings.find(({ code }) => UNREADABLE.includes(code));
  if (wrong !== undefined) throw new AppError('VALIDATION', wrong.message, { [wrong.code]: [wrong.message] });
  if (columns.target.areas.length + columns.target.geocodes.length > 0) return columns;
  const others = columns.warnings.filter(({ code }) => code !== 'no_place');
  return {
    ...columns,
    target: geoTarget([...jurisdiction.areas], [...jurisdiction.geocodes]),
    warnings: [...others, { code: 'no_place', message: WHOLE_JURISDICTION }],
  };
}
