import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  changeListings,
  LISTING_REFUSALS,
  listingChange,
  MAX_NAMED_LISTINGS,
  type ListingChange,
} from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { FLOOR_FIELDS } from './fields.ts';

type Result = Answer<typeof changeListings>;
type Floor = NonNullable<ListingChange['floor']>;
const KINDS = ['publish', 'pause', 'floor'] as const;
type Kind = (typeof KINDS)[number];
const STATES = { publish: 'published', pause: 'paused' } as const;
const floorSchema: z.ZodMiniType<Floor, Floor> = listingChange.def.shape.floor.def.innerType;
const NAMES = 10;

/** One change for all selected listings; those it could not be made for are named. */
export default function ListingBulk({ selection, clear }: BulkProps) {
  const text = useText('listings');
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <>
      {KINDS.map(one => (
        <Button key={one} variant="outline" onClick={() => setKind(one)}>
          {text(`bulk.kinds.${one}`)}
        </Button>
      ))}
      {kind !== null && (
        <BulkDialog key={kind} kind={kind} selection={selection} clear={clear} close={() => setKind(null)} />
      )}
    </>
  );
}

interface BulkDialogProps extends BulkProps {
  kind: Kind;
  close: () => void;
}
function BulkDialog({ kind, selection, clear, close }: BulkDialogProps) {
  const text = useText('listings');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const { currency } = useCurrentUser();
  const [failed, setFailed] = useState<Result['failed']>([]);
  const { filter, ids, count } = selection;
  const isTooMany = filter === null && ids.length > MAX_NAMED_LISTINGS;

  async function apply(change: ListingChange) {
    const named = filter ? { filter } : { listing_ids: [...ids] };
    const result = await save(client => client.call(changeListings, { body: { ...named, change } }));
    const values = { count: result.changed, shown: format.number(result.changed) };
    toast({ tone: result.failed.length > 0 ? 'warn' : 'ok', title: text('bulk.done', values) });
    setFailed(result.failed);
    if (result.failed.length > 0) return;
    return () => {
      clear();
      close();
    };
  }
  return (
    <Dialog
      title={text(`bulk.titles.${kind}`, { count, shown: format.number(count) })}
      text={text(`bulk.texts.${kind}`)}
      close={close}
    >
      <div className="flex flex-col gap-5 pt-2">
        {isTooMany && (
          <Notice tone="warn" alert>
            {text('bulk.tooMany', { most: format.number(MAX_NAMED_LISTINGS) })}
          </Notice>
        )}
        <Refusals failed={failed} />
        {!isTooMany && kind === 'floor' && (
          <FormPanel
            resource="listings"
            form={{ schema: floorSchema, fields: FLOOR_FIELDS }}
            initial={{ currency: currency ?? '', floor_micros: undefined }}
            submitLabel={text('bulk.kinds.floor')}
            submit={values => apply({ floor: values as Floor })}
            cancel={close}
          />
        )}
        {!isTooMany && kind !== 'floor' && (
          <Confirm label={text(`bulk.kinds.${kind}`)} run={() => apply({ state: STATES[kind] })} />
        )}
      </div>
    </Dialog>
  );
}

interface ConfirmProps {
  label: string;
  run: () => Promise<(() => void) | undefined>;
}
function Confirm({ label, run }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function act() {
    setBusy(true);
    setFailure(null);
    await run().then(afterwards => afterwards?.(), setFailure);
    setBusy(false);
  }
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex justify-end">
        <Button busy={busy} onClick={() => void act()}>
          {label}
        </Button>
      </div>
    </>
  );
}

/** Which listings stayed as they were, and why. */
function Refusals({ failed }: Pick<Result, 'failed'>) {
  const text = useText('listings');
  const format = useFormat();
  if (failed.length === 0) return null;
  return (
    <Notice tone="warn" alert>
      {LISTING_REFUSALS.map(error => {
        const those = failed.filter(one => one.error === error);
        if (those.length === 0) return null;
        const names = those.slice(0, NAMES).flatMap(({ name }) => name ?? []);
        const values = { count: those.length, shown: format.number(those.length), names: names.join(', ') };
        return <p key={error}>{text(`bulk.failed.${error}`, values)}</p>;
      })}
    </Notice>
  );
}
