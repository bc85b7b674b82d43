import clsx from 'clsx';
import type { AlertTexts } from '../../../shared/contract/alerts/alert.ts';
import type {
  AlertPriority,
  AlertTemplate,
  CapStatus,
  ResponseType,
} from '../../../shared/contract/alerts/cap.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import './preview.css';

export interface AlertPreviewProps {
  texts: AlertTexts;
  template: AlertTemplate;
  priority: AlertPriority;
  status: CapStatus;
  responseTypes: readonly ResponseType[];
  /** When it is or would be sent. */
  at: string;
}
const SHAPES = ['landscape', 'portrait'] as const;
/** Priorities that are drawn in red; all others are advisories in yellow. */
const isRed = ({ priority, responseTypes }: AlertPreviewProps) =>
  priority <= 1 && !responseTypes.includes('AllClear');

/** What screens show of it, lying and standing. */
export function AlertPreview(props: AlertPreviewProps) {
  const text = useText('alerts');
  return (
    <div className="alert-preview">
      {SHAPES.map(shape => (
        <figure key={shape} className="min-w-0">
          <div
            role="img"
            aria-label={text(`preview.${shape}`)}
            className={clsx('alert-screen', `is-${shape}`)}
          >
            <ScreenAlert {...props} />
          </div>
          <figcaption className="pt-1 text-13 text-ink-2">{text(`preview.${shape}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function ScreenAlert(props: AlertPreviewProps) {
  const { texts, template, status, at } = props;
  const text = useText('alerts');
  const format = useFormat();
  const languages = Object.entries(texts);
  const sender = languages.find(([, { sender_name }]) => sender_name !== '')?.[1].sender_name ?? '';
  return (
    <div className={clsx('alert-shown', `is-${template}`, isRed(props) ? 'is-red' : 'is-yellow')}>
      {status !== 'Actual' && <p className="alert-test">TEST 测试</p>}
      <div className="alert-texts">
        {languages.length === 0 && <p className="alert-headline">{text('preview.empty')}</p>}
        {languages.map(([language, { headline, instruction, description }]) => (
          <div key={language} lang={language}>
            <p className="alert-headline">{headline}</p>
            {template !== 'ticker' && instruction !== '' && (
              <p className="alert-instruction">{instruction}</p>
            )}
            {template === 'takeover' && description !== '' && (
              <p className="alert-description">{description}</p>
            )}
          </div>
        ))}
      </div>
      {template !== 'ticker' && (
        <p className="alert-sender">
          <span>{sender}</span>
          <span>{format.time(at)}</span>
        </p>
      )}
    </div>
  );
}
