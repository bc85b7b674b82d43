/** How each kind of value is edited. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { isLazy } from './inputs/lazyInput.ts';
import type { InputProps } from './inputs/props.ts';
import { LazyInputOf } from './inputs/widgets.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { lazyWithRetry } from '../lazyPage.ts';
import { NumberInput } from './NumberInput.tsx';
import { useFormat } from '../text/useFormat.ts';
import { useText } from '../text/useText.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';

/** Comes with its field, as the relation itself does. */
const RelationPicker = lazyWithRetry(async () => ({
  default: (await import('./RelationPicker.tsx')).RelationPicker,
}));
const MS_A_SECOND = 1_000;
const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An input with neither a case here nor a file in inputs/widgets.tsx does not compile. */
export function InputOf(props: InputProps): ReactElement {
  const { input, aria, name, value, disabled, onChange, onBlur, ref } = props;
  const text = useText(props.resource);
  const { t } = useTranslation('screens');
  const format = useFormat();
  const currentUser = useCurrentUser();
  const common = { ...aria, name, disabled, onBlur, ref };
  /** How many characters are typed of those it may have. */
  const counted = (control: ReactElement) => {
    if ((input.as !== 'text' && input.as !== 'area') || input.max === undefined) return control;
    const length = asText(value).trim().length;
    return (
      <div>
        {control}
        <span
          className={clsx(
            'block text-right font-mono text-12',
            length > input.max ? 'font-semibold text-danger' : 'text-ink-3',
          )}
        >
          {t('counted', { n: format.number(length), max: format.number(input.max) })}
        </span>
      </div>
    );
  };
  if (isLazy(input)) return <LazyInputOf {...props} input={input} inputOf={InputOf} />;
  switch (input.as) {
    case 'text':
      return counted(
        <input
          {...common}
          type={input.type ?? 'text'}
          className="control"
          value={asText(value)}
          onChange={e => onChange(input.nullable && e.target.value === '' ? null : e.target.value)}
        />,
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          placeholder={input.empty ? text(`values.${input.empty}`) : input.placeholder}
          value={value}
          onChange={n => onChange(n ?? (input.nullable ? null : undefined))}
        />
      );
    case 'check':
      return (
        /** What lies around the box counts as the box, because a finger is wider than it. */
        <label className="flex size-12 items-center">
          <input
            {...common}
            type="checkbox"
            className="size-6 accent-primary"
            checked={value === true}
            onChange={e => onChange(e.target.checked)}
          />
        </label>
      );
    case 'area':
      return counted(
        <textarea
          {...common}
          rows={3}
          className="control py-3"
          value={asText(value)}
          onChange={e => onChange(e.target.value)}
        />,
      );
    case 'seconds':
      return (
        <div className="relative">
          <NumberInput {...common} className="pr-24" unit={MS_A_SECOND} value={value} onChange={onChange} />
          <span aria-hidden="true" className="absolute top-0 right-3 flex h-12 items-center text-ink-3">
            {typeof value === 'number' && Number.isFinite(value) ? format.duration(value) : ''}
          </span>
        </div>
      );
    case 'range':
      return (
        <div className="flex min-h-12 items-center gap-4">
          <input
            {...common}
            type="range"
            min={input.min}
            max={input.max}
            className="h-12 flex-1 accent-primary"
            value={Number(value)}
            onChange={e => onChange(Number(e.target.value))}
          />
          <output className="w-12 text-right font-mono">{format.number(Number(value))}</output>
        </div>
      );
    case 'select':
      return (
        <select
          {...common}
          className="control"
          value={asText(value)}
          onChange={e => onChange(input.options.find(option => String(option) === e.target.value) ?? null)}
        >
          {(input.nullable || value === '' || value === undefined) && (
            <option value="">
              {input.empty ? text(`values.${input.empty}`) : input.nullable ? t('none') : t('choose')}
            </option>
          )}
          {input.options
            .filter(option => option === value || (input.isOptionAllowed?.(option, currentUser) ?? true))
            .map(option => (
              <option key={option} value={option}>
                {text(`values.${option}`)}
              </option>
            ))}
        </select>
      );
    case 'pick':
      return (
        <LazyPart fallback={<span className="block min-h-12" />}>
          <RelationPicker {...common} input={input} value={asText(value)} onChange={onChange} />
        </LazyPart>
      );
  }
}
