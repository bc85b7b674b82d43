/** Sign-in with Google and Apple: set up by the staff who run the system; others see which buttons are shown. */
import { useQuery } from '@tanstack/react-query';
import { integrations } from '../../../shared/contract/identity/integrations.ts';
import { appleCallback, googleCallback } from '../../../shared/contract/identity/oauth.ts';
import { PROVIDERS, type HiddenReason, type Provider } from '../../../shared/contract/identity/providers.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { section, type Section } from '../../kit/resource/defineSettings.ts';
import { EditForm } from '../../kit/screens/form/EditForm.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { configuredProviders } from '../oauth/providers.ts';

const SKELETON_ROWS = 3;
const CALLBACKS = { google: googleCallback.path, apple: appleCallback.path } as const;
const FIELDS: Section = section({
  name: 'sign_in',
  ...integrations,
  fields: [
    { name: 'google_client_id', input: { as: 'text', nullable: true }, hint: true },
    { name: 'google_client_secret', input: { as: 'text', nullable: true }, hint: true },
    { name: 'apple_client_id', input: { as: 'text', nullable: true }, hint: true },
    { name: 'apple_team_id', input: { as: 'text', nullable: true } },
    { name: 'apple_key_id', input: { as: 'text', nullable: true } },
    { name: 'apple_secret_key', input: { as: 'text', nullable: true }, hint: true },
  ],
});

export function SignInPanel() {
  const text = useText('settings');
  const canAccess = useCanAccess();
  if (canAccess('system', 'W')) return <ProviderSettings />;
  const shown = configuredProviders();
  return (
    <div className="flex flex-col gap-4">
      {PROVIDERS.map(provider => (
        <Shown key={provider} provider={provider} reason={shown.includes(provider) ? null : 'not_shown'} />
      ))}
      <p>{text('sign_in.staffOnly')}</p>
    </div>
  );
}

/** Whether the button is shown at sign-in, and why not. */
function Shown({ provider, reason }: { provider: Provider; reason: HiddenReason | 'not_shown' | null }) {
  const text = useText('settings');
  return (
    <Notice tone={reason === null ? 'ok' : 'info'} title={text(`sign_in.${provider}`)}>
      <p>{text(`sign_in.reasons.${reason ?? 'shown'}`)}</p>
    </Notice>
  );
}

function ProviderSettings() {
  const text = useText('settings');
  const { client } = useAuth();
  const answer = useQuery(read(client, integrations.read, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const { data } = answer;
  /** Secrets are never read back: an empty field leaves one as it is. */
  const row = { ...data, google_client_secret: null, apple_secret_key: null, id: FIELDS.name };
  return (
    <div className="flex flex-col gap-5">
      {PROVIDERS.map(provider => (
        <Shown key={provider} provider={provider} reason={data[`${provider}_hidden`]} />
      ))}
      <EditForm
        resource={{ name: 'settings', area: 'system', form: FIELDS.form, endpoints: { patch: FIELDS.patch } }}
        row={row}
      />
      <section className="max-w-[640px] border-t border-line pt-5">
        <h3 className="text-16">{text('sign_in.callbacks')}</h3>
        {PROVIDERS.map(provider => (
          <p key={provider} className="mt-2 font-mono text-13 break-all">
            {`${location.origin}${CALLBACKS[provider]}`}
          </p>
        ))}
      </section>
    </div>
  );
}
