import { useTranslation } from 'react-i18next';
import type { CustomFilterProps } from '../kit/resource/defineResource.ts';

/** The screens of one build. It is chosen on the live wall, which counts them by build; here it is seen and lifted. */
export function VersionFilter({ values, change }: CustomFilterProps) {
  const { t } = useTranslation(['devices', 'screens']);
  const value = values['app_version'] ?? '';
  if (value === '') return null;
  const label = t('devices:fields.version');
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={event => change({ app_version: event.target.value })}
        className="control w-auto max-w-56 bg-neutral-tint font-semibold"
      >
        <option value="">{t('screens:list.any', { what: label })}</option>
        <option value={value}>{`${label} ${value}`}</option>
      </select>
    </label>
  );
}
