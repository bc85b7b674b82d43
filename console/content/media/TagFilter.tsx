import { useTranslation } from 'react-i18next';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useFolders } from './useFolders.ts';

/** One of the tags that files have, with how many have it. */
export function TagFilter({ values, change }: CustomFilterProps) {
  const { t } = useTranslation('screens');
  const text = useText('media');
  const format = useFormat();
  const { data } = useFolders();
  const value = values['tag'] ?? '';
  const tags = data?.tags ?? [];
  const isGone = value !== '' && !tags.some(({ tag }) => tag === value);
  if (tags.length === 0 && value === '') return null;
  return (
    <label>
      <span className="sr-only">{text('filters.tag')}</span>
      <select
        value={value}
        onChange={event => change({ tag: event.target.value })}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what: text('filters.tag') })}</option>
        {isGone && <option value={value}>{value}</option>}
        {tags.map(({ tag, files }) => (
          <option key={tag} value={tag}>
            {`${tag} (${format.number(files)})`}
          </option>
        ))}
      </select>
    </label>
  );
}
