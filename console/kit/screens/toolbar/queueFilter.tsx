/** The filter that a queue starts with: what needs somebody. It comes with the pages that have one, so that other lists do not carry it. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import type { CustomFilter, CustomFilterProps, StartFilter } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useText } from '../../text/useText.ts';

/** The value by which it is lifted in the URL. */
const LIFTED = 'all';

interface Queue {
  resource: string;
  key: string;
  /** What it starts with: one of the options, or several, with a text `defaults.<key>`. */
  value: string;
  options: readonly string[];
  yieldsTo?: readonly string[];
}
/** `start` counts until its filter, or one that it yields to, is chosen. */
export function queueFilter({ resource, key, value, options, yieldsTo = [] }: Queue) {
  const start: StartFilter = chosen => {
    if ([key, ...yieldsTo].every(one => chosen[one] === undefined)) return { ...chosen, [key]: value };
    const { [key]: own, ...others } = chosen;
    return own === LIFTED ? others : chosen;
  };
  function Choice({ values, change }: CustomFilterProps) {
    const { t } = useTranslation('screens');
    const text = useText(resource);
    const label = text(`filters.${key}`);
    return (
      <label className="flex flex-col gap-1">
        <span className="sr-only">{label}</span>
        <select
          value={values[key] ?? LIFTED}
          onChange={e => change({ [key]: e.target.value })}
          className={`control w-auto ${values[key] === undefined ? '' : 'bg-neutral-tint font-semibold'}`}
        >
          {!options.includes(value) && <option value={value}>{text(`defaults.${key}`)}</option>}
          <option value={LIFTED}>{t('list.any', { what: label })}</option>
          {options.map(option => (
            <option key={option} value={option}>
              {text(`values.${option}`)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  /** Says that the list holds no more than that, and lifts it: on a narrow screen the filter is out of sight. */
  function Note() {
    const text = useText(resource);
    const [params, setParams] = useSearchParams();
    if (start(Object.fromEntries(params))[key] !== value) return null;
    const showAll = () => setParams({ ...Object.fromEntries(params), [key]: LIFTED }, { replace: true });
    return (
      <p className="mb-3 flex flex-wrap items-center gap-x-2 text-ink-2">
        {text('queue.note')}
        <Button variant="quiet" className="px-2! text-primary!" onClick={showAll}>
          {text('queue.showAll')}
        </Button>
      </p>
    );
  }
  const filter: CustomFilter = { keys: [key], input: Choice };
  return { filter, start, Note };
}
