import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import type { Values } from './configPage.ts';

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const noticeOf = ({ notice }: Values) => (notice ?? {}) as { en?: string; zh?: string };
/** What must be answered before anybody's presence is estimated. */
const POINTS = {
  legal_basis: (values: Values) => isText(values['legal_basis']),
  dpia_ref: (values: Values) => isText(values['dpia_ref']),
  notice_en: (values: Values) => isText(noticeOf(values).en),
  notice_zh: (values: Values) => isText(noticeOf(values).zh),
};
const isOff = ({ mode }: Values) => mode === 'off' || mode === null || mode === undefined;

export const isComplete = (values: Values) =>
  isOff(values) || Object.values(POINTS).every(isAnswered => isAnswered(values));

export function Checklist({ values }: { values: Values }) {
  const text = useText('playerConfig');
  return (
    <section aria-labelledby="checklist">
      <h2 id="checklist" className="text-16">
        {text('checklist.title')}
      </h2>
      <p className="mt-1 text-ink-2">{text('checklist.text')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {Object.entries(POINTS).map(([point, isAnswered]) => (
          <li key={point}>
            {isAnswered(values) ? (
              <Mark shape="approved" tone="ok" label={text(`checklist.${point}`)} />
            ) : (
              <Mark
                shape="never"
                tone="neutral"
                label={text('checklist.open', { point: text(`checklist.${point}`) })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
