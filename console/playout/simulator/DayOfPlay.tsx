/** The day as it was worked out: who has which share of it, what kept the others back, and its hours. */
import { useQueries } from '@tanstack/react-query';
import { campaigns } from '../../../shared/contract/sales/campaign.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { fillOf } from '../../kit/ui/display/LoopStrip.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { LOOP, SPOTS, type SimulatedDay } from './day.ts';
import { figuresText } from './figures.ts';
import { TimeLine } from './TimeLine.tsx';

interface DayOfPlayProps {
  done: SimulatedDay;
  /** The same day with the mix that is set, where another one was tried. */
  asSet: SimulatedDay | null;
  tz: string;
}
const NOTHING = { ms: 0, plays: 0 };
const shareIn = ({ totals }: SimulatedDay) => {
  const all = [...totals.values()].reduce((sum, { ms }) => sum + ms, 0);
  return (key: string) => (all === 0 ? 0 : (totals.get(key) ?? NOTHING).ms / all);
};

export function DayOfPlay({ done, asSet, tz }: DayOfPlayProps) {
  const text = useText('simulator');
  const format = useFormat(tz);
  const nameOf = useNames(done);
  const { totals, kept } = done;
  const played = [...new Set([...totals.keys(), ...(asSet?.totals.keys() ?? [])])];
  const keys = played.sort((a, b) => Number(a === LOOP) - Number(b === LOOP));
  const fill = (key: string) => (key === LOOP ? 'bg-neutral-tint' : fillOf(keys.indexOf(key)));
  // Campaigns that were all refused are listed with their reasons: the answer to why nothing plays.
  if (keys.length === 0 && kept.size === 0) return <p className="mt-4">{text('nothing')}</p>;
  const share = shareIn(done);
  const before = asSet && shareIn(asSet);
  const rows = [...keys, ...[...kept.keys()].filter(key => !keys.includes(key))];
  return (
    <div className="mt-5">
      <table className="mb-6 w-full">
        <caption className="mb-2 text-left text-16 font-semibold">{text('shares')}</caption>
        <thead>
          <tr className="border-b border-line text-left text-13 text-ink-2">
            <th scope="col">{text('fields.campaign')}</th>
            {(['plays', ...(before ? ['share_as_set'] : []), 'share'] as const).map(name => (
              <th key={name} scope="col" className="pl-3 text-right">
                {text(`fields.${name}`)}
              </th>
            ))}
            <th scope="col" className="pl-4">
              {text('fields.kept')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(key => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-normal">
                {keys.includes(key) && (
                  <span aria-hidden className={`mr-2 inline-block size-3 ${fill(key)}`} />
                )}
                {nameOf(key)}
              </th>
              <td className="pl-3 text-right font-mono">
                {format.number((totals.get(key) ?? NOTHING).plays)}
              </td>
              {before && (
                <td className="pl-3 text-right font-mono text-ink-2">{format.finePercent(before(key))}</td>
              )}
              <td className="pl-3 text-right font-mono">{format.finePercent(share(key))}</td>
              <td className="pl-4 text-13 text-ink-2">
                <Reasons done={done} campaign={key} format={format} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TimeLine hours={done.hours} keys={keys} fill={fill} nameOf={nameOf} format={format} />
    </div>
  );
}

const MOST_REASONS = 2;
interface ReasonsProps {
  done: SimulatedDay;
  campaign: string;
  format: ReturnType<typeof useFormat>;
}
/** The reasons that kept it from most decisions, each with the numbers of its first time. */
function Reasons({ done: { kept, figures, decisions }, campaign, format }: ReasonsProps) {
  const text = useText('simulator');
  const most = [...(kept.get(campaign) ?? [])].sort(([, a], [, b]) => b - a).slice(0, MOST_REASONS);
  return most.map(([reason, n]) => {
    const example = figures.get(campaign)?.get(reason);
    return (
      <span key={reason} className="block">
        {text('keptBy', { reason: text(`reasons.${reason}`), share: format.percent(n / decisions) })}
        {example && <span className="block text-ink-3">{figuresText(example, text, format)}</span>}
      </span>
    );
  });
}

const MOST_NAMES = 100;
/** Campaigns of the day, also those that never played. */
const keysOf = ({ totals, kept }: SimulatedDay) =>
  [...new Set([...totals.keys(), ...kept.keys()])].filter(key => key !== LOOP && key !== SPOTS);

/** Of campaigns, where the reader may see them; else what their creatives are called. */
function useNames(done: SimulatedDay): (key: string) => string {
  const text = useText('simulator');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const ids = canAccess('campaigns', 'R') ? keysOf(done).slice(0, MOST_NAMES) : [];
  const answers = useQueries({ queries: ids.map(id => read(client, campaigns.read, { params: { id } })) });
  const names = new Map(answers.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
  return key =>
    key === LOOP || key === SPOTS
      ? text(key)
      : (names.get(key) ?? [...(done.totals.get(key)?.names ?? [])].join(', ')) || text('campaign');
}
