import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isQueued } from '../../../shared/net/client.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { unsavedChangesStore } from '../../kit/unsavedChanges.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { DraftChanges } from './DraftChanges.tsx';
import { hasValues, type ConfigAnswer, type ConfigPageOptions } from './configPage.ts';

interface PublishBarProps {
  page: ConfigPageOptions;
  query: Readonly<Record<string, string>>;
  data: ConfigAnswer;
}
type Verb = 'publish' | 'rollBack' | 'inherit';

/** Whether screens have the draft, and what may be done about it; what is still being typed is saved before. */
export function PublishBar({ page, query, data }: PublishBarProps) {
  const text = useText('playerConfig');
  const canAccess = useCanAccess();
  const isDirty = useStore(unsavedChangesStore, ({ dirty }) => dirty);
  const [verb, setVerb] = useState<Verb | null>(null);
  const { draft, is_changed, can_roll_back } = data;
  const isPublishable = page.isPublishable?.(draft) ?? true;
  return (
    <section aria-label={text('state.label')} className="flex flex-col gap-3 border-y border-line py-4">
      <State data={data} />
      {is_changed && !isPublishable && <Notice tone="warn">{text(`pages.${page.name}.incomplete`)}</Notice>}
      {canAccess(page.area, 'W') && (
        <div className="flex flex-wrap gap-2">
          <Button disabled={!is_changed || !isPublishable || isDirty} onClick={() => setVerb('publish')}>
            {text('actions.publish')}
          </Button>
          <Button variant="outline" disabled={!can_roll_back || isDirty} onClick={() => setVerb('rollBack')}>
            {text('actions.rollBack')}
          </Button>
          {hasValues(draft) && (
            <Button variant="quiet" disabled={isDirty} onClick={() => setVerb('inherit')}>
              {text(data.scope === 'tenant' ? 'actions.useDefaults' : 'actions.inherit')}
            </Button>
          )}
        </div>
      )}
      {is_changed && isDirty && <p className="text-13 text-ink-3">{text('state.saveFirst')}</p>}
      {verb !== null && (
        <Confirmation page={page} query={query} data={data} verb={verb} close={() => setVerb(null)} />
      )}
    </section>
  );
}

function State({ data }: Pick<PublishBarProps, 'data'>) {
  const text = useText('playerConfig');
  const format = useFormat();
  const { published_version: version, published_at, published_by, is_changed } = data;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {version === null && !is_changed && <Mark shape="never" tone="neutral" label={text('state.unset')} />}
      {version !== null && !is_changed && <Mark shape="approved" tone="ok" label={text('state.published')} />}
      {is_changed && <Mark shape="draft" tone="warn" label={text('state.draft')} />}
      {version !== null && published_at !== null && (
        <span className="text-13 text-ink-2">
          {text(published_by === null ? 'state.since' : 'state.sinceBy', {
            version: format.number(version),
            at: format.dateTime(published_at),
            name: published_by,
          })}
        </span>
      )}
    </div>
  );
}

function Confirmation({
  page,
  query,
  data,
  verb,
  close,
}: PublishBarProps & { verb: Verb; close: () => void }) {
  const { t } = useTranslation();
  const text = useText('playerConfig');
  const errorText = useErrorText();
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { name, calls } = page;
  const signs = verb === 'publish' && name === 'ageGender' && data.draft['mode'] !== 'off';
  async function act() {
    setBusy(true);
    const isInherit = verb === 'inherit';
    const body = isInherit ? Object.fromEntries(Object.keys(data.draft).map(field => [field, null])) : {};
    try {
      const answer = await write(
        isInherit ? calls.patch : calls[verb],
        { query, body, version: data.version },
        {
          type: `playerConfig.${verb}`,
          description: `${text(`actions.${verb}`)}: ${text(`pages.${name}.title`)}`,
        },
      );
      if (!isQueued(answer)) toast({ tone: 'ok', title: text(`done.${verb}`) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={text(`ask.${verb}.title`)}
      text={text(signs ? 'ask.publish.sign' : `ask.${verb}.text`)}
      close={close}
    >
      {verb === 'publish' && <DraftChanges page={page} data={data} />}
      {failure !== null && (
        <Notice tone="danger" alert>
          {errorText(failure)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button busy={busy} onClick={() => void act()}>
          {text(signs ? 'actions.sign' : `actions.${verb}`)}
        </Button>
      </div>
    </Dialog>
  );
}
