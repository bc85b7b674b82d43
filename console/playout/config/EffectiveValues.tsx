import { AGE_BUCKETS } from '../../../shared/contract/playout/audience.ts';
import { AUDIENCE_MODES } from '../../../shared/contract/playout/playerValues.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText, type Text } from '../../kit/text/useText.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import type { ConfigAnswer, ConfigPageOptions } from './configPage.ts';

/** Values that have a word of their own. */
const WORDS: readonly string[] = [...AUDIENCE_MODES, ...AGE_BUCKETS];

/** Where nobody has published such a page screens play without it: its defaults hold from the first publication on. */
export const isUnpublished = ({ name }: ConfigPageOptions, { is_in_force }: ConfigAnswer) =>
  name !== 'ageGender' && !is_in_force;

/** What the screens of this scope have now, and which scope it comes from. */
export function EffectiveValues({ page, data }: { page: ConfigPageOptions; data: ConfigAnswer }) {
  const text = useText('playerConfig');
  const format = useFormat();
  if (isUnpublished(page, data))
    return (
      <section aria-labelledby="effective">
        <h2 id="effective" className="text-20">
          {text('effective.title')}
        </h2>
        <p className="mt-1 max-w-[640px] text-ink-2">{text(`effective.none.${page.name}`)}</p>
      </section>
    );
  return (
    <section aria-labelledby="effective">
      <h2 id="effective" className="text-20">
        {text('effective.title')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{text('effective.text')}</p>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b-2 border-ink text-12 text-ink-2">
              <th className="h-10 pr-3">{text('effective.field')}</th>
              <th className="pr-3">{text('effective.value')}</th>
              <th>{text('effective.origin')}</th>
            </tr>
          </thead>
          <tbody>
            {page.fields.map(({ name }) => {
              const sourced = data.effective[name];
              if (!sourced) return null;
              return (
                <tr key={name} className="border-b border-line align-top">
                  <th scope="row" className="py-2 pr-3 font-normal text-ink-2">
                    {text(`fields.${name}`)}
                  </th>
                  <td className="py-2 pr-3 font-semibold break-words">
                    {valueText(sourced.value, { text, format })}
                  </td>
                  <td className="py-2">
                    {text(`origins.${sourced.origin}`, { name: sourced.name ?? '' }).trim()}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function valueText(value: unknown, { text, format }: { text: Text; format: Format }): string {
  if (typeof value === 'number') return format.number(value);
  if (Array.isArray(value)) return value.map(one => valueText(one, { text, format })).join(' · ') || '–';
  if (typeof value === 'object' && value !== null)
    return Object.values(value).filter(Boolean).join(' · ') || '–';
  if (typeof value !== 'string' || value === '') return '–';
  return WORDS.includes(value) ? text(`values.${value}`) : value;
}
