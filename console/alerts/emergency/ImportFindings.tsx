import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { FenceTable } from '../../kit/map/FenceTable.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PriorityMark } from './cells.tsx';
import { hasEffect } from './states.ts';

type Item = ImportAnswer['items'][number];

/** What a document says, message by message, and what would follow from each. */
export function ImportFindings({ answer: { items, refused, affected } }: { answer: ImportAnswer }) {
  const text = useText('alerts');
  const format = useFormat();
  return (
    <section aria-label={text('import.found')} className="flex flex-col gap-3">
      {items.some(hasEffect) && (
        <Notice tone={affected > 0 ? 'ok' : 'warn'} alert>
          {text('import.affected', { count: affected, shown: format.number(affected) })}
        </Notice>
      )}
      <ul className="border-t border-line">
        {items.map(item => (
          <Message key={`${item.sender} ${item.identifier} ${item.sent}`} item={item} />
        ))}
      </ul>
      {refused.length > 0 && (
        <Notice
          tone="danger"
          title={text('import.refused', { count: refused.length, shown: format.number(refused.length) })}
        >
          <ul className="list-disc pl-5">
            {refused.map(({ index, code, message }) => (
              <li key={index}>
                {text('import.message', { n: format.number(index + 1) })}{' '}
                {text(`warnings.${code}`, { defaultValue: message })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

function Message({ item }: { item: Item }) {
  const text = useText('alerts');
  const format = useFormat();
  const { areas, geocodes, effective_at, expires_at } = item;
  const codes = geocodes.map(({ name, value }) => `${name} ${value}`);
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3">
      <p className="font-semibold break-words">
        {text(`import.actions.${item.action}`)}
        {item.headline !== '' && `: ${item.headline}`}
      </p>
      {item.is_over && expires_at !== null && (
        <Notice tone="danger">{text('import.over', { time: format.appointment(expires_at) })}</Notice>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <PriorityMark priority={item.priority} />
        <span>{text(`values.${item.status}`)}</span>
        {effective_at !== null && (
          <span>{text('import.from', { time: format.appointment(effective_at) })}</span>
        )}
        {expires_at !== null && <span>{text('import.to', { time: format.appointment(expires_at) })}</span>}
      </p>
      {areas.length > 0 && <FenceTable fences={areas} />}
      {codes.length > 0 && <p>{format.list(codes)}</p>}
      {areas.length + codes.length === 0 && effective_at !== null && <p>{text('import.nowhere')}</p>}
      <p className="font-mono text-13 break-all text-ink-2">
        {item.sender} / {item.identifier}
      </p>
      <p className="text-13 text-ink-2">{format.exact(item.sent)}</p>
      {item.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="text-13 text-warn">
          {text(`warnings.${code}`, { defaultValue: message })} <span lang="en">{message}</span>
        </p>
      ))}
    </li>
  );
}
