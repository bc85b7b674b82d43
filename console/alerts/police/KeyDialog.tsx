import { useState } from 'react';
import * as z from 'zod/mini';
import {
  createPoliceKey,
  KEY_ENVS,
  rotatePoliceKey,
  type PoliceKey,
} from '../../../shared/contract/alerts/policeKey.ts';
import { KEY_SCOPES } from '../../../shared/contract/wire/access.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Field } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useSave } from '../../kit/useSave.ts';
import { scopeWord } from './scopes.ts';
import { SecretDialog } from './ShownKey.tsx';

const clientRelation = async () =>
  (await import('../../../shared/contract/alerts/policeClient.ts')).policeClients;
const SCOPE_WORDS = KEY_SCOPES.map(scopeWord);
const keyForm = z.strictObject({
  ...createPoliceKey.body!.shape,
  client_id: z.string().check(z.minLength(1, 'A partner')),
  scopes: z.array(z.enum(SCOPE_WORDS)).check(z.minLength(1)),
});
const FIELDS: readonly Field<Record<string, unknown>>[] = [
  { name: 'client_id', input: { as: 'pick', of: clientRelation }, hint: true },
  { name: 'label', input: { as: 'text' }, hint: true },
  { name: 'env', input: { as: 'select', options: KEY_ENVS }, hint: true },
  { name: 'scopes', input: { as: 'choices', options: SCOPE_WORDS } },
  { name: 'ip_allow', input: { as: 'tags', of: 'addresses', max: 20, maxLength: 49 }, hint: true },
  { name: 'rate_per_min', input: { as: 'number' }, hint: true },
  { name: 'expires_days', input: { as: 'number' }, hint: true },
];
type NewKey = Pick<Answer<typeof createPoliceKey>, 'key' | 'client_id'>;
/** A partner begins with tests. */
const INITIAL = {
  ...{ client_id: '', label: '', env: 'test', ip_allow: [], rate_per_min: 30, expires_days: 365 },
  ...{ scopes: ['may_create', 'may_update', 'may_cancel', 'may_read'], not_before: null },
};

/** Makes a key, and shows it in the place of the form: there is no second chance to see it. */
export function KeyDialog({ close }: { close: () => void }) {
  const text = useText('policeKeys');
  const save = useSave();
  const [made, setMade] = useState<NewKey | null>(null);
  async function create(values: Record<string, unknown>) {
    const words = values['scopes'] as string[];
    const scopes = KEY_SCOPES.filter(scope => words.includes(scopeWord(scope)));
    const created = await save(client =>
      client.call(createPoliceKey, { body: { ...values, scopes } as Body<typeof createPoliceKey> }),
    );
    return () => setMade(created);
  }
  if (made !== null) return <SecretDialog secret={made.key} client_id={made.client_id} close={close} />;
  return (
    <Dialog title={text('new')} close={close}>
      <FormPanel
        resource="policeKeys"
        draft="policeKeys/new"
        form={{ schema: keyForm, fields: FIELDS }}
        initial={INITIAL}
        submitLabel={text('actions.create')}
        submit={create}
        cancel={close}
      />
    </Dialog>
  );
}

/** The old key is good for a day beside the new one, so that nobody is without. */
export function RotateDialog({ row, close }: { row: PoliceKey; close: () => void }) {
  const text = useText('policeKeys');
  const save = useSave();
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const rotate = () => {
    setBusy(true);
    setFailure(null);
    save(client => client.call(rotatePoliceKey, { params: { id: row.id } })).then(
      ({ key }) => setSecret(key),
      (error: unknown) => {
        setFailure(error);
        setBusy(false);
      },
    );
  };
  if (secret !== null) return <SecretDialog secret={secret} client_id={row.client_id} close={close} />;
  return (
    <Dialog
      title={text('ask.rotate.title', { name: row.label })}
      text={text('ask.rotate.text')}
      close={close}
    >
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('actions.notYet')}
        </Button>
        <Button busy={busy} onClick={rotate}>
          {text('actions.rotate')}
        </Button>
      </div>
    </Dialog>
  );
}
