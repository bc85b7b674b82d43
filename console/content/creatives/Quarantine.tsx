/** What is off all screens: a mark for lists, the reason where somebody looks at the file. */
import type { Asset, Quarantine } from '../../../shared/contract/content/media.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Whoever may decide on its release looks at it as it is; the server tells nobody else where it is. */
export const toDecideOn = (asset: Asset): Asset =>
  asset.state === 'quarantined' && asset.url !== '' ? { ...asset, state: 'ready' } : asset;

export const QuarantineMark = () => (
  <Mark shape="degraded" tone="warn" label={useText('creatives')('values.quarantined')} />
);

/** `quarantine`: null where the file may be shown. */
export function QuarantineNotice({ quarantine }: { quarantine: Quarantine | null }) {
  const text = useText('creatives');
  const format = useFormat();
  if (!quarantine) return null;
  const { reason, at, by_name, picture } = quarantine;
  const title = text(by_name === null ? 'quarantine.since' : 'quarantine.sinceBy', {
    ...{ time: format.dateTime(at), who: by_name ?? '' },
  });
  return (
    <div className="mb-3">
      <Notice tone="warn" title={title}>
        {reason !== '' && <p className="max-w-[60ch] break-words whitespace-pre-wrap">{reason}</p>}
        {picture !== null && <p>{text('quarantine.picture', { picture })}</p>}
        <p>{text('quarantine.text')}</p>
      </Notice>
    </div>
  );
}

/** In a list: since when, and on a narrow screen, which has no column for it, why. */
export function QuarantineLine({ quarantine: { at, reason } }: { quarantine: Quarantine }) {
  const text = useText('creatives');
  const format = useFormat();
  return (
    <span className="block min-w-36 pb-1 text-13 font-normal whitespace-normal text-ink-2">
      <QuarantineMark />{' '}
      <time dateTime={at} title={format.exact(at)}>
        {text('quarantine.sinceShort', { time: format.date(at) })}
      </time>
      <span className="line-clamp-3 md:hidden">{reason}</span>
    </span>
  );
}
