import { instant } from '../../../../shared/clock.ts';
import { localOf, momentOf } from '../../../kit/fields/inputs/time/zoned.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';

interface MomentFieldsProps {
  /** ms */
  at: number;
  tz: string;
  zones: readonly string[];
  setAt: (at: number) => void;
  setZone: (tz: string) => void;
  toNow: () => void;
}

/** The moment by the clocks of a screen; a time that those clocks leave out moves on to the next they show. */
export function MomentFields({ at, tz, zones, setAt, setZone, toNow }: MomentFieldsProps) {
  const text = useText('playlists');
  function pick(local: string) {
    if (local === '') return;
    const moment = momentOf(local, tz);
    const found = 'iso' in moment ? moment : momentOf(moment.next, tz);
    if ('iso' in found) setAt(Date.parse(found.iso));
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={text('preview.moment')}>
        {aria => (
          <input
            {...aria}
            type="datetime-local"
            className="control w-60 max-w-full font-mono"
            value={localOf(instant(at), tz)}
            onChange={event => pick(event.target.value)}
          />
        )}
      </Field>
      <Field label={text('preview.zone')}>
        {aria => (
          <select
            {...aria}
            className="control w-auto"
            value={tz}
            onChange={event => setZone(event.target.value)}
          >
            {zones.map(zone => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Field>
      <Button variant="outline" onClick={toNow}>
        {text('preview.toNow')}
      </Button>
    </div>
  );
}
