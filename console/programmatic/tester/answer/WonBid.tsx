import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JudgedBid } from '../../../../shared/openrtb/auction/bid.ts';
import { decimalOf } from '../../../../shared/openrtb/auction/price.ts';
import type { Standing } from '../../../../shared/openrtb/auction/rank.ts';
import { getIn, listOf, textOf, type Json } from '../../../../shared/openrtb/json.ts';
import { renderMacros, type MacroValues } from '../../../../shared/openrtb/macros.ts';
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';

const NOTICES = ['nurl', 'burl', 'lurl', 'adm'] as const;
const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : '');

/** What its notices would say, had the spot played as planned. */
function valuesOf({ bid, clearing_micros, min_to_win_micros }: Standing, request: unknown): MacroValues {
  const imp = listOf(getIn(request, 'imp')).find(one => getIn(one, 'id') === bid.imp_id);
  return {
    AUCTION_ID: plain(getIn(request, 'id')),
    AUCTION_BID_ID: bid.bid_id,
    AUCTION_IMP_ID: bid.imp_id,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: textOf(bid.raw.adid) ?? '',
    AUCTION_PRICE: decimalOf(clearing_micros ?? 0),
    AUCTION_CURRENCY: bid.cur,
    AUCTION_LOSS: 0,
    AUCTION_MIN_TO_WIN: min_to_win_micros === null ? '' : decimalOf(min_to_win_micros),
    AUCTION_MULTIPLIER: plain(getIn(imp, 'qty', 'multiplier')),
    AUCTION_IMP_TS: plain(getIn(imp, 'dt')),
  };
}

/** The bid that wins: what it pays, what the screen would show, and its notices with their macros filled. */
export function WonBid({ standing, request }: { standing: Standing; request: unknown }) {
  const { t } = useTranslation('openrtb');
  const [values, setValues] = useState<'real' | 'audit'>('real');
  const { bid, clearing_micros, min_to_win_micros } = standing;
  const money = (micros: number | null) => (micros === null ? '–' : `${decimalOf(micros)} ${bid.cur}`);
  return (
    <section aria-label={t('won.title')}>
      <h2 className="mb-2 text-20 font-bold">{t('won.title')}</h2>
      <dl className="mb-4 grid gap-x-8 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <Fact name={t('won.pays')} value={money(clearing_micros)} />
        <Fact name={t('won.minToWin')} value={money(min_to_win_micros)} />
        <Fact name={t('won.shows')} value={useShown(bid)} />
      </dl>
      <div className="mb-2 flex flex-wrap items-center gap-4">
        <h3 className="font-semibold">{t('won.notices')}</h3>
        <Segmented
          label={t('won.values')}
          value={values}
          onChange={setValues}
          options={[
            { value: 'real', label: t('won.real') },
            { value: 'audit', label: 'AUDIT' },
          ]}
        />
      </div>
      {NOTICES.map(name => (
        <Rendered
          key={name}
          name={name}
          raw={bid.raw}
          values={values === 'audit' ? 'AUDIT' : valuesOf(standing, request)}
        />
      ))}
    </section>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="font-mono break-all">{value}</dd>
  </>
);

/** Nothing of a stranger is loaded here: what would be shown is said. */
function useShown({ markup, w, h, dur }: JudgedBid): string {
  const { t } = useTranslation('openrtb');
  const size = w === null || h === null ? '' : ` · ${w} × ${h}`;
  if (markup.kind === 'image') return `${t('won.image')}${size} · ${markup.url}`;
  if (markup.kind !== 'vast') return '–';
  const [file] = markup.vast.media;
  return `${t('won.video', { seconds: dur ?? markup.vast.duration_s })}${size} · ${file?.mime ?? ''} · ${file?.url ?? ''}`;
}

function Rendered({ name, raw, values }: { name: string; raw: Json; values: MacroValues | 'AUDIT' }) {
  const { t } = useTranslation('openrtb');
  const text = raw[name];
  if (typeof text !== 'string' || text === '') return null;
  const rendered = renderMacros(text, values);
  return (
    <div className="mb-3">
      <h4 className="font-mono text-13 text-ink-2">{name}</h4>
      <pre className="max-h-40 overflow-auto border border-line bg-bg p-2 font-mono text-13 break-all whitespace-pre-wrap">
        {rendered.text}
      </pre>
      {rendered.unknown.length > 0 && (
        <Notice tone="warn">{t('won.unknown', { names: rendered.unknown.join(', ') })}</Notice>
      )}
    </div>
  );
}
