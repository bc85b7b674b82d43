import { useState } from 'react';
import * as z from 'zod/mini';
import {
  FEED_FAULTS,
  feedPreview,
  type Feed,
  type FeedFault,
} from '../../../shared/contract/content/feed.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFieldText } from '../../kit/text/fieldText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useSave } from '../../kit/useSave.ts';

type Found = Answer<typeof feedPreview>;
type Source = Partial<Body<typeof feedPreview>>;

/** What its server refused or lacks, by the code of the answer; null where it is another error. */
function faultIn(error: unknown): FeedFault | null {
  const { fault } = error instanceof ApiError ? (error.details as { fault?: unknown }) : {};
  return FEED_FAULTS.find(one => one === fault) ?? null;
}

/** Reads the feed once, as the form stands, and shows what its first entries would become; nothing is kept. */
export function FeedPreview({ source }: { source: Source }) {
  const text = useText('feeds');
  const errorText = useErrorText();
  const save = useSave();
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { url, kind, format, language, keep_h, mapping } = source;
  const body = z.safeParse(feedPreview.body!, { url, kind, format, language, keep_h, mapping });

  async function look() {
    if (!body.success) return;
    setBusy(true);
    setFound(null);
    setFailure(null);
    await save(client => client.call(feedPreview, { body: body.data })).then(setFound, setFailure);
    setBusy(false);
  }
  const fault = faultIn(failure);
  return (
    <section aria-label={text('panels.preview')} className="flex flex-col gap-3">
      <div>
        <Button variant="outline" busy={isBusy} disabled={!body.success} onClick={() => void look()}>
          {text('preview.look')}
        </Button>
        {!body.success && <p className="pt-1 text-13 text-ink-2">{text('preview.incomplete')}</p>}
      </div>
      {failure !== null && (
        <Notice tone="danger" alert>
          {fault === null ? errorText(failure) : text(`values.${fault}`)}
        </Notice>
      )}
      {found && <Entries found={found} />}
    </section>
  );
}

function Entries({ found: { items, parts } }: { found: Found }) {
  const text = useText('feeds');
  const format = useFormat();
  const fieldText = useFieldText();
  if (items.length === 0) return <Notice tone="warn">{text('preview.none')}</Notice>;
  return (
    <>
      <p className="text-13 text-ink-2">{text('preview.parts', { parts: parts.join(', ') })}</p>
      <ul className="border-t border-line">
        {items.map((item, i) => (
          <li key={i} className="border-b border-line py-2">
            <p className="font-semibold break-words">{item.title}</p>
            <p className="max-w-[60ch] break-words text-ink-2">{item.body}</p>
            <p className="text-13 text-ink-2">
              {item.ends_at !== null && text('preview.until', { time: format.dateTime(item.ends_at) })}
              {item.image && <> · {text('preview.image')}</>}
            </p>
            {Object.entries(item.problems).map(([field, texts]) => (
              <p key={field} className="text-13 text-danger">
                {text('preview.problem', {
                  field: text(`values.${field}`, { defaultValue: field }),
                  problem: texts.map(one => fieldText(one)).join(' '),
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of a feed that is there: what it would bring now. */
export const FeedPreviewPanel = ({ row }: { row: Feed }) => <FeedPreview source={row} />;
