import { useState, type ReactNode } from 'react';
import type { Fit } from '../../../shared/alerts/draw.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { DEFAULT_TTL_S, isUrgent } from '../../../shared/contract/alerts/cap.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { PriorityMark } from '../emergency/cells.tsx';
import { takesTwo } from '../emergency/states.ts';
import { TypedContext } from './typed.ts';
import { blanksIn, priorityIn, targetIn, templateIn, textsIn, type TypedValues } from './values.ts';

const S_MS = 1_000;
const AlertPreview = lazyWithRetry(async () => ({
  default: (await import('../preview/AlertPreview.tsx')).AlertPreview,
}));
const ReachBox = lazyWithRetry(async () => ({ default: (await import('./ReachBox.tsx')).ReachBox }));

interface BesideProps {
  values: TypedValues;
  /** Of the row, with languages that the form does not show. */
  texts?: Alert['texts'];
  children: ReactNode;
}
/** The form, and beside it what it would do: on a screen, by its weight, and to how many. */
export function Beside({ values, texts, children }: BesideProps) {
  const text = useText('alerts');
  const format = useFormat();
  const [fit, setFit] = useState<Fit>('all');
  const priority = priorityIn(values);
  const status = values['status'] as Alert['status'];
  const screenTexts = textsIn(values, texts);
  const template = templateIn(values);
  const blanks = blanksIn(screenTexts);
  const response_types = values['response_types'] as Alert['response_types'] | undefined;
  const ttl_s = (values['ttl_s'] as number | null) ?? DEFAULT_TTL_S(priority);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
      <div>
        <TypedContext value={values}>{children}</TypedContext>
      </div>
      <aside
        aria-label={text('preview.title')}
        className="flex flex-col gap-5 xl:sticky xl:top-4 xl:self-start"
      >
        <LazyPart fallback={<Skeleton rows={6} />}>
          <AlertPreview
            alert={{
              ...{ texts: screenTexts, template, priority, status, expires_at: null },
              response_types: response_types ?? [],
            }}
            onFit={setFit}
          />
        </LazyPart>
        <div aria-live="polite" className="flex flex-col gap-3">
          {fit !== 'all' && <Notice tone={fit === 'cut' ? 'danger' : 'warn'} title={text(`fit.${fit}`)} />}
          {blanks.length > 0 && (
            <Notice tone="warn" title={text('blanks.title')}>
              {text('blanks.text', { blanks: format.list(blanks) })}
            </Notice>
          )}
          {template === 'ticker' && <Notice tone="info" title={text('tickerText')} />}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
          <PriorityMark priority={priority} />
          <span className="text-13 text-ink-2">
            {text(values['priority'] === null ? 'weight.follows' : 'weight.chosen')}
          </span>
          <span className="text-13 text-ink-2">
            {text('lasts', { length: format.duration(ttl_s * S_MS) })}
          </span>
        </p>
        {takesTwo({ priority, status }) && <Notice tone="warn" title={text('twoPeople')} />}
        <LazyPart fallback={<Skeleton rows={2} />}>
          <ReachBox
            {...{ target: targetIn(values), status, forced: values['forced'] === true }}
            isUrgent={isUrgent({ priority })}
          />
        </LazyPart>
      </aside>
    </div>
  );
}
