import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { useDebouncedField } from '../../kit/useDebounced.ts';

/** What an action is written with. */
const DISALLOWED_CHARS = /[^a-z_.-]/g;

/** The name of an action, exactly: `users.suspend`. */
export function ActionFilter({ values, change }: CustomFilterProps) {
  const text = useText('audit');
  const [typed, setTyped] = useDebouncedField(values.action ?? '', action => change({ action }));
  return (
    <label className="w-full sm:w-56">
      <span className="sr-only">{text('filters.action')}</span>
      <input
        value={typed}
        maxLength={60}
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text('filters.actionExample')}
        onChange={e => setTyped(e.target.value.toLowerCase().replace(DISALLOWED_CHARS, ''))}
        className="control"
      />
    </label>
  );
}
