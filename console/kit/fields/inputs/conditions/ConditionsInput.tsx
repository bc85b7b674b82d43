import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../../../shared/contract/playout/schedule.ts';
import { useFormat } from '../../../text/useFormat.ts';
import { NumberInput } from '../../NumberInput.tsx';
import { Group, partAria } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { conditionsOf, LIMITS, needsWeather, partsOf, WORDS, type ConditionParts } from './conditions.ts';

/**
 * Who must be in the car and what the weather must be. Without weather what depends on it would never play, so only
 * what depends on it already shows those fields then, to lose them again.
 */
export function ConditionsInput({ input, aria, ...field }: WidgetProps<'conditions'>) {
  const { name, value, disabled, onChange, onBlur, ref } = field;
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const staleMin = input.useStaleMin();
  const conditions = Array.isArray(value) ? (value as Condition[]) : [];
  const parts = partsOf(conditions);
  const change = (part: Partial<ConditionParts>) => onChange(conditionsOf({ ...parts, ...part }));
  const hasWeather = staleMin === undefined ? false : staleMin !== null;
  /** One of a fixed set of words; they stay in the order of the set. */
  const words = <K extends keyof typeof WORDS>(of: K) => (
    <fieldset>
      <legend className="text-13 text-ink-2">{t(`conditions.${of}`)}</legend>
      <div className="flex flex-wrap gap-x-5">
        {WORDS[of].map((word, n) => {
          const chosen: readonly string[] = parts[of];
          const id = `${aria.id}-${word}`;
          return (
            <label key={word} htmlFor={id} className="flex min-h-12 items-center gap-3">
              <input
                id={id}
                ref={of === 'ride' && n === 0 ? ref : undefined}
                type="checkbox"
                name={`${name}.${word}`}
                disabled={disabled}
                className="size-6 accent-primary"
                checked={chosen.includes(word)}
                onBlur={onBlur}
                onChange={event =>
                  change({
                    [of]: event.target.checked ? [...chosen, word] : chosen.filter(one => one !== word),
                  })
                }
              />
              {t(`conditions.words.${word}`)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
  return (
    <Group aria={aria}>
      {words('ride')}
      <p className="text-13 text-ink-3">{t('conditions.rideHint')}</p>
      {staleMin === null && <input.WhenOff />}
      {(hasWeather || needsWeather(conditions)) && (
        <>
          {words('sky')}
          <div className="flex flex-wrap gap-3">
            {LIMITS.map(limit => (
              <div key={limit} className="flex min-w-32 flex-1 flex-col gap-1">
                <label htmlFor={`${aria.id}-${limit}`} className="text-13 text-ink-2">
                  {t(`conditions.${limit}`)}
                </label>
                <NumberInput
                  {...partAria(aria, limit)}
                  name={`${name}.${limit}`}
                  value={parts[limit]}
                  disabled={disabled}
                  onBlur={onBlur}
                  onChange={n => change({ [limit]: n ?? null })}
                />
              </div>
            ))}
          </div>
          <p className="text-13 text-ink-3">
            {t('conditions.weatherHint')}
            {typeof staleMin === 'number' && <> {t('conditions.stale', { n: format.number(staleMin) })}</>}
          </p>
        </>
      )}
    </Group>
  );
}
