import type { EvidencePlay } from '../../../shared/contract/sales/dispute.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const CELL = 'px-3 py-2 text-left align-top';

/** Plays one by one, those that something speaks against first. */
export function EvidencePlays({ plays, total }: { plays: readonly EvidencePlay[]; total: number }) {
  const text = useText('disputes');
  const words = useText('plays');
  const format = useFormat();
  const heads = ['started_at', 'device_name', 'state', 'clock_quality', 'place_grade'] as const;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3">
        {text('evidence.list', { n: format.number(plays.length), all: format.number(total) })}
      </summary>
      <div role="group" aria-label={text('evidence.plays')} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-13">
          <thead>
            <tr className="border-b border-line text-12 text-ink-2">
              {heads.map(head => (
                <th key={head} scope="col" className={CELL}>
                  {words(`fields.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plays.map(play => (
              <tr key={play.play_id} className="border-b border-line">
                <td className={`${CELL} font-mono whitespace-nowrap`}>{format.exact(play.started_at)}</td>
                <td className={CELL}>{play.device_name}</td>
                <td className={CELL}>
                  {words(`values.${play.state}`)}
                  {play.reasons.length > 0 && (
                    <span className="block text-ink-2">
                      {format.list(play.reasons.map(reason => words(`reasons.${reason}`)))}
                    </span>
                  )}
                </td>
                <td className={`${CELL} font-mono`}>{play.clock_quality}</td>
                <td className={CELL}>{play.place_grade && words(`place.${play.place_grade}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
