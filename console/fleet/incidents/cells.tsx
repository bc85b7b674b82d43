import { Link } from 'wouter';
import type { Incident } from '../../../shared/contract/fleet/incident.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const MAX_NAMES = 5;
export const namesOf = ({ devices }: Incident) => devices.map(device => device.name).join(', ');

/** The first of them by name, the others counted. */
export function ScreensCell({ row }: { row: Incident }) {
  const text = useText('incidents');
  const format = useFormat();
  const named = row.devices.slice(0, MAX_NAMES);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {named.map(({ id, name }) => (
        <Link
          key={id}
          href={`${PATHS.devices}?id=${id}`}
          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
        >
          {name}
        </Link>
      ))}
      {row.device_count > named.length && (
        <span className="text-ink-2">
          {text('more', { n: format.number(row.device_count - named.length) })}
        </span>
      )}
    </span>
  );
}
