import { useState } from 'react';
import { feedCreate, feeds } from '../../../shared/contract/content/feed.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { CREATE_FIELDS } from './fields.ts';
import { FeedPreview } from './FeedPreview.tsx';

const INITIAL = {
  ...{ name: '', url: '', kind: 'news', format: 'rss', language: 'en' },
  ...{ interval_min: 60, keep_h: 72, auto_publish: false, mapping: [] },
};

/** An address is pasted, looked at, mapped where that is needed, and kept. */
export function FeedDialog({ close }: { close: () => void }) {
  const text = useText('feeds');
  const write = useWrite();
  const toast = useToast();
  const [values, setValues] = useState<object>(INITIAL);
  async function save(body: Record<string, unknown>) {
    const name = String(body['name']);
    const description = text('added', { name });
    const answer = await write(
      feeds.create,
      { body: body as Body<typeof feeds.create> },
      { type: 'feeds.post', description },
    );
    if (!isQueued(answer)) toast({ tone: 'ok', title: description });
    return close;
  }
  return (
    <Dialog title={text('new')} text={text('newText')} close={close} wide>
      <div className="flex flex-col gap-6 pt-2">
        <FormPanel
          resource="feeds"
          draft="feeds/new"
          form={{ schema: feedCreate, fields: CREATE_FIELDS }}
          initial={INITIAL}
          submitLabel={text('actions.create')}
          submit={save}
          cancel={close}
          onValues={setValues}
          isNew
        />
        <FeedPreview source={values} />
      </div>
    </Dialog>
  );
}
