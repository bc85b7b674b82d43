import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { listingSold, type Listing } from '../../../shared/contract/sales/listing.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { ChartFrame } from '../../kit/charts/ChartFrame.tsx';
import { useFormat, useNow, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { SoldCalendar, SoldDay, type Sold } from './SoldCalendar.tsx';
import { shownDays, SPANS, type Span } from './soldDays.ts';

const SKELETON_ROWS = 6;

/** What of it is sold, day by day, and to whom. */
export default function SoldPanel({ row }: { row: Listing }) {
  const text = useText('listings');
  const { client } = useAuth();
  const tz = useZone();
  const today = isoDate(useNow(), tz);
  const [span, setSpan] = useState<Span>('days');
  const [n, setN] = useState(0);
  const query = { ...shownDays(span, today, n), tz };
  const answer = useQuery({
    ...read(client, listingSold, { params: { id: row.id }, query }),
    placeholderData: keepPreviousData,
  });
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.data.screens === 0)
    return (
      <div className="flex flex-col gap-4">
        <GoneNotice row={row} />
        <EmptyState title={text('sold.noScreens')} text={text('sold.noScreensText')} />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <GoneNotice row={row} />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented<Span>
          label={text('sold.spans')}
          value={span}
          options={SPANS.map(value => ({ value, label: text(`sold.${value}`) }))}
          onChange={next => {
            setSpan(next);
            setN(0);
          }}
        />
        <IconButton label={text('sold.earlier')} onClick={() => setN(n - 1)}>
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <IconButton label={text('sold.later')} onClick={() => setN(n + 1)}>
          <ChevronRight size={20} aria-hidden />
        </IconButton>
        <Button variant="quiet" disabled={n === 0} onClick={() => setN(0)}>
          {text('sold.today')}
        </Button>
      </div>
      <Days sold={answer.data} today={today} most={row.share_max_pct} />
    </div>
  );
}

function Days({ sold, today, most }: { sold: Sold; today: string; most: number }) {
  const text = useText('listings');
  const format = useFormat();
  const [picked, setPicked] = useState<string | null>(null);
  const { days, campaigns } = sold;
  const chosen = days.find(({ day }) => day === picked) ?? days.find(({ day }) => day === today) ?? days[0];
  const percent = (pct: number) => format.finePercent(pct / 100);
  const nameOf = (id: string) => campaigns.find(one => one.id === id)?.name ?? '';
  const screens = text('sold.screens', { count: sold.screens, shown: format.number(sold.screens) });
  return (
    <>
      <ChartFrame
        title={text('sold.title')}
        rowTitle={text('sold.day')}
        rows={days.map(({ day }) => format.day(day))}
        columns={[
          { label: text('sold.share'), cells: days.map(({ sold_pct }) => percent(sold_pct)) },
          { label: text('sold.free'), cells: days.map(({ free_pct }) => percent(free_pct)) },
          {
            label: text('sold.campaigns'),
            cells: days.map(({ booked }) => format.list(booked.map(one => nameOf(one.campaign_id))) || '–'),
          },
        ]}
      >
        <SoldCalendar days={days} chosen={chosen?.day ?? null} today={today} choose={setPicked} />
      </ChartFrame>
      <p className="text-13 text-ink-2">
        {text('sold.about', { screens, most: format.percent(most / 100) })}
      </p>
      {chosen && <SoldDay day={chosen} campaigns={campaigns} />}
    </>
  );
}
