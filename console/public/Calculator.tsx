import { useTranslation } from 'react-i18next';
import type { Format } from '../../shared/i18n/format.ts';
import { Field } from '../kit/ui/controls/Field.tsx';
import { LIMITS, PLAY_MS, playsOf, parseWholeNumber, USAGE_KEYS, type PlanUsage } from './plans.ts';

type UsageInputs = Record<keyof PlanUsage, string>;
interface CalculatorProps {
  typed: UsageInputs;
  usage: PlanUsage | null;
  onChange: (typed: UsageInputs) => void;
  format: Format;
}

const PERCENT = 100;

export function Calculator({ typed, usage, onChange, format }: CalculatorProps) {
  const { t } = useTranslation('pricing');
  const plays = usage && playsOf(usage);
  return (
    <section aria-labelledby="month" className="border-t-2 border-ink bg-surface px-5 py-5">
      <h2 id="month" className="text-20">
        {t('calculator.title')}
      </h2>
      <p className="mt-1 text-ink-2">{t('calculator.text')}</p>
      <p className="text-ink-2">{t('calculator.length', { length: format.seconds(PLAY_MS) })}</p>
      <div className="mt-4 grid gap-5 sm:grid-cols-3">
        {USAGE_KEYS.map(key => {
          const { from, to } = LIMITS[key];
          const range = { from: format.number(from), to: format.number(to) };
          const isRight = parseWholeNumber(typed[key], LIMITS[key]) !== null;
          return (
            <Field
              key={key}
              label={t(`calculator.${key}`)}
              {...(isRight
                ? { hint: t('calculator.range', range) }
                : { error: t('calculator.invalid', range) })}
            >
              {aria => (
                <input
                  {...aria}
                  inputMode="numeric"
                  autoComplete="off"
                  className="control text-20 font-semibold"
                  value={typed[key]}
                  onChange={event => onChange({ ...typed, [key]: event.target.value })}
                />
              )}
            </Field>
          );
        })}
      </div>
      <div className="mt-5" aria-hidden="true">
        <div className="h-3 bg-neutral-tint">
          <div className="h-3 bg-chart-1" style={{ width: `${usage?.share ?? 0}%` }} />
        </div>
      </div>
      {usage && (
        <p className="mt-2 text-13 text-ink-2">
          {t('calculator.loop', { share: format.percent(usage.share / PERCENT) })}
        </p>
      )}
      <dl aria-live="polite" className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-3">
        {(['perDay', 'perMonth'] as const).map(span => (
          <div key={span}>
            <dt className="text-ink-2">{t(`calculator.${span}`)}</dt>
            <dd className="font-mono text-28 font-semibold">{plays ? format.number(plays[span]) : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
