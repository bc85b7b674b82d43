import type { ContentBody, ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { useSignedIn } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { CardView } from './CardView.tsx';

/** The item as screens show it: what it has now, whether it is published or not. */
export function ScreenCard({ row }: { row: ContentItem }) {
  const text = useText('localContent');
  const { user } = useSignedIn();
  const picture = row.image?.state === 'ready' ? row.image.url : null;
  /** A row has the fields of its kind, and null for all others. */
  return (
    <>
      {row.fails_check && (
        <div className="mb-3">
          <Notice tone="danger">{text('failsCheck')}</Notice>
        </div>
      )}
      {row.edit_waits && (
        <div className="mb-3">
          <Notice tone="info">{text('editWaits')}</Notice>
        </div>
      )}
      <CardView
        item={row as ContentBody}
        picture={picture}
        tz={user.tz}
        label={row.title.en || row.title.zh}
      />
    </>
  );
}
